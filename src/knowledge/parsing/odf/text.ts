import { type BlockCell, type BlockRow, isPageLayout, toCellBlocks } from '../cells.ts';
import type { Block } from '../contract.ts';
import { getAttribute, getElements, type XmlElement } from '../ooxml/xml.ts';

/** Maximum number of spaces, rows and columns that a repetition makes. */
const MAX_SPACES = 100;
const MAX_REPEATED = 1000;
/** Elements that only group others. */
const GROUPS = new Set([
  'section',
  'index-body',
  'table-of-content',
  'alphabetical-index',
  'illustration-index',
  'bibliography',
  'soft-page-break',
  'g',
  'frame',
  'text-box',
  'table-rows',
  'index-title',
]);
/** Elements with content that the text does not show. */
const HIDDEN = new Set([
  'tracked-changes',
  'forms',
  'sequence-decls',
  'variable-decls',
  'annotation-end',
  'title',
  'script',
  'event-listeners',
]);

/** Elements that are anchored in a paragraph. */
const ATTACHED = new Set(['note', 'annotation', 'frame', 'custom-shape', 'g']);

/** Text of a paragraph with the notes and text boxes that are anchored in it. */
interface Paragraph {
  readonly text: string;
  readonly attached: readonly XmlElement[];
}

/** Yields the blocks of the paragraphs, lists and tables in an element. */
export function* readElementBlocks(element: XmlElement, page: number | null, listLevel = -1): Generator<Block> {
  for (const child of getElements(element)) yield* toBlocks(child, page, listLevel);
}

function* toBlocks(element: XmlElement, page: number | null, listLevel: number): Generator<Block> {
  const { name } = element;
  if (name === 'h' || name === 'p') yield* readParagraphBlocks(element, page, listLevel);
  else if (name === 'list')
    for (const item of getElements(element)) yield* readElementBlocks(item, page, listLevel + 1);
  else if (name === 'table') yield* toTableBlocks(element, page);
  else if (name === 'note') yield* readNoteBlocks(element, page);
  else if (name === 'annotation') yield* readAnnotationBlocks(element, page);
  else if (name === 'desc') yield* readDescriptionBlocks(element, page);
  else if (GROUPS.has(name)) yield* readElementBlocks(element, page, listLevel);
  else if (!HIDDEN.has(name)) for (const child of getElements(element)) yield* toBlocks(child, page, listLevel);
}

function* readParagraphBlocks(element: XmlElement, page: number | null, listLevel: number): Generator<Block> {
  const { text, attached } = readParagraph(element);
  const level = Number(getAttribute(element, 'outline-level') ?? 1) || 1;
  if (text.trim() !== '') {
    if (element.name === 'h') yield { kind: 'heading', level, text, page };
    else yield listLevel >= 0 ? { kind: 'list_item', level: listLevel, text, page } : { kind: 'paragraph', text, page };
  }
  for (const child of attached) yield* toBlocks(child, page, -1);
}

function* readNoteBlocks(element: XmlElement, page: number | null): Generator<Block> {
  for (const body of getElements(element)) if (body.name === 'note-body') yield* readElementBlocks(body, page);
}

/** Description of a picture. */
function* readDescriptionBlocks(element: XmlElement, page: number | null): Generator<Block> {
  const { text } = readParagraph(element);
  if (text.trim() !== '') yield { kind: 'paragraph', text, page };
}

/** Comment with its author. */
function* readAnnotationBlocks(element: XmlElement, page: number | null): Generator<Block> {
  const children = getElements(element);
  const author = children.find(({ name }) => name === 'creator');
  const texts = children
    .filter(({ name }) => name === 'p' || name === 'list')
    .map((child) => readParagraph(child).text);
  const text = texts.join('\n').trim();
  const by = author ? ` by ${readParagraph(author).text}` : '';
  if (text !== '') yield { kind: 'quote', text: `Comment${by}: ${text}`, page };
}

/** Reads the text of a paragraph. Spaces, tabs and line breaks are elements. */
export function readParagraph(element: XmlElement): Paragraph {
  const attached: XmlElement[] = [];
  const textOf = ({ children }: XmlElement): string =>
    children
      .map((child): string => {
        if (typeof child === 'string') return child.replace(/\s+/g, ' ');
        if (child.name === 's') return ' '.repeat(Math.min(Number(getAttribute(child, 'c') ?? 1) || 1, MAX_SPACES));
        if (child.name === 'tab') return '\t';
        if (child.name === 'line-break') return '\n';
        if (ATTACHED.has(child.name)) attached.push(child);
        else if (!HIDDEN.has(child.name)) return textOf(child);
        return '';
      })
      .join('');
  return { text: textOf(element), attached };
}

function* toTableBlocks(table: XmlElement, page: number | null): Generator<Block> {
  const rows = [...readTableRows(table, page, false)];
  const header = rows.some(({ isHeader }) => isHeader) ? 'stated' : 'unknown';
  yield* toCellBlocks(rows, { page, header }, isPageLayout(rows));
}

function* readTableRows(element: XmlElement, page: number | null, isHeader: boolean): Generator<BlockRow> {
  for (const child of getElements(element)) {
    if (child.name === 'table-header-rows') yield* readTableRows(child, page, true);
    else if (child.name === 'table-row') yield { cells: [...readRowCells(child, page)], isHeader };
    else if (child.name !== 'table') yield* readTableRows(child, page, isHeader);
  }
}

function* readRowCells(row: XmlElement, page: number | null): Generator<BlockCell> {
  for (const cell of getElements(row)) {
    // The grid places covered cells by the span of the cell that covers them.
    if (cell.name !== 'table-cell') continue;
    const count = Math.min(Number(getAttribute(cell, 'number-columns-repeated') ?? 1) || 1, MAX_REPEATED);
    const blocks = [...readElementBlocks(cell, page)];
    const columns = Number(getAttribute(cell, 'number-columns-spanned') ?? 1);
    const rows = Number(getAttribute(cell, 'number-rows-spanned') ?? 1);
    for (let at = 0; at < count; at++) yield { blocks, columns, rows };
  }
}
