import type { ByteRange } from './blobs/store.ts';

/** What a conditional request is held against. */
export interface Representation {
  /** Entity tag with its quotes; a strong one, since it is made of the bytes. */
  readonly tag: string;
  readonly modified: Date;
  /** Bytes. */
  readonly size: number;
}

export interface ConditionHeaders {
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
  readonly 'if-range'?: string | undefined;
  readonly range?: string | undefined;
}

/** Whether the asker has the bytes already, by the tags it knows or, where it names none, by their date. */
export function isKnown(headers: ConditionHeaders, { tag, modified }: Representation): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.trim() === '*' || tagsIn(tags).includes(tag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= inSeconds(modified);
}

/**
 * The part that is asked for: undefined for all of it, which is also what several parts at once, another unit and what can't
 * be read get; `none` where it begins behind the end.
 */
export function askedPart(headers: ConditionHeaders, shown: Representation): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(headers.range ?? '') ?? [];
  if ((from === '' && to === '') || !isCurrent(headers['if-range'], shown)) return undefined;
  const end = shown.size - 1;
  if (from === '')
    return Number(to) === 0 || shown.size === 0 ? 'none' : { first: Math.max(0, shown.size - Number(to)), last: end };
  if (to !== '' && Number(to) < Number(from)) return undefined;
  if (Number(from) > end) return 'none';
  return { first: Number(from), last: to === '' ? end : Math.min(Number(to), end) };
}

/** Whether a part fits to what the asker has of the whole: by a strong tag, or the very date. */
function isCurrent(condition: string | undefined, { tag, modified }: Representation): boolean {
  if (condition === undefined) return true;
  return condition.trim() === tag || Date.parse(condition) === inSeconds(modified);
}

/** The tags of a list, weak ones as if they were strong. */
function tagsIn(list: string): string[] {
  return [...list.matchAll(/(?:W\/)?("[^"]*")/g)].map(([, tag = '']) => tag);
}

/** Dates in headers have whole seconds. */
function inSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
