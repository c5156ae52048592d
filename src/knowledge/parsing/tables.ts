import type { Block } from './contract.ts';
import type { GridRow } from './grid.ts';
import { findHeaderDepth, type HeaderHints, hasOwnNames, listColumnNames } from './table-header.ts';

/** Rows per block of a long table. */
const ROWS_PER_BLOCK = 50;
/** Rows read ahead to find titles and the header of a table, and of another one below empty rows of its sheet. */
const LOOKAHEAD = 20;

/** Options for converting a table. */
export interface TableOptions extends HeaderHints {
  readonly page: number | null;
  /** Whether single cells above the table are titles, and other tables can follow it, as in sheets and CSV files. */
  readonly hasTitles?: boolean;
}

/** A table as a block. */
export function toTableBlock(rows: readonly (readonly string[])[], page: number | null, header: boolean): Block {
  return { kind: 'table', text: tableText(rows), rows, header, page };
}

/** A table as lines. */
export const tableText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.filter((cell) => cell.trim() !== '').join('\t')).join('\n');

/** Converts streamed rows to blocks that repeat the header row. A row of one full-width cell becomes a paragraph. */
export async function* toTableBlocks(rows: AsyncIterable<GridRow>, options: TableOptions): AsyncGenerator<Block> {
  const emitter = new TableEmitter(options);
  let ahead: GridRow[] | undefined = [];
  for await (const row of rows) {
    const isBegun = ahead === undefined || ahead.length >= LOOKAHEAD / 2;
    if (options.hasTitles && row.isSeparated && isBegun) {
      yield* emitter.read(ahead ?? []);
      ahead = [];
    }
    if (!ahead) yield* emitter.add(row);
    else if (ahead.push(row) >= LOOKAHEAD) {
      yield* emitter.read(ahead);
      ahead = undefined;
    }
  }
  yield* emitter.read(ahead ?? []);
  yield* emitter.end();
}

/** Converts a complete table to blocks. */
export function* convertTable(rows: readonly GridRow[], options: TableOptions): Generator<Block> {
  const emitter = new TableEmitter(options);
  yield* emitter.read(rows);
  yield* emitter.end();
}

class TableEmitter {
  readonly #options: TableOptions;
  #names: readonly string[] | undefined;
  #width = 0;
  #pending: string[][] = [];
  #isStarted = false;
  #hasRows = false;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** Reads the first rows of a sheet, or rows with a separated one among them. */
  *read(rows: readonly GridRow[]): Generator<Block> {
    if (!this.#isStarted) return yield* this.#start(rows);
    const at = this.#options.hasTitles ? rows.findIndex((_, index) => this.#startsTable(rows, index)) : -1;
    for (const row of at === -1 ? rows : rows.slice(0, at)) yield* this.add(row);
    if (at === -1) return;
    yield* this.end();
    yield* this.#start(rows.slice(at));
  }

  /** Finds titles and the header in the first rows of a table. */
  *#start(rows: readonly GridRow[]): Generator<Block> {
    if (rows.length === 0) return;
    this.#isStarted = true;
    this.#hasRows = false;
    this.#width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    const at = this.#countTitles(rows);
    for (const row of rows.slice(0, at)) yield this.#paragraph(row);
    const body = rows.slice(at);
    const depth = findHeaderDepth(body, this.#options);
    this.#names = depth > 0 ? listColumnNames(body.slice(0, depth)) : undefined;
    // The row below the header belongs to it even if it is separated.
    const [first, ...others] = body.slice(depth);
    if (first) yield* this.add(first);
    yield* this.read(others);
  }

  /** Whether a row begins another table of the sheet, below empty rows. */
  #startsTable(rows: readonly GridRow[], at: number): boolean {
    if (!rows[at]?.isSeparated) return false;
    const below = rows.slice(at);
    return hasOwnNames(below.slice(this.#countTitles(below)), this.#names);
  }

  #countTitles(rows: readonly GridRow[]): number {
    const at = rows.findIndex((_, index) => index === rows.length - 1 || !this.#isTitle(rows, index));
    return Math.max(0, at);
  }

  *add(row: GridRow): Generator<Block> {
    if (this.#isSection(row)) {
      yield* this.flush();
      yield this.#paragraph(row);
      return;
    }
    this.#pending.push(this.#texts(row));
    if (this.#pending.length >= ROWS_PER_BLOCK) yield* this.flush();
  }

  *flush(): Generator<Block> {
    if (this.#pending.length === 0) return;
    const names = this.#names;
    yield toTableBlock(names ? [names, ...this.#pending] : this.#pending, this.#options.page, names !== undefined);
    this.#hasRows = true;
    this.#pending = [];
  }

  /** Ends the table. Names of columns without rows are a row. */
  *end(): Generator<Block> {
    yield* this.flush();
    if (this.#names && !this.#hasRows) yield toTableBlock([this.#names], this.#options.page, false);
  }

  #isTitle(rows: readonly GridRow[], at: number): boolean {
    const row = rows[at];
    if (!row || row.isHeader) return false;
    if (this.#isSection(row)) return true;
    if (!this.#options.hasTitles || listTexts(row).length > 1) return false;
    return rows.slice(at + 1).some((later) => listTexts(later).length > 1);
  }

  /** Whether one cell covers the whole width. */
  #isSection({ cells }: GridRow): boolean {
    const [first] = cells;
    return (
      first !== undefined && first.columns > 1 && first.columns >= this.#width && cells.every((cell) => cell === first)
    );
  }

  #paragraph(row: GridRow | undefined): Block {
    return { kind: 'paragraph', text: row ? listTexts(row).join('\n') : '', page: this.#options.page };
  }

  /** Returns the texts of a row. A spanning cell repeats if the columns have names. */
  #texts({ cells }: GridRow): string[] {
    const isRepeated = this.#names !== undefined;
    return cells.map((cell, at) => (cell && (isRepeated || cell.column === at) ? cell.text : ''));
  }
}

/** Returns the non-empty texts of the distinct cells of a row. */
function listTexts({ cells }: GridRow): string[] {
  const different = [...new Set(cells)].filter((cell) => cell !== undefined);
  return different.map(({ text }) => text.trim()).filter((text) => text !== '');
}
