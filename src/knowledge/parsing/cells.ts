import type { Block } from './contract.ts';
import { GridBuilder, type GridRow } from './grid.ts';
import { convertTable, type TableOptions } from './tables.ts';

/** A cell with its blocks. */
export interface BlockCell {
  readonly blocks: readonly Block[];
  readonly columns?: number;
  readonly rows?: number;
  /** Whether it continues the cell above it. */
  readonly isContinued?: boolean;
}

/** A row of cells with blocks. */
export interface BlockRow {
  readonly cells: readonly BlockCell[];
  readonly isHeader: boolean;
  /** Number of empty columns before its first cell. */
  readonly skipped?: number;
}

/** Yields the blocks of a table: its rows, or the blocks of its cells if it only lays out a page. */
export function* toCellBlocks(rows: readonly BlockRow[], options: TableOptions, isLayout: boolean): Generator<Block> {
  if (isLayout) for (const row of rows) for (const { blocks } of row.cells) yield* blocks;
  else yield* convertTable(toGrid(rows), options);
}

/** Maximum number of characters of a cell that is named by a heading in its table. */
const MAX_NAMED_LENGTH = 300;

/** Whether a table lays out a page: it has one cell per row, or headings that do not name its rows or columns. */
export function isPageLayout(rows: readonly BlockRow[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  if (cells.some(hasHeading) && !areNames(rows)) return true;
  const hasParts = cells.some(({ blocks }) => blocks.length > 1 || blocks[0]?.kind === 'table');
  return rows.every((row) => row.cells.length <= 1) && hasParts;
}

const hasHeading = ({ blocks }: BlockCell): boolean => blocks.some(({ kind }) => kind === 'heading');

/** Whether all headings are in the first row or column of a table of equal rows and short cells. */
function areNames(rows: readonly BlockRow[]): boolean {
  const width = rows[0]?.cells.length ?? 0;
  const isRegular = rows.length > 1 && width > 1 && rows.every(({ cells }) => cells.length === width);
  const others = rows.slice(1).flatMap(({ cells }) => cells.slice(1));
  const isShort = ({ blocks }: BlockCell) => blocks.reduce((sum, { text }) => sum + text.length, 0) <= MAX_NAMED_LENGTH;
  return isRegular && !others.some(hasHeading) && rows.every(({ cells }) => cells.every(isShort));
}

function toGrid(rows: readonly BlockRow[]): GridRow[] {
  const grid = new GridBuilder();
  const built = rows.map(({ cells, isHeader, skipped = 0 }) => {
    grid.startRow();
    if (skipped > 0) grid.skip(skipped);
    for (const { blocks, isContinued, ...spans } of cells) {
      if (isContinued) grid.continueCell(spans.columns);
      else grid.addCell({ ...spans, text: getCellText(blocks) });
    }
    return grid.endRow(isHeader);
  });
  return built.filter((row) => row !== undefined);
}

/** Returns the text of a cell, with nested tables as lines. */
const getCellText = (blocks: readonly Block[]): string =>
  blocks
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .join('\n');
