/** A cell of a table as its document states it. */
interface TableCell {
  readonly text: string;
  /** Columns that it covers; 1 when left out. */
  readonly columns?: number;
  /** Rows that it covers; 1 when left out. */
  readonly rows?: number;
}

/** A cell in the grid. */
export interface GridCell {
  readonly text: string;
  /** Its first column, from 0. */
  readonly column: number;
  readonly columns: number;
}

/** A row of a grid. A cell that spans columns is in each of them. */
export interface GridRow {
  readonly cells: readonly (GridCell | undefined)[];
  /** Whether the document marks the row as a header. */
  readonly isHeader: boolean;
  /** Whether empty rows separate it from the row before. */
  readonly isSeparated?: boolean;
}

/** Column limit of spreadsheets. */
const MAX_COLUMNS = 16_384;
/** Bounds of HTML for `colspan` and `rowspan`. */
const MAX_COLUMN_SPAN = 1000;
const MAX_ROW_SPAN = 1_048_576;
/** Longer texts are not repeated in further rows. */
const MAX_REPEATED_LENGTH = 1000;

/** Maximum number of cells that spans of a table fill; a cell beyond it stands only where it begins. */
const MAX_SPANNED_CELLS = 2_000_000;

interface Span {
  readonly cell: GridCell;
  /** Index of the first row that it does not reach. */
  readonly end: number;
}

/** Builds the grid of a table row by row, expanding cells that cover several columns or rows. */
export class GridBuilder {
  readonly #spans = new Map<number, Span>();
  #above: readonly (GridCell | undefined)[] = [];
  #cells: (GridCell | undefined)[] = [];
  #column = 0;
  #index = -1;
  #lastUsed = -1;
  #hasOwnText = false;
  #spannedCount = 0;

  /** Starts a row; `index` counts from 0 where rows may be missing in between. */
  startRow(index = this.#index + 1): void {
    this.#index = index;
    this.#cells = [];
    this.#column = 0;
    this.#hasOwnText = false;
    for (const [column, { cell, end }] of this.#spans) {
      this.#spannedCount += cell.columns;
      if (end <= index || this.#spannedCount > MAX_SPANNED_CELLS) this.#spans.delete(column);
      else for (let at = 0; at < cell.columns; at++) this.#cells[column + at] = cell;
    }
  }

  /** Adds a cell at a column, or at the next free one. Returns whether its place was free. */
  addCell({ text, columns = 1, rows = 1 }: TableCell, at?: number): boolean {
    if (at === undefined) while (this.#cells[this.#column]) this.#column++;
    const column = at ?? this.#column;
    if (column >= MAX_COLUMNS || this.#cells[column]) return false;
    const width = Math.min(bounded(columns, MAX_COLUMN_SPAN), MAX_COLUMNS - column);
    const cell = { text, column, columns: width };
    this.#place(cell);
    const end = this.#index + bounded(rows, MAX_ROW_SPAN);
    if (end > this.#index + 1) this.#spans.set(column, { cell: repeatable(cell), end });
    if (text.trim() !== '') this.#hasOwnText = true;
    return true;
  }

  /** Adds a cell that continues the one above it, as merged cells of Word and PowerPoint are stated. */
  continueCell(columns = 1): void {
    const above = this.#above[this.#column];
    if (above) this.#place({ ...repeatable(above), column: this.#column, columns: bounded(columns, MAX_COLUMN_SPAN) });
    else this.skip(columns);
  }

  /** Leaves columns empty. */
  skip(columns: number): void {
    this.#column += bounded(columns, MAX_COLUMN_SPAN);
  }

  /** Ends the row. Returns undefined if it contains only cells from above. */
  endRow(isHeader = false): GridRow | undefined {
    const cells = Array.from(this.#cells);
    const isSeparated = this.#index > this.#lastUsed + 1;
    this.#above = cells;
    if (cells.some((cell) => cell !== undefined)) this.#lastUsed = this.#index;
    return this.#hasOwnText ? { cells, isHeader, isSeparated } : undefined;
  }

  #place(cell: GridCell): void {
    for (let at = 0; at < cell.columns; at++) this.#cells[cell.column + at] ??= cell;
    this.#column = cell.column + cell.columns;
  }
}

const bounded = (count: number, max: number): number =>
  Number.isInteger(count) && count >= 1 ? Math.min(count, max) : 1;

const repeatable = (cell: GridCell): GridCell =>
  cell.text.length > MAX_REPEATED_LENGTH ? { ...cell, text: '' } : cell;

/** A row of texts as a grid row, each in a column. */
export function toGridRow(texts: readonly string[], isHeader = false): GridRow {
  return { cells: texts.map((text, column) => ({ text, column, columns: 1 })), isHeader };
}
