import type { Block } from './contract.ts';

/** Rows that one block of a long table has. */
const ROWS_A_BLOCK = 50;
/** Characters of a name of a column. */
const LONGEST_NAME = 100;

/** A table as a block. Where nobody says whether the first row names the columns, it does so by what stands in it. */
export function tableBlock(rows: readonly (readonly string[])[], page: number | null, header?: boolean): Block {
  return { kind: 'table', text: tableText(rows), rows, header: header ?? namesColumns(rows), page };
}

/** A table as lines. */
export const tableText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.filter((cell) => cell.trim() !== '').join('\t')).join('\n');

/** Whether the first row of a table names its columns: all different, short, no numbers, with a row below it. */
function namesColumns(rows: readonly (readonly string[])[]): boolean {
  const [first, second] = rows;
  if (!first || !second || first.length < 2) return false;
  const names = first.map((cell) => cell.trim());
  const isName = (name: string) => name !== '' && name.length <= LONGEST_NAME && !/^[-+\d.,\s%€$£/:]+$/.test(name);
  return names.every(isName) && new Set(names).size === names.length;
}

/** A table that comes row by row, as blocks that each begin with the header row. */
export async function* tableBlocks(rows: AsyncIterable<readonly string[]>, page: number | null): AsyncGenerator<Block> {
  let header: readonly string[] | undefined;
  let isFirst = true;
  let held: (readonly string[])[] = [];
  const block = () => tableBlock(header ? [header, ...held] : held, page, header !== undefined);
  for await (const row of rows) {
    held.push(row);
    if (isFirst && held.length === 2) {
      isFirst = false;
      if (namesColumns(held)) header = held.shift();
    }
    if (held.length < ROWS_A_BLOCK) continue;
    yield block();
    held = [];
  }
  if (held.length > 0) yield block();
}
