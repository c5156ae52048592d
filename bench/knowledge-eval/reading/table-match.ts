import type { Block } from '../../../src/knowledge/parsing/contract.ts';

type Row = readonly string[];

/** Maximum number of header rows that one of ours joins, and of blocks that one cell of the reference joins. */
const MAX_JOINED_ROWS = 5;
const MAX_JOINED_BLOCKS = 8;

/**
 * Text of a cell as compared. Readers differ in what they write for typographic quotes and dashes, check boxes, numbers
 * of lists, Markdown and midnight; none of them is the content of a cell.
 */
export const normalizeCell = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[‘’“”„"]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[☐☑☒*_`\\]/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*\d+\. (?=\p{L})/gmu, '')
    .replace(/(\d{4}-\d\d-\d\d) 00:00:00/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** Rows of a document in order. A block without rows is a row of one cell. */
interface Sequence {
  readonly rows: readonly Row[];
  /** Positions of rows that name columns. */
  readonly headers: ReadonlySet<number>;
}

/** Returns the rows of a document, and those of each table within a cell. */
export function toSequences(blocks: readonly Block[]): Sequence[] {
  const rows: Row[] = [];
  const headers = new Set<number>();
  const nested: Sequence[] = [];
  let names = '';
  for (const { rows: own, header, text } of blocks) {
    // A long table is divided into blocks that repeat its header.
    const isContinued = own !== undefined && header === true && own[0]?.join('\t') === names;
    if (own && header && !isContinued) headers.add(rows.length);
    rows.push(...(own ? own.slice(isContinued ? 1 : 0) : [[text]]).map((row) => row.map(normalizeCell)));
    names = own && header ? (own[0]?.join('\t') ?? '') : '';
    for (const cell of own?.flat() ?? []) if (cell.includes('\t')) nested.push(toNested(cell));
  }
  return [{ rows, headers }, ...nested];
}

/** A table within a cell has its rows as lines. */
const toNested = (cell: string): Sequence => ({
  rows: cell.split('\n').map((line) => line.split('\t').map(normalizeCell)),
  headers: new Set(),
});

/** Returns the number of filled cells of a reference table that a document has in the same rows and columns. */
export function countEqualCells(reference: readonly Row[], sequences: readonly Sequence[]): number {
  return Math.max(0, ...sequences.map((sequence) => bestOf(reference, sequence)));
}

function bestOf(reference: readonly Row[], sequence: Sequence): number {
  const width = Math.max(1, ...sequence.rows.map(({ length }) => length));
  const shifts = Array.from({ length: width + 2 }, (_, at) => at - 2);
  return Math.max(...shifts.map((shift) => alignRows(reference, sequence, shift)));
}

/** Aligns the rows in order, with the columns shifted. Returns the number of equal cells. */
function alignRows(reference: readonly Row[], sequence: Sequence, shift: number): number {
  const best = Array.from({ length: reference.length + 1 }, () => new Int32Array(sequence.rows.length + 1));
  const at = (row: number, own: number) => best[row]?.[own] ?? 0;
  for (const [above, line] of best.entries()) {
    if (above === 0) continue;
    for (let own = 1; own <= sequence.rows.length; own++) {
      const matches = matchesEndingAt({ reference, sequence, shift }, above, own);
      const counts = matches.map(({ rows, ownRows, equal }) => at(above - rows, own - ownRows) + equal);
      line[own] = Math.max(at(above - 1, own), at(above, own - 1), ...counts);
    }
  }
  return at(reference.length, sequence.rows.length);
}

interface Comparison {
  readonly reference: readonly Row[];
  readonly sequence: Sequence;
  readonly shift: number;
}

/** Rows of the reference and of ours that belong together, with the number of equal cells. */
interface Match {
  readonly rows: number;
  readonly ownRows: number;
  readonly equal: number;
}

/** Returns the matches that end with a row of the reference and one of ours, both counted from 1. */
function matchesEndingAt({ reference, sequence, shift }: Comparison, end: number, ownEnd: number): Match[] {
  const [row = [], own = []] = [reference[end - 1], sequence.rows[ownEnd - 1]];
  const matches = [{ rows: 1, ownRows: 1, equal: equalCells(row, own, shift) }];
  // A header of several rows is joined to one.
  if (sequence.headers.has(ownEnd - 1))
    for (let rows = 2; rows <= Math.min(MAX_JOINED_ROWS, end); rows++)
      matches.push({ rows, ownRows: 1, equal: joinedNames(reference.slice(end - rows, end), own, shift) });
  // A row of one text is not kept as a row of the table, but as the blocks of its text.
  const only = onlyText(row);
  for (let ownRows = 1; only !== undefined && ownRows <= Math.min(MAX_JOINED_BLOCKS, ownEnd); ownRows++) {
    const blocks = sequence.rows.slice(ownEnd - ownRows, ownEnd);
    if (blocks.some(({ length }) => length > 1)) break;
    if (normalizeCell(blocks.flat().join(' ')) === only)
      matches.push({ rows: 1, ownRows, equal: row.filter((text) => text !== '').length });
  }
  return matches;
}

const equalCells = (reference: Row, own: Row, shift: number): number =>
  reference.filter((text, column) => text !== '' && own[column + shift] === text).length;

/** Returns the number of filled cells in rows whose texts, joined by column, are those of a header row. */
function joinedNames(reference: readonly Row[], own: Row, shift: number): number {
  let count = 0;
  for (const column of reference[0]?.keys() ?? []) {
    const texts = reference.map((row) => row[column] ?? '').filter((text) => text !== '');
    const distinct = texts.filter((text, index) => text !== texts[index - 1]);
    if (texts.length > 0 && distinct.join(' ') === own[column + shift]) count += texts.length;
  }
  return count;
}

/** The text of a row with one cell, which may cover several columns. */
function onlyText(row: Row): string | undefined {
  const texts = [...new Set(row.filter((text) => text !== ''))];
  return texts.length === 1 ? texts[0] : undefined;
}
