import type { Readable } from 'node:stream';
import { toColumnIndex } from './sheet.ts';

/** Cells that a merged cell covers. */
export interface MergedRange {
  readonly columns: number;
  readonly rows: number;
}

/** Maximum number of merged ranges. */
const MAX_RANGES = 200_000;
/** Overlap of pieces, for tags on their boundary. */
const TAIL = 500;

/**
 * Returns the merged ranges of a sheet by first cell, such as `A2`. They follow the rows, so the sheet is scanned
 * first.
 */
export async function readMergedRanges(stream: Readable | undefined): Promise<ReadonlyMap<string, MergedRange>> {
  const ranges = new Map<string, MergedRange>();
  let tail = '';
  for await (const piece of stream ?? []) {
    const text = tail + (piece as Buffer).toString('latin1');
    let end = Math.max(0, text.length - TAIL);
    for (const found of text.matchAll(
      /<(?:\w+:)?mergeCell\s[^<>]{0,200}?ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g,
    )) {
      const [tag, from = '', to = ''] = found;
      end = Math.max(end, found.index + tag.length);
      const columns = toColumnIndex(to) - toColumnIndex(from) + 1;
      const rows = getRow(to) - getRow(from) + 1;
      if (ranges.size < MAX_RANGES && columns > 0 && rows > 0) ranges.set(from, { columns, rows });
    }
    tail = text.slice(end);
  }
  return ranges;
}

const getRow = (place: string): number => Number(/\d+$/.exec(place)?.[0] ?? 0);
