import { type GuardedRequest, headersProblem } from '../platform/http/guarded.ts';
import { bodyOf } from './body.ts';
import type { DeclaredHeader, DeclaredPlace, DeclaredTool, DeclaredValue } from './declared.ts';
import { queryOf } from './query.ts';
import { argument, isPlain, textOf, UnfitArguments } from './values.ts';

// What says who asks, where, and what for is never up to the arguments.
const NEVER_GIVEN = new Set([
  'authorization',
  'cookie',
  'origin',
  'referer',
  'forwarded',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);

const PLACE = /\{([^{}]*)\}/g;

/** A request as the guarded client takes it, without what authorises it. */
export type BuiltRequest = Required<Pick<GuardedRequest, 'method' | 'url' | 'headers'>> & Pick<GuardedRequest, 'body'>;

/**
 * The request of a tool's call. Whatever the arguments say, it goes to the base address's origin and below its path.
 * Throws UnfitArguments where no such request can be made.
 */
export function buildRequest(base: string, tool: DeclaredTool, args: Readonly<Record<string, unknown>>): BuiltRequest {
  const { request } = tool;
  const { body, contentType } = bodyOf(request.body, args);
  const headers = headersOf(request.headers ?? [], args);
  if (contentType !== undefined) headers['content-type'] = contentType;
  const problem = headersProblem(headers);
  if (problem !== undefined) throw new UnfitArguments(problem);
  return { method: request.method, url: urlOf(base, tool, args), headers, body };
}

/** Says what is wrong with an address as the base of all calls of an API; undefined when it may be one. */
export function baseProblem(base: string): string | undefined {
  if (!URL.canParse(base)) return 'is not an absolute URL';
  const url = new URL(base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an http or https address';
  if (url.username !== '' || url.password !== '') return 'must not have a user name or a password';
  if (/[?#]/.test(base)) return 'must not have a query or a fragment';
  return undefined;
}

function urlOf(base: string, { request }: DeclaredTool, args: Readonly<Record<string, unknown>>): string {
  const root = new URL(base);
  const prefix = root.pathname.replace(/\/+$/, '');
  const path = request.path.replace(PLACE, (_, place: string) => placeOf(place, request.places?.[place], args));
  const url = new URL(root.origin);
  url.pathname = prefix + path;
  // A path that reads otherwise than it is written would be another one than was declared.
  if (url.pathname !== prefix + path) throw new UnfitArguments('the path of the request is not a plain one');
  const query = queryOf(request.query ?? [], args);
  return query === '' ? url.href : `${url.href}?${query}`;
}

function placeOf(place: string, declared: DeclaredPlace | undefined, args: Readonly<Record<string, unknown>>): string {
  const { argument: name, segments = false } = declared ?? { argument: place };
  const value = argument(args, name);
  const values = Array.isArray(value) ? value : [value];
  if (values.length === 0 || !values.every(isPlain))
    throw new UnfitArguments(`${name} must be a text or a number, as it stands in the path`);
  return values.map((one) => pathText(name, textOf(one), segments)).join(',');
}

/** Servers resolve steps like `..`, also encoded ones, so that they would lead to another place than the declared one. */
function pathText(name: string, text: string, segments: boolean): string {
  if (text === '') throw new UnfitArguments(`${name} must not be empty, as it stands in the path`);
  const parts = text.split(/[/\\]/);
  if (parts.some((part) => part === '.' || part === '..'))
    throw new UnfitArguments(`${name} must not contain the path steps . or ..`);
  if (!segments) return encode(name, text);
  if (parts.includes('')) throw new UnfitArguments(`${name} must not begin or end with a slash, nor have two in a row`);
  return text
    .split('/')
    .map((part) => encode(name, part))
    .join('/');
}

function encode(name: string, text: string): string {
  if (/\p{Cc}/u.test(text)) throw new UnfitArguments(`${name} must not contain control characters`);
  if (!text.isWellFormed()) throw new UnfitArguments(`${name} is not valid Unicode`);
  return encodeURIComponent(text);
}

function headersOf(
  declared: readonly DeclaredHeader[],
  args: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const header of declared) {
    const name = header.name.toLowerCase();
    if (NEVER_GIVEN.has(name)) throw new UnfitArguments(`the header ${header.name} can't be given`);
    const text = headerText(header, args);
    if (text !== undefined) headers[name] = text;
  }
  return headers;
}

function headerText(header: DeclaredValue, args: Readonly<Record<string, unknown>>): string | undefined {
  if ('value' in header) return header.value;
  const value = argument(args, header.argument);
  if (value === undefined || value === null) return undefined;
  const values = Array.isArray(value) ? value : [value];
  if (!values.every(isPlain)) throw new UnfitArguments(`${header.argument} must be a text, as it stands in a header`);
  return values.map(textOf).join(',');
}
