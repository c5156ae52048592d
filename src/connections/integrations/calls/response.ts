import type { GuardedResponse } from '../../../platform/http/guarded-client.ts';
import { decodeText, getMediaType, isText } from '../../../platform/http/text.ts';
import { parseInteger, parseJson } from '../../../platform/json.ts';
import { isDeeperThan } from '../../../platform/json-schema.ts';
import { redactSecrets } from '../../redaction.ts';
import type { DeclaredPaging, DeclaredTool } from '../declaration.ts';
import { READ_ON_ARGUMENT } from '../tools.ts';
import { getMember } from '../values.ts';

/** Maximum characters of a result, about 8,000 tokens. */
const MAX_RESULT_LENGTH = 32_000;
/** Maximum characters of a web page or an error, which help little. */
const MAX_PAGE_LENGTH = 2000;
/** Maximum nesting depth to parse as JSON. Deeper responses stay text. */
const MAX_JSON_DEPTH = 60;

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);

/** A response of an API, and the secrets to redact. */
export interface ApiResponse {
  readonly response: GuardedResponse;
  /** Forms of the credential that the API may echo. */
  readonly secrets: readonly string[];
}

/** Whether a response is binary. */
export function isBinary({ response }: ApiResponse): boolean {
  return !isText(response);
}

/** Returns the text of a response without secrets. */
function toText({ response, secrets }: ApiResponse): string {
  const { text } = decodeText(response, response.body.byteLength * 3 + 16);
  return redactSecrets(text, secrets);
}

/** Parses a response as JSON. Returns undefined if it is not JSON or is truncated. */
export function parseJsonBody(apiResponse: ApiResponse): unknown {
  if (apiResponse.response.truncated) return undefined;
  try {
    const value: unknown = parseJson(toText(apiResponse));
    return isDeeperThan(value, MAX_JSON_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Converts a response to a tool result: the whole value, or a part with the offset to continue at. */
export function toToolResult(apiResponse: ApiResponse, tool: DeclaredTool, args: Readonly<Record<string, unknown>>) {
  const { response } = apiResponse;
  const { status } = response;
  if (response.body.byteLength === 0) return { status };
  if (HTML_TYPES.has(getMediaType(response)))
    return {
      status,
      note: 'the API returned a web page instead of data',
      body: toText(apiResponse).slice(0, MAX_PAGE_LENGTH),
    };
  const value = parseJsonBody(apiResponse);
  const content = value === undefined ? toText(apiResponse) : decodeMembers(value, tool.answer?.base64url ?? []);
  const next = tool.paging && findNextPage(tool, tool.paging, apiResponse, value);
  const more = next === undefined ? {} : { next_page: next };
  return { status, ...paginateText(content, response.truncated, tool, getStartOffset(args)), ...more };
}

/** Describes a failed response to the model. */
export function toErrorText(apiResponse: ApiResponse): string {
  const { response } = apiResponse;
  const details =
    HTML_TYPES.has(getMediaType(response)) || isBinary(apiResponse)
      ? ''
      : toText(apiResponse).trim().slice(0, MAX_PAGE_LENGTH);
  return `the API answered ${response.status}${details === '' ? '' : `: ${details}`}`;
}

function getStartOffset(args: Readonly<Record<string, unknown>>): number {
  const given = Object.hasOwn(args, READ_ON_ARGUMENT) ? args[READ_ON_ARGUMENT] : 0;
  return typeof given === 'number' && Number.isInteger(given) && given > 0 ? given : 0;
}

function paginateText(value: unknown, truncated: boolean, { sideEffects }: DeclaredTool, begin: number) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (begin === 0 && text.length <= MAX_RESULT_LENGTH && !truncated) return { body: value };
  const end = Math.min(text.length, begin + MAX_RESULT_LENGTH);
  const range = { from: begin, to: end, of: truncated ? `more than ${text.length}` : text.length };
  const readOn = end < text.length && !sideEffects ? { read_on: { [READ_ON_ARGUMENT]: end } } : {};
  return { body: text.slice(begin, end).toWellFormed(), cut: range, ...readOn };
}

/** Returns the arguments for the next page. Undefined on the last page. */
function findNextPage({ parameters }: DeclaredTool, paging: DeclaredPaging, { response }: ApiResponse, value: unknown) {
  const cursor = paging.by === 'link' ? findNextLink(response, paging.key) : getMember(value, paging.at);
  if (cursor === undefined || cursor === null || cursor === '') return undefined;
  const type = getMember(parameters, ['properties', paging.argument, 'type']);
  return { [paging.argument]: type === 'integer' ? parseInteger(String(cursor)) : String(cursor) };
}

function findNextLink({ headers, url }: GuardedResponse, key: string): string | undefined {
  const [, address] = /<([^<>]*)>\s*;(?:[^,<>]*;)?\s*rel="?next"?/.exec(headers.link ?? '') ?? [];
  if (address === undefined || !URL.canParse(address, url)) return undefined;
  return new URL(address, url).searchParams.get(key) ?? undefined;
}

/** Decodes the base64url members with these names. */
function decodeMembers(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => decodeMembers(item, names));
  const members = Object.entries(value).map(([name, item]) => [
    name,
    typeof item === 'string' && names.includes(name) ? decodeBase64Text(item) : decodeMembers(item, names),
  ]);
  return Object.fromEntries(members);
}

function decodeBase64Text(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64url'));
  } catch {
    return `[${Buffer.byteLength(text, 'base64url')} bytes that are not text]`;
  }
}
