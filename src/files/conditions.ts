import type { ByteRange } from './blobs/store.ts';

/** Representation that a conditional request is compared with. */
interface Representation {
  /** Strong entity tag with its quotes. */
  readonly tag: string;
  readonly modified: Date;
  /** Bytes. */
  readonly size: number;
}

/** Headers of a conditional or partial request. */
interface ConditionHeaders {
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
  readonly 'if-range'?: string | undefined;
  readonly range?: string | undefined;
}

/** Whether the client has the current content, by entity tag or by date. */
export function isNotModified(headers: ConditionHeaders, { tag, modified }: Representation): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.trim() === '*' || parseTags(tags).includes(tag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= toWholeSeconds(modified);
}

/**
 * Returns the requested range, undefined for the complete content, `none` beyond its end. Multiple ranges and invalid
 * headers yield the complete content.
 */
export function getRequestedRange(
  headers: ConditionHeaders,
  representation: Representation,
): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(headers.range ?? '') ?? [];
  if ((from === '' && to === '') || !isRangeCurrent(headers['if-range'], representation)) return undefined;
  const end = representation.size - 1;
  if (from === '')
    return Number(to) === 0 || representation.size === 0
      ? 'none'
      : { first: Math.max(0, representation.size - Number(to)), last: end };
  if (to !== '' && Number(to) < Number(from)) return undefined;
  if (Number(from) > end) return 'none';
  return { first: Number(from), last: to === '' ? end : Math.min(Number(to), end) };
}

/** Whether the range belongs to the client's version, by strong tag or exact date. */
function isRangeCurrent(condition: string | undefined, { tag, modified }: Representation): boolean {
  if (condition === undefined) return true;
  return condition.trim() === tag || Date.parse(condition) === toWholeSeconds(modified);
}

/** Parses entity tags and ignores weakness. */
function parseTags(list: string): string[] {
  return [...list.matchAll(/(?:W\/)?("[^"]*")/g)].map(([, tag = '']) => tag);
}

/** Rounds down to seconds, as HTTP dates do. */
function toWholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
