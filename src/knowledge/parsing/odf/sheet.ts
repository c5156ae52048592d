import type { Readable } from 'node:stream';
import type { Block } from '../contract.ts';
import { GridBuilder, type GridRow } from '../grid.ts';
import { parseXml, type XmlElement } from '../ooxml/xml.ts';
import { toTableBlocks } from '../tables.ts';

/** A sheet with its rows, which are read once and before the next sheet. */
interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: GridRow[];
  readonly comments: string[];
  readonly shapes: XmlElement[];
}

interface Cell {
  readonly attributes: Readonly<Record<string, string>>;
  readonly paragraphs: string[];
  readonly comment: string[];
}

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/** Shapes on a sheet and in cells. */
const SHAPES = new Set(['shapes', 'frame', 'custom-shape', 'g']);
/** Maximum number of equal rows and columns with content. */
const MAX_REPEATED = 1000;

interface SheetHandlers {
  /** Reads a shape, such as a text box, a picture or a chart. */
  readonly readShapes: (shape: XmlElement) => AsyncIterable<Block>;
  /** Receives the names of hidden sheets. */
  readonly onHidden: (name: string) => void;
}

/** Yields the blocks of the sheets: per sheet a heading, a table, shapes and comments. */
export async function* readSheets(content: Readable, { readShapes, onHidden }: SheetHandlers): AsyncGenerator<Block> {
  const reader = new SheetsReader();
  for await (const _ of parseXml(content, reader)) {
    for (const sheet of reader.complete.splice(0)) {
      const shapes: Block[] = [];
      for (const shape of sheet.shapes) for await (const block of readShapes(shape)) shapes.push(block);
      if (sheet.rows.length + sheet.comments.length + shapes.length === 0) continue;
      if (sheet.isHidden) onHidden(sheet.name);
      const text = sheet.isHidden ? `${sheet.name} (hidden sheet)` : sheet.name;
      yield { kind: 'heading', level: 1, text, page: null };
      async function* rows() {
        yield* sheet.rows;
      }
      yield* toTableBlocks(rows(), { page: null, header: 'likely', hasTitles: true });
      yield* shapes;
      for (const comment of sheet.comments) yield { kind: 'quote', text: comment, page: null };
    }
  }
}

class SheetsReader {
  readonly complete: Sheet[] = [];
  readonly #hiddenStyles = new Set<string>();
  #style = '';
  #sheet: Sheet | undefined;
  /** Tables within tables belong to charts. */
  #depth = 0;
  #grid = new GridBuilder();
  #row = 0;
  #repeated = 1;
  #isHeader = false;
  #column = 0;
  #cell: Cell | undefined;
  #inComment = 0;
  #inParagraph = 0;
  /** Open elements of a shape. */
  readonly #shape: OpenElement[] = [];

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#sheet && (this.#shape.length > 0 || SHAPES.has(name)))
      this.#shape.push({ name, attributes, children: [] });
    else if (name === 'style') this.#style = attributes['style:name'] ?? '';
    else if (name === 'table-properties' && attributes['table:display'] === 'false')
      this.#hiddenStyles.add(this.#style);
    else if (name === 'table') this.#openTable(attributes);
    else if (!this.#sheet || this.#depth > 1) return;
    else if (name === 'table-header-rows') this.#isHeader = true;
    else if (name === 'table-row') this.#openRow(attributes);
    else if (name === 'table-cell' || name === 'covered-table-cell')
      this.#cell = { attributes, paragraphs: [], comment: [] };
    else if (name === 'annotation') this.#inComment++;
    else if (name === 'p' && this.#cell) {
      this.#inParagraph++;
      (this.#inComment > 0 ? this.#cell.comment : this.#cell.paragraphs).push('');
    } else if (name === 's') this.text(' ');
  }

  text(piece: string): void {
    this.#shape.at(-1)?.children.push(piece);
    if (this.#shape.length > 0 || !this.#cell || this.#inParagraph === 0) return;
    const texts = this.#inComment > 0 ? this.#cell.comment : this.#cell.paragraphs;
    texts[texts.length - 1] += piece;
  }

  close(name: string): void {
    const part = this.#shape.pop();
    if (part) (this.#shape.at(-1)?.children ?? this.#sheet?.shapes)?.push(part);
    else if (name === 'table') this.#closeTable();
    else if (!this.#sheet || this.#depth > 1) return;
    else if (name === 'table-header-rows') this.#isHeader = false;
    else if (name === 'table-row') this.#closeRow();
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell(name);
    else if (name === 'annotation') this.#inComment--;
    else if (name === 'p' && this.#inParagraph > 0) this.#inParagraph--;
  }

  #openTable(attributes: Readonly<Record<string, string>>): void {
    if (this.#depth++ > 0) return;
    const isHidden = this.#hiddenStyles.has(attributes['table:style-name'] ?? '');
    this.#sheet = { name: attributes['table:name'] ?? '', isHidden, rows: [], comments: [], shapes: [] };
    this.#grid = new GridBuilder();
    this.#row = 0;
  }

  #closeTable(): void {
    if (--this.#depth > 0 || !this.#sheet) return;
    this.complete.push(this.#sheet);
    this.#sheet = undefined;
  }

  #openRow(attributes: Readonly<Record<string, string>>): void {
    this.#repeated = Number(attributes['table:number-rows-repeated'] ?? 1) || 1;
    this.#column = 0;
    this.#grid.startRow(this.#row);
  }

  #closeRow(): void {
    const row = this.#grid.endRow(this.#isHeader);
    this.#row += this.#repeated;
    if (row) for (let at = 0; at < Math.min(this.#repeated, MAX_REPEATED); at++) this.#sheet?.rows.push(row);
  }

  #closeCell(name: string): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (!cell) return;
    const { attributes, comment } = cell;
    const count = Number(attributes['table:number-columns-repeated'] ?? 1) || 1;
    const text = name === 'table-cell' ? toText(cell) : '';
    const columns = Number(attributes['table:number-columns-spanned'] ?? 1);
    const rows = Number(attributes['table:number-rows-spanned'] ?? 1);
    if (text.trim() !== '')
      for (let at = 0; at < Math.min(count, MAX_REPEATED); at++)
        this.#grid.addCell({ text, columns, rows }, this.#column + at);
    this.#column += count;
    const note = comment.join('\n').trim();
    if (note !== '') this.#sheet?.comments.push(`Comment on ${text.trim() || `row ${this.#row + 1}`}: ${note}`);
  }
}

/** Text of a cell: numbers and dates by their value, not by their format. */
function toText({ attributes, paragraphs }: Cell): string {
  const shown = paragraphs.join('\n');
  switch (attributes['office:value-type'] ?? attributes['calcext:value-type']) {
    case 'float':
    case 'percentage':
      return attributes['office:value'] ?? shown;
    case 'currency':
      return [attributes['office:value'] ?? shown, attributes['office:currency'] ?? ''].join(' ').trim();
    case 'date':
      return (attributes['office:date-value'] ?? shown).replace(/T(?=\d)/, ' ');
    case 'boolean':
      return attributes['office:boolean-value'] ?? shown;
    default:
      return shown;
  }
}
