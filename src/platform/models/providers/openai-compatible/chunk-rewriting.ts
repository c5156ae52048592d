import { parseJsonIfValid } from '../../../json.ts';
import { isRecord } from '../../../json-schema.ts';
import { type LineRewriter, rewriteStreams } from '../../stream-rewriting.ts';
import type { Fetch } from '../../transport.ts';

/** Field of a rewritten chunk that names its ignored content. */
export const IGNORED_FIELD = 'holdfast_ignored';

type Chunk = Readonly<Record<string, unknown>>;

const HAS_CHOICES = /"choices"\s*:\s*\[/;
/** Quotes within a text are escaped, so that no response text matches. */
const HAS_FINISH = /"finish_reason"\s*:\s*"[^"]/;
/** A usage other than null. */
const HAS_USAGE = /"usage"\s*:\s*[^\sn]/;
/** Fields with the sources of a response. */
const SOURCE_FIELDS = ['citations', 'search_results'];

/**
 * Rewrites streams of chat completions. After the chunk with the `finish_reason`, only usage and sources are read;
 * anything else is ignored with a warning. A chunk with usage and without `choices` is readable at any time.
 */
export function readUsageAfterFinish(fetch: Fetch): Fetch {
  return rewriteStreams(fetch, createChunkRewriter);
}

/** Creates the line rewriter of one stream. */
function createChunkRewriter(): LineRewriter {
  let isFinished = false;
  let isContinued = false;
  const rewrite = (line: string) => {
    const data = /^data: ?(.*?)\r?$/.exec(line)?.[1]?.trim() ?? '';
    if (line.trim() === '') isContinued = false;
    if (data === '' || data === '[DONE]') return line;
    if (HAS_CHOICES.test(data) && HAS_FINISH.test(data)) {
      // Some servers repeat the reason in every chunk. Such a chunk is part of the response.
      isFinished = true;
      return HAS_USAGE.test(data) ? correctUsage(line, data) : line;
    }
    if (isFinished) {
      // Its first line has become a whole event.
      if (isContinued) return '';
      isContinued = true;
      return toDataLine(reduceFinalChunk(parseJsonIfValid(data)));
    }
    if (HAS_CHOICES.test(data)) return HAS_USAGE.test(data) ? correctUsage(line, data) : line;
    const rewritten = addChoices(parseJsonIfValid(data));
    return rewritten === undefined ? line : toDataLine(rewritten);
  };
  return { rewrite, isComplete: () => isFinished };
}

/** Removes the parts of a chunk's usage that are no counts, for which the adapter would reject the response. */
function correctUsage(line: string, data: string): string {
  const chunk = parseJsonIfValid(data);
  return isRecord(chunk) ? toDataLine({ ...chunk, usage: readCounts(chunk.usage) }) : line;
}

function toDataLine(chunk: Chunk): string {
  return `data: ${JSON.stringify(chunk)}`;
}

/** Adds empty choices to a chunk that is readable without them. Returns undefined for any other chunk. */
function addChoices(chunk: unknown): Chunk | undefined {
  if (!isRecord(chunk) || 'error' in chunk || (chunk.choices ?? null) !== null) return undefined;
  const usage = readCounts(chunk.usage);
  if (usage === undefined && !('choices' in chunk)) return undefined;
  return { ...chunk, usage, choices: [] };
}

function reduceFinalChunk(chunk: unknown): Chunk {
  if (!isRecord(chunk)) return { choices: [], [IGNORED_FIELD]: 'no object' };
  const usage = readCounts(chunk.usage);
  const sources = Object.fromEntries(SOURCE_FIELDS.filter((name) => name in chunk).map((name) => [name, chunk[name]]));
  const ignored = findIgnoredKind(chunk, usage !== undefined || Object.keys(sources).length > 0);
  return { choices: [], usage, ...sources, ...(ignored !== undefined && { [IGNORED_FIELD]: ignored }) };
}

/** Returns the kind of ignored content, or undefined. */
function findIgnoredKind(chunk: Chunk, isRead: boolean): string | undefined {
  if ('error' in chunk) return 'error';
  if (Array.isArray(chunk.choices)) return chunk.choices.some(hasContent) ? 'choices' : undefined;
  if (isRead) return undefined;
  return typeof chunk.type === 'string' ? chunk.type.replace(/[^\w.-]+/g, '_').slice(0, 80) : 'an event without a type';
}

function hasContent(choice: unknown): boolean {
  const delta = isRecord(choice) ? choice.delta : undefined;
  return isRecord(delta) && Object.entries(delta).some(([name, value]) => name !== 'role' && isNonEmpty(value));
}

function isNonEmpty(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** Returns the numbers of a usage. Returns undefined if it counts neither prompt nor completion tokens. */
function readCounts(usage: unknown): Chunk | undefined {
  if (!isRecord(usage)) return undefined;
  const counts = pickNumbers(usage);
  if (counts.prompt_tokens === undefined && counts.completion_tokens === undefined) return undefined;
  const details = Object.entries(usage).flatMap(([name, value]) =>
    name.endsWith('_details') && isRecord(value) ? [[name, pickNumbers(value)]] : [],
  );
  return { ...counts, ...Object.fromEntries(details) };
}

function pickNumbers(values: Chunk): Chunk {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'number'));
}
