import type { Block } from '../contract.ts';
import type { PageEntry } from './annotations.ts';

/** Inserts field values after their labels, and other texts at the end. */
export function insertEntries(blocks: readonly Block[], entries: readonly PageEntry[], page: number): Block[] {
  const result = [...blocks];
  const ends = new Map<string, number>();
  for (const { label, value, kind } of entries) {
    if (kind === 'comment') result.push({ kind: 'quote', text: `Comment: ${value}`, page });
    else if (label === undefined || !insertBehind(result, label, value, ends))
      result.push({ kind: 'paragraph', text: label === undefined ? value : `${withColon(label)} ${value}`, page });
  }
  return result;
}

const withColon = (label: string): string => (/[:?]$/.test(label) ? label : `${label}:`);

/** Inserts a value after its label. `ends` stores the next position per block. Returns whether the label exists. */
function insertBehind(blocks: Block[], label: string, value: string, ends: Map<string, number>): boolean {
  const key = label.replace(/\s+/g, ' ');
  const isExact = ({ text }: Block) => text.split('\n').some((line) => line.trim() === key);
  // A short label can be part of another one.
  const inOrder = [...blocks.entries()].toSorted(([, a], [, b]) => Number(isExact(b)) - Number(isExact(a)));
  for (const [at, block] of inOrder) {
    const place = `${at} ${key}`;
    const from = ends.get(place) ?? 0;
    if (block.rows) {
      const rows = insertInRow(block.rows, key, value);
      if (!rows) continue;
      blocks[at] = { ...block, rows };
      return true;
    }
    const found = block.text.indexOf(key, from);
    if (found === -1) continue;
    const end = found + key.length;
    blocks[at] = { ...block, text: `${block.text.slice(0, end)} ${value}${block.text.slice(end)}` };
    ends.set(place, end);
    return true;
  }
  return false;
}

/** Inserts a value into the cell of its label. */
function insertInRow(
  rows: readonly (readonly string[])[],
  label: string,
  value: string,
): (readonly string[])[] | undefined {
  const row = rows.findIndex((cells) => cells.some((cell) => cell.trim().endsWith(label)));
  if (row === -1) return undefined;
  return rows.map((cells, at) =>
    at === row ? cells.map((cell) => (cell.trim().endsWith(label) ? `${cell} ${value}` : cell)) : cells,
  );
}
