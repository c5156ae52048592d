import type { Readable } from 'node:stream';
import { GridBuilder, type GridRow } from '../grid.ts';
import type { Notes } from '../kinds/kind.ts';
import { parseXml } from '../ooxml/xml.ts';
import type { MergedRange } from './merged.ts';
import { formatNumber } from './styles.ts';
import { unescapeText, type Workbook } from './workbook.ts';

/** Context for reading rows. */
interface SheetContext {
  readonly workbook: Workbook;
  readonly merged: ReadonlyMap<string, MergedRange>;
  readonly notes: Notes;
  /** Receives the texts of the sheet's page headers and footers while its rows are read. */
  readonly headersAndFooters: Set<string>;
}

interface Cell {
  place: string | undefined;
  type: string;
  style: number;
  text: string;
  formula: string;
  hasFormula: boolean;
}

/** Yields the non-empty rows of a sheet with cells in their columns. */
export async function* iterateRows(stream: Readable, context: SheetContext): AsyncGenerator<GridRow> {
  const reader = new SheetReader(context);
  for await (const _ of parseXml(stream, reader)) {
    yield* reader.ready;
    reader.ready = [];
  }
}

class SheetReader {
  readonly #context: SheetContext;
  readonly #grid = new GridBuilder();
  #row = -1;
  #column = 0;
  #cell: Cell = emptyCell();
  #reads: 'value' | 'formula' | 'header' | undefined;
  #header = '';
  #phonetic = 0;
  ready: GridRow[] = [];

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, { r, t, s }: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#row = Math.max(this.#row + 1, r === undefined ? 0 : (Number(r) || 0) - 1);
      this.#grid.startRow(this.#row);
      this.#column = 0;
    } else if (name === 'c') {
      if (r !== undefined) this.#column = toColumnIndex(r);
      this.#cell = { ...emptyCell(), place: r, type: t ?? '', style: Number(s ?? 0) };
    } else if (name === 'f') {
      this.#cell.hasFormula = true;
      this.#reads = 'formula';
    } else if (name === 'rPh') this.#phonetic++;
    else if (HEADERS_AND_FOOTERS.has(name)) this.#reads = 'header';
    else if (name === 'v' || (name === 't' && this.#phonetic === 0)) this.#reads = 'value';
  }

  text(piece: string): void {
    if (this.#reads === 'value') this.#cell.text += piece;
    if (this.#reads === 'formula') this.#cell.formula += piece;
    if (this.#reads === 'header') this.#header += piece;
  }

  close(name: string): void {
    this.#reads = undefined;
    if (name === 'rPh') this.#phonetic--;
    else if (HEADERS_AND_FOOTERS.has(name)) this.#addHeader();
    else if (name === 'c') {
      const text = this.#textOf(this.#cell);
      const range = this.#cell.place === undefined ? undefined : this.#context.merged.get(this.#cell.place);
      if (text.trim() !== '') this.#grid.addCell({ text, ...range }, this.#column);
      this.#column++;
    } else if (name === 'row') {
      const row = this.#grid.endRow();
      if (row) this.ready.push(row);
    }
  }

  #addHeader(): void {
    for (const text of headerTexts(this.#header)) this.#context.headersAndFooters.add(text);
    this.#header = '';
  }

  #textOf(cell: Cell): string {
    const { text, type, formula, hasFormula } = cell;
    // Formulas with an empty text result have the type `str`.
    if (hasFormula && text === '' && type !== 'str') return this.#textOfFormula(formula);
    return cellText(cell, this.#context.workbook);
  }

  #textOfFormula(formula: string): string {
    const { warnings } = this.#context.notes;
    if (formula.trim() === '') {
      warnings.add('Some formulas have no stored result and were skipped.');
      return '';
    }
    warnings.add('Some formulas have no stored result; the formula was read instead.');
    return `=${formula}`;
  }
}

const emptyCell = (): Cell => ({ place: undefined, type: '', style: 0, text: '', formula: '', hasFormula: false });

const HEADERS_AND_FOOTERS = new Set([
  'oddHeader',
  'oddFooter',
  'evenHeader',
  'evenFooter',
  'firstHeader',
  'firstFooter',
]);
/** Codes of a page header: an escaped ampersand, a font, a color, a size, or one letter such as `&P`. */
const HEADER_CODE = /&(?:(&)|"[^"]*"|K(?:[\dA-Fa-f]{6}|\d\d[+-]\d{3})|\d+|[A-Za-z])/g;

/** Returns the texts of the left, center and right sections of a page header, without fields and formats. */
function headerTexts(header: string): string[] {
  const sections = header.split(/(?<=(?:^|[^&])(?:&&)*)&[LCR]/);
  const texts = sections.map((section) => section.replace(HEADER_CODE, (_, ampersand?: string) => ampersand ?? ''));
  return texts.map((text) => text.trim()).filter((text) => /\p{L}|\p{N}/u.test(text));
}

/** Returns the column from 0 of a cell reference such as `AB12`. */
export function toColumnIndex(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,4}/.exec(place)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function cellText({ type, text, style }: Cell, { shared, styles, countsFrom }: Workbook): string {
  if (text.trim() === '') return text;
  if (type === 's') return shared[Number(text)] ?? '';
  if (type === 'b') return text === '1' || text === 'true' ? 'true' : 'false';
  if (type === 'd') return text.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' ');
  if (type !== '' && type !== 'n') return unescapeText(text);
  const number = Number(text);
  return Number.isNaN(number) ? text : formatNumber(number, styles[style] ?? { kind: 'number' }, countsFrom);
}
