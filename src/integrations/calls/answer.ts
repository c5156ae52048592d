import { clipText, isText, mediaTypeOf } from '../../agents/builtin/http-text.ts';
import { withoutSecrets } from '../../connections/redaction.ts';
import type { GuardedResponse } from '../../platform/http/guarded-client.ts';
import { parseInteger, parseJson } from '../../platform/json.ts';
import { isDeeperThan } from '../../platform/json-schema.ts';
import type { DeclaredPaging, DeclaredTool } from '../declared.ts';
import { memberAt } from '../members.ts';
import { READ_ON } from '../tools.ts';

/** Characters of an answer that a model gets at once: some eight thousand tokens. */
const BUDGET = 32_000;
/** Characters of a web page, and of an error, which say little that helps. */
const PAGE_BUDGET = 2000;
/** Levels of an answer that is read as JSON; a deeper one stays text. */
const DEEPEST = 60;

const WEB_PAGE = new Set(['text/html', 'application/xhtml+xml']);

/** An answer of an API, and what must not be told of it. */
export interface ApiAnswer {
  readonly response: GuardedResponse;
  /** What the request was signed with, in the forms in which an API may echo it. */
  readonly secrets: readonly string[];
}

/** Whether an answer is bytes that are no text. */
export function isBinary({ response }: ApiAnswer): boolean {
  return !isText(response);
}

/** The text of an answer. */
export function textIn({ response, secrets }: ApiAnswer): string {
  const { text } = clipText(response, response.body.byteLength * 3 + 16);
  return withoutSecrets(text, secrets);
}

/** The JSON value of an answer; undefined where it holds none, or not all of it came. */
export function jsonIn(answer: ApiAnswer): unknown {
  if (answer.response.truncated) return undefined;
  try {
    const value: unknown = parseJson(textIn(answer));
    return isDeeperThan(value, DEEPEST) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** What an answer is to a model: its value, or a part of it with how to read on. */
export function resultOf(answer: ApiAnswer, tool: DeclaredTool, args: Readonly<Record<string, unknown>>) {
  const { response } = answer;
  const { status } = response;
  if (response.body.byteLength === 0) return { status };
  if (WEB_PAGE.has(mediaTypeOf(response)))
    return {
      status,
      note: 'the API answered with a web page, not with data',
      body: textIn(answer).slice(0, PAGE_BUDGET),
    };
  const value = jsonIn(answer);
  const readable = value === undefined ? textIn(answer) : decoded(value, tool.answer?.base64url ?? []);
  const next = tool.paging && nextPage(tool, tool.paging, answer, value);
  const more = next === undefined ? {} : { next_page: next };
  return { status, ...within(readable, response.truncated, tool, from(args)), ...more };
}

/** What went wrong, in words for a model. */
export function problemIn(answer: ApiAnswer): string {
  const { response } = answer;
  const said =
    WEB_PAGE.has(mediaTypeOf(response)) || isBinary(answer) ? '' : textIn(answer).trim().slice(0, PAGE_BUDGET);
  return `the API answered ${response.status}${said === '' ? '' : `: ${said}`}`;
}

function from(args: Readonly<Record<string, unknown>>): number {
  const given = Object.hasOwn(args, READ_ON) ? args[READ_ON] : 0;
  return typeof given === 'number' && Number.isInteger(given) && given > 0 ? given : 0;
}

function within(value: unknown, truncated: boolean, { sideEffects }: DeclaredTool, begin: number) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (begin === 0 && text.length <= BUDGET && !truncated) return { body: value };
  const end = Math.min(text.length, begin + BUDGET);
  const cut = { from: begin, to: end, of: truncated ? `more than ${text.length}` : text.length };
  const readOn = end < text.length && !sideEffects ? { read_on: { [READ_ON]: end } } : {};
  return { body: text.slice(begin, end).toWellFormed(), cut, ...readOn };
}

/** The arguments by which the next page is asked for; undefined on the last. */
function nextPage({ parameters }: DeclaredTool, paging: DeclaredPaging, { response }: ApiAnswer, value: unknown) {
  const cursor = paging.by === 'link' ? nextInLinks(response, paging.key) : memberAt(value, paging.at);
  if (cursor === undefined || cursor === null || cursor === '') return undefined;
  const type = memberAt(parameters, ['properties', paging.argument, 'type']);
  return { [paging.argument]: type === 'integer' ? parseInteger(String(cursor)) : String(cursor) };
}

function nextInLinks({ headers, url }: GuardedResponse, key: string): string | undefined {
  const [, address] = /<([^<>]*)>\s*;(?:[^,<>]*;)?\s*rel="?next"?/.exec(headers.link ?? '') ?? [];
  if (address === undefined || !URL.canParse(address, url)) return undefined;
  return new URL(address, url).searchParams.get(key) ?? undefined;
}

/** A value in which members of these names are the texts that they encode. */
function decoded(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => decoded(item, names));
  const members = Object.entries(value).map(([name, item]) => [
    name,
    typeof item === 'string' && names.includes(name) ? decodedText(item) : decoded(item, names),
  ]);
  return Object.fromEntries(members);
}

function decodedText(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64url'));
  } catch {
    return `[${Buffer.byteLength(text, 'base64url')} bytes that are no text]`;
  }
}
