import type { Block } from './contract.ts';
import { GridBuilder, type GridRow } from './grid.ts';
import { blocksOfTable, type TableOptions } from './tables.ts';

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
export function* blocksOfCells(rows: readonly BlockRow[], options: TableOptions, isLayout: boolean): Generator<Block> {
  if (isLayout) for (const row of rows) for (const { blocks } of row.cells) yield* blocks;
  else yield* blocksOfTable(gridOf(rows), options);
}

/** Whether a table lays out a page: it has one cell per row, or headings in its cells. */
export function isPageLayout(rows: readonly BlockRow[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  if (cells.some(({ blocks }) => blocks.some(({ kind }) => kind === 'heading'))) return true;
  return rows.every((row) => row.cells.length <= 1) && cells.some(({ blocks }) => blocks.length > 1);
}

function gridOf(rows: readonly BlockRow[]): GridRow[] {
  const grid = new GridBuilder();
  const built = rows.map(({ cells, isHeader, skipped = 0 }) => {
    grid.startRow();
    if (skipped > 0) grid.skip(skipped);
    for (const { blocks, isContinued, ...spans } of cells) {
      if (isContinued) grid.continueCell(spans.columns);
      else grid.addCell({ ...spans, text: textOf(blocks) });
    }
    return grid.endRow(isHeader);
  });
  return built.filter((row) => row !== undefined);
}

/** Returns the text of a cell, with nested tables as lines. */
const textOf = (blocks: readonly Block[]): string =>
  blocks
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .join('\n');
