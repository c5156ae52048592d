import type { GridCell, GridRow } from './grid.ts';

/** Hints about the header of a table. */
export interface HeaderHints {
  /** `stated`: only marked rows. `likely`: most tables have one, as in CSV files and sheets. `unknown`: both occur. */
  readonly header: 'stated' | 'likely' | 'unknown';
}

/** Maximum length of a column name. */
const MAX_NAME_LENGTH = 100;
const MAX_HEADER_ROWS = 5;

const NUMBER = /^[-+\d.,\s%€$£¥/:]+$/;
const YEAR = /^(?:19|20)\d\d$/;

/** Returns the number of header rows, 0 if there are none. */
export function findHeaderDepth(given: readonly GridRow[], { header }: HeaderHints): number {
  const rows = removeEmptyColumns(given);
  const marked = rows.findIndex(({ isHeader }) => !isHeader);
  if (marked > 0) return extendDepth(rows, Math.min(marked, MAX_HEADER_ROWS));
  if (header === 'stated') return 0;
  const [first, second] = rows;
  if (!first || !second) return 0;
  const depth = extendDepth(rows, 1);
  if (depth > 1) return namesAre(rows.slice(0, depth), rows[depth]) ? depth : 0;
  if (!namesAre([first], second)) return 0;
  const names = listColumnNames([first]);
  return header === 'likely' || names.length > 2 || valuesDiffer(names, rows.slice(1)) ? 1 : 0;
}

/**
 * Whether the first of the rows below empty ones names their columns: the table above has no names, its columns are
 * others, or the row has texts above numbers.
 */
export function hasOwnNames(rows: readonly GridRow[], names: readonly string[] | undefined): boolean {
  const depth = findHeaderDepth(rows, { header: 'likely' });
  if (depth === 0) return false;
  const own = listColumnNames(rows.slice(0, depth));
  const isOutside = own.some((name, column) => name !== '' && (names?.[column] ?? '') === '');
  return isOutside || valuesDiffer(own, rows.slice(depth));
}

/** Removes the empty columns before a table that does not start in the first column of its sheet. */
function removeEmptyColumns(rows: readonly GridRow[]): readonly GridRow[] {
  const starts = rows.map(({ cells }) => cells.findIndex((cell) => cell !== undefined && cell.text.trim() !== ''));
  const start = Math.min(...starts.filter((at) => at >= 0));
  if (start === 0 || start === Number.POSITIVE_INFINITY) return rows;
  return rows.map((row) => ({ ...row, cells: row.cells.slice(start) }));
}

/** Returns the depth of a header with the rows below it that name the columns of its spanning cells. */
function extendDepth(rows: readonly GridRow[], headerDepth: number): number {
  let depth = headerDepth;
  while (depth < Math.min(rows.length - 1, MAX_HEADER_ROWS) && continuesHeader(rows[depth - 1], rows[depth])) depth++;
  return depth;
}

/**
 * Whether a row names the columns of the spanning cells above it. Below other cells it is empty or repeats them;
 * otherwise it is a row of values.
 */
function continuesHeader(above: GridRow | undefined, row: GridRow | undefined): boolean {
  if (!above || !row || !coversColumns(above)) return false;
  return above.cells.every((cell, column) => {
    const text = row.cells[column]?.text.trim() ?? '';
    if (cell && cell.columns === 1) return text === '' || text === cell.text.trim();
    return text === '' || (text.length <= MAX_NAME_LENGTH && (!NUMBER.test(text) || YEAR.test(text)));
  });
}

const coversColumns = (row: GridRow | undefined): boolean =>
  row?.cells.some((cell) => cell !== undefined && cell.columns > 1 && cell.columns < row.cells.length) ?? false;

/** Returns the column names: the joined header texts above each. */
export function listColumnNames(rows: readonly GridRow[]): string[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return Array.from({ length: width }, (_, column) => {
    const cells = rows.map((row) => row.cells[column]).filter((cell): cell is GridCell => cell !== undefined);
    const texts = cells.map(({ text }) => text.replace(/\s+/g, ' ').trim());
    return texts.filter((text, at) => text !== '' && text !== texts[at - 1]).join(' ');
  });
}

/**
 * Whether texts can be column names: distinct, short, no numbers except years. The first may be empty above row labels.
 */
function namesAre(header: readonly GridRow[], below: GridRow | undefined): boolean {
  const names = listColumnNames(header);
  if (names.length < 2 || !below) return false;
  // Lines that end with a delimiter have an empty last column.
  const used = names.findLastIndex((name, column) => name !== '' || (below.cells[column]?.text.trim() ?? '') !== '');
  const [first, ...others] = names.slice(0, used + 1);
  const named = first === '' || first === undefined ? others : [first, ...others];
  const isYear = (name: string) => YEAR.test(name) && !below.cells.some((cell) => YEAR.test(cell?.text.trim() ?? ''));
  const isName = (name: string) => name !== '' && name.length <= MAX_NAME_LENGTH && !NUMBER.test(name);
  if (first === '' && others.length < 2) return false;
  return (
    (named.some(isName) || first === '') &&
    named.every((name) => isName(name) || isYear(name)) &&
    new Set(named).size === named.length - countMergedColumns(header)
  );
}

/** Number of columns below the same cells as the column before them. */
function countMergedColumns(header: readonly GridRow[]): number {
  const columns = [...(header[0]?.cells.keys() ?? [])].slice(1);
  const isMerged = (column: number) => header.every(({ cells }) => cells[column] === cells[column - 1]);
  return columns.filter((column) => header.some(({ cells }) => cells[column]) && isMerged(column)).length;
}

/** Whether a column has numbers below a name without digits. */
function valuesDiffer(names: readonly string[], rows: readonly GridRow[]): boolean {
  return names.some((name, column) => {
    if (/\d/.test(name)) return false;
    const values = rows.map(({ cells }) => cells[column]?.text.trim() ?? '').filter((text) => text !== '');
    return values.length > 0 && values.every((text) => /\d/.test(text));
  });
}
