import { type BlockCell, isPageLayout, toCellBlocks } from '../cells.ts';
import type { Block } from '../contract.ts';

interface OpenRow {
  readonly cells: (BlockCell & { readonly isName: boolean })[];
  readonly inHead: boolean;
}

/** Rows of `rowspan="0"`: all following rows. */
const ALL_ROWS = 65_534;

/** Maximum number of cells that name a row. */
const MAX_ROW_NAMES = 10;

/** A table during parsing. */
export class HtmlTable {
  readonly #isPresentation: boolean;
  readonly #rows: OpenRow[] = [];
  /** Blocks outside of cells, such as a caption; they precede the table. */
  readonly #around: Block[] = [];
  #cell: Block[] | undefined;
  #inHead = false;
  /** Whether it contains another table. */
  hasInner = false;

  constructor(isPresentation: boolean) {
    this.#isPresentation = isPresentation;
  }

  openHead(): void {
    this.#inHead = true;
  }

  closeHead(): void {
    this.#inHead = false;
  }

  openRow(): void {
    this.#rows.push({ cells: [], inHead: this.#inHead });
    this.#cell = undefined;
  }

  openCell(name: 'td' | 'th', { colspan, rowspan }: Readonly<Record<string, string>>): void {
    if (this.#rows.length === 0) this.openRow();
    this.#cell = [];
    const rows = rowspan === '0' ? ALL_ROWS : Number(rowspan ?? 1);
    this.#rows.at(-1)?.cells.push({ blocks: this.#cell, columns: Number(colspan ?? 1), rows, isName: name === 'th' });
  }

  closeCell(): void {
    this.#cell = undefined;
  }

  add(block: Block): void {
    (this.#cell ?? this.#around).push(block);
  }

  /** Yields a table, or the blocks of its cells if it lays out a page. */
  *blocks(): Generator<Block> {
    yield* this.#around;
    const hasNames = this.#rows.some(({ cells }) => cells.some(({ isName }) => isName));
    const rows = joinRowNames(this.#rows).map(toRow);
    const isLayout = this.#isPresentation || (this.hasInner && !hasNames) || isPageLayout(rows);
    const header = hasNames ? 'stated' : 'unknown';
    yield* toCellBlocks(rows, { page: null, header }, isLayout);
  }
}

/** Adds the cells of a row to the next one if all of them continue there: they name rows and no columns. */
function joinRowNames(rows: readonly OpenRow[]): OpenRow[] {
  const joined: OpenRow[] = [];
  let names: OpenRow['cells'] = [];
  for (const [at, { cells, inHead }] of rows.entries()) {
    const own = [...names, ...cells];
    const areNames = cells.length > 0 && own.length <= MAX_ROW_NAMES && own.every(({ rows: height = 1 }) => height > 1);
    names = areNames && rows[at + 1]?.cells.length ? own.map((cell) => ({ ...cell, rows: (cell.rows ?? 1) - 1 })) : [];
    if (names.length === 0) joined.push({ cells: own, inHead });
  }
  return joined;
}

/** A row is a header inside `<thead>`, or if all filled cells are `<th>`. */
function toRow({ cells, inHead }: OpenRow) {
  const filled = cells.filter(({ blocks }) => blocks.length > 0);
  return { cells, isHeader: inHead || (filled.length > 0 && filled.every(({ isName }) => isName)) };
}
