import { rewriteLines } from '../http/text-lines.ts';
import { parseJsonIfValid } from '../json.ts';
import { isRecord } from '../json-schema.ts';
import type { Fetch } from './transport.ts';

/** Field in which a rewritten chunk names what was ignored of it. */
export const IGNORED = 'holdfast_ignored';

type Chunk = Readonly<Record<string, unknown>>;

const HAS_CHOICES = /"choices"\s*:\s*\[/;
/** Within a text the quotes are escaped, so that no answer matches. */
const HAS_FINISH = /"finish_reason"\s*:\s*"[^"]/;
/** Fields that tell what an answer stands on. */
const SOURCES = ['citations', 'search_results'];

/**
 * Rewrites streams of chat completions: after the chunk with the `finish_reason` only usage and sources are read, and whatever else
 * comes is ignored with a warning. A chunk with usage and without `choices` is readable at any time.
 */
export function readingUsageAfterFinish(fetch: Fetch): Fetch {
  return rewriting(fetch, chunkRewriter);
}

const ENDS_RESPONSE = /"type"\s*:\s*"response\.(?:completed|incomplete|failed)"/;

/** Rewrites streams of OpenAI's responses: nothing is read after the event that ends one and has its usage. */
export function readingUpToResponseEnd(fetch: Fetch): Fetch {
  return rewriting(fetch, () => {
    let isEnded = false;
    return (line) => {
      if (isEnded && line.startsWith('data:')) return '';
      isEnded ||= line.startsWith('data:') && ENDS_RESPONSE.test(line);
      return line;
    };
  });
}

/** Sends the lines of each event stream through a rewriter of its own. */
function rewriting(fetch: Fetch, createRewriter: () => (line: string) => string): Fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const isStream = answer.ok && /^text\/event-stream\b/i.test(answer.headers.get('content-type') ?? '');
    if (!isStream || answer.body === null) return answer;
    const rewrite = createRewriter();
    const lines = rewriteLines((text) => text.split('\n').map(rewrite).join('\n'));
    return new Response(answer.body.pipeThrough(lines), {
      status: answer.status,
      headers: answer.headers,
    });
  };
}

/** Rewrites the lines of one stream. */
function chunkRewriter(): (line: string) => string {
  let isFinished = false;
  return (line) => {
    const data = /^data: ?(.*?)\r?$/.exec(line)?.[1]?.trim() ?? '';
    if (data === '' || data === '[DONE]') return line;
    if (HAS_CHOICES.test(data) && HAS_FINISH.test(data)) {
      // Some servers name the reason in every chunk: such a chunk is a part of the answer.
      isFinished = true;
      return line;
    }
    if (isFinished) return asLine(afterFinish(parseJsonIfValid(data)));
    if (HAS_CHOICES.test(data)) return line;
    const readable = withChoices(parseJsonIfValid(data));
    return readable === undefined ? line : asLine(readable);
  };
}

function asLine(chunk: Chunk): string {
  return `data: ${JSON.stringify(chunk)}`;
}

/** A chunk that lacks choices and is readable with none; undefined for any other. */
function withChoices(chunk: unknown): Chunk | undefined {
  if (!isRecord(chunk) || 'error' in chunk || (chunk.choices ?? null) !== null) return undefined;
  const usage = countsIn(chunk.usage);
  if (usage === undefined && !('choices' in chunk)) return undefined;
  return { ...chunk, usage, choices: [] };
}

function afterFinish(chunk: unknown): Chunk {
  if (!isRecord(chunk)) return { choices: [], [IGNORED]: 'no object' };
  const usage = countsIn(chunk.usage);
  const sources = Object.fromEntries(SOURCES.filter((name) => name in chunk).map((name) => [name, chunk[name]]));
  const ignored = ignoredOf(chunk, usage !== undefined || Object.keys(sources).length > 0);
  return { choices: [], usage, ...sources, ...(ignored !== undefined && { [IGNORED]: ignored }) };
}

/** The kind of what is ignored of a chunk; undefined where nothing is. */
function ignoredOf(chunk: Chunk, isRead: boolean): string | undefined {
  if ('error' in chunk) return 'error';
  if (Array.isArray(chunk.choices)) return chunk.choices.some(saysMore) ? 'choices' : undefined;
  if (isRead) return undefined;
  return typeof chunk.type === 'string' ? chunk.type.replace(/[^\w.-]+/g, '_').slice(0, 80) : 'an event without a type';
}

function saysMore(choice: unknown): boolean {
  const delta = isRecord(choice) ? choice.delta : undefined;
  return isRecord(delta) && Object.entries(delta).some(([name, value]) => name !== 'role' && isSomething(value));
}

function isSomething(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** What of a usage is counts; undefined where neither the prompt's nor the answer's tokens are counted. */
function countsIn(usage: unknown): Chunk | undefined {
  if (!isRecord(usage)) return undefined;
  const counts = numbersIn(usage);
  if (counts.prompt_tokens === undefined && counts.completion_tokens === undefined) return undefined;
  const details = Object.entries(usage).flatMap(([name, value]) =>
    name.endsWith('_details') && isRecord(value) ? [[name, numbersIn(value)]] : [],
  );
  return { ...counts, ...Object.fromEntries(details) };
}

function numbersIn(values: Chunk): Chunk {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'number'));
}
