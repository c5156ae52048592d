import { findHeadersProblem, type GuardedRequest } from '../../platform/http/guarded-client.ts';
import type { Problem } from '../../platform/messages.ts';
import { integrationProblems } from '../problems.ts';
import { buildBody } from './body.ts';
import type { DeclaredHeader, DeclaredTool } from './declaration.ts';
import type { RequestFiles } from './files.ts';
import { toHeaderText, toPathText } from './path-values.ts';
import { buildQuery } from './query.ts';
import { getArgument, InvalidArguments } from './values.ts';

// Arguments must not set the caller, target or method.
const FORBIDDEN_HEADERS = new Set([
  'authorization',
  'cookie',
  'origin',
  'referer',
  'forwarded',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);

const PATH_VARIABLE = /\{([^{}]*)\}/g;

/** A request without authentication. */
export type BuiltRequest = Required<Pick<GuardedRequest, 'method' | 'url' | 'headers'>> & Pick<GuardedRequest, 'body'>;

/**
 * Builds the request of a tool call. It always goes below the base URL, or to the origin of the tool. `files` are those
 * that the arguments name. Throws InvalidArguments if no such request is possible.
 */
export function buildRequest(
  base: string,
  tool: DeclaredTool,
  args: Readonly<Record<string, unknown>>,
  files: RequestFiles = new Map(),
): BuiltRequest {
  const { request } = tool;
  const { body, contentType } = buildBody(request.body, args, files);
  const headers = buildHeaders(request.headers ?? [], args);
  if (contentType !== undefined) headers['content-type'] = contentType;
  const problem = findHeadersProblem(headers);
  if (problem !== undefined) throw new InvalidArguments(problem.msg);
  return { method: request.method, url: buildUrl(base, tool, args), headers, body };
}

/** Returns why a URL cannot be a base URL. Undefined if it can. */
export function findBaseUrlProblem(base: string): Problem | undefined {
  if (!URL.canParse(base)) return integrationProblems.api_url_not_absolute;
  const url = new URL(base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return integrationProblems.api_url_not_http;
  if (url.username !== '' || url.password !== '') return integrationProblems.api_url_with_user;
  if (/[?#]/.test(base)) return integrationProblems.api_url_with_query;
  return undefined;
}

function buildUrl(base: string, { request }: DeclaredTool, args: Readonly<Record<string, unknown>>): string {
  const root = new URL(base);
  const prefix = request.root ?? root.pathname.replace(/\/+$/, '');
  const path = request.path.replace(PATH_VARIABLE, (_, place: string) => {
    const declared = request.places?.[place] ?? { argument: place };
    return toPathText(place, declared, getArgument(args, declared.argument));
  });
  const url = new URL(request.origin ?? root.origin);
  url.pathname = prefix + path;
  // A path that changes on normalization would be another one.
  if (url.pathname !== prefix + path) throw new InvalidArguments('the path of the request is not normalized');
  const query = buildQuery(request.query ?? [], args);
  return query === '' ? url.href : `${url.href}?${query}`;
}

function buildHeaders(
  declared: readonly DeclaredHeader[],
  args: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const header of declared) {
    const name = header.name.toLowerCase();
    if (FORBIDDEN_HEADERS.has(name)) throw new InvalidArguments(`the header ${header.name} cannot be set`);
    const text = toHeaderValue(header, args);
    if (text !== undefined) headers[name] = text;
  }
  return headers;
}

function toHeaderValue(header: DeclaredHeader, args: Readonly<Record<string, unknown>>): string | undefined {
  if ('value' in header) return header.value;
  const value = getArgument(args, header.argument);
  return value === undefined || value === null ? undefined : toHeaderText(header.argument, header, value);
}
