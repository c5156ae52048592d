import { type BlockRow, toCellBlocks } from '../cells.ts';
import type { Block } from '../contract.ts';
import { toNumeral } from '../docx/numbering.ts';
import type { Reading } from '../kinds/kind.ts';
import { getParagraphText, listParagraphTexts, readDrawings } from '../ooxml/chart.ts';
import type { OfficePackage, Relationship } from '../ooxml/package.ts';
import { findAll, findElement, getAttribute, getElements, type XmlElement } from '../ooxml/xml.ts';

/** Context for reading shapes. */
export interface SlideContext {
  readonly reading: Reading;
  readonly office: OfficePackage;
  readonly relationships: readonly Relationship[];
  /** Number of the slide, from 1. */
  readonly page: number;
  /** Receives the texts of footers, which are on many slides. */
  readonly running: Set<string>;
}

/** Placeholders for date, footer and number. */
const RUNNING = new Set(['dt', 'ftr', 'sldNum', 'hdr']);

/** Yields the blocks of the shapes in a tree or group. */
export async function* readShapes(tree: XmlElement, context: SlideContext): AsyncGenerator<Block> {
  for (const shape of getElements(tree)) {
    if (shape.name === 'grpSp') yield* readShapes(shape, context);
    else if (shape.name === 'AlternateContent') {
      const chosen = findElement(shape, 'Choice') ?? findElement(shape, 'Fallback');
      if (chosen) yield* readShapes(chosen, context);
    } else {
      if (shape.name === 'sp') yield* textShape(shape, context);
      else if (shape.name === 'pic') yield* getDescription(shape, context);
      else if (shape.name === 'graphicFrame') yield* graphicFrame(shape, context);
      // Shapes and cells can be filled with pictures.
      yield* readPictures(shape, context);
    }
  }
}

function* getDescription(shape: XmlElement, { page }: SlideContext): Generator<Block> {
  const description = findElement(shape, 'nvPicPr', 'cNvPr')?.attributes.descr?.trim() ?? '';
  if (description !== '') yield { kind: 'paragraph', text: description, page };
}

/** Yields the texts of the pictures in an element. */
export async function* readPictures(
  element: XmlElement,
  { reading, office, relationships, page }: SlideContext,
): AsyncGenerator<Block> {
  for (const blip of findAll(element, 'blip')) {
    const part = relationships.find(({ id }) => id === getAttribute(blip, 'embed'))?.target;
    if (part !== undefined) yield* reading.pictures.read(reading, office.picture(part), page);
  }
}

function* textShape(shape: XmlElement, { page, running }: SlideContext): Generator<Block> {
  const type = findElement(shape, 'nvSpPr', 'nvPr', 'ph')?.attributes.type ?? '';
  const body = findElement(shape, 'txBody');
  if (!body) return;
  if (RUNNING.has(type)) {
    const text = listParagraphTexts(body).join('\n').trim();
    if (type !== 'sldNum' && text !== '') running.add(text);
    return;
  }
  if (/^(?:title|ctrTitle)$/.test(type)) {
    yield { kind: 'heading', level: 1, text: listParagraphTexts(body).join('\n'), page };
    return;
  }
  const counters: number[] = [];
  for (const paragraph of findAll(body, 'p')) {
    const content = getParagraphText(paragraph);
    if (content.trim() === '') continue;
    const level = Number(findElement(paragraph, 'pPr')?.attributes.lvl ?? 0) || 0;
    const text = nextLabel(paragraph, level, counters) + content;
    yield level > 0 ? { kind: 'list_item', level: level - 1, text, page } : { kind: 'paragraph', text, page };
  }
}

const NUMERALS: Readonly<Record<string, string>> = {
  alphaLc: 'lowerLetter',
  alphaUc: 'upperLetter',
  romanLc: 'lowerRoman',
  romanUc: 'upperRoman',
};

/** Returns the number before a paragraph of a numbered list. The counters are by level; other paragraphs end a list. */
function nextLabel(paragraph: XmlElement, level: number, counters: number[]): string {
  const numbering = findElement(paragraph, 'pPr', 'buAutoNum');
  counters.length = Math.min(counters.length, level + 1);
  if (!numbering) {
    counters.length = Math.min(counters.length, level);
    return '';
  }
  const count = (counters[level] ?? Number(numbering.attributes.startAt ?? 1) - 1) + 1;
  counters[level] = count;
  const [, form = '', signs = ''] =
    /^([a-z]+(?:Lc|Uc)?)(Period|ParenR|ParenBoth|Plain|Minus)?$/.exec(numbering.attributes.type ?? '') ?? [];
  const numeral = toNumeral(count, NUMERALS[form] ?? 'decimal');
  const [before, after] = { Period: ['', '.'], ParenR: ['', ')'], ParenBoth: ['(', ')'] }[signs] ?? ['', ''];
  return `${before}${numeral}${after} `;
}

async function* graphicFrame(frame: XmlElement, { office, relationships, page }: SlideContext): AsyncGenerator<Block> {
  const data = findElement(frame, 'graphic', 'graphicData');
  if (!data) return;
  const table = findElement(data, 'tbl');
  if (table) yield* toCellBlocks(readTableRows(table, page), { page, header: 'unknown' }, false);
  const chart = findElement(data, 'chart');
  const diagram = findElement(data, 'relIds');
  const id = (chart && getAttribute(chart, 'id')) ?? (diagram && getAttribute(diagram, 'dm'));
  const part = relationships.find((relationship) => relationship.id === id)?.target;
  yield* await readDrawings(office, part, page);
}

function readTableRows(table: XmlElement, page: number): BlockRow[] {
  const hasHeader = /^(?:1|true)$/.test(findElement(table, 'tblPr')?.attributes.firstRow ?? '');
  const rows = getElements(table).filter(({ name }) => name === 'tr');
  return rows.map((row, at) => ({
    isHeader: hasHeader && at === 0,
    cells: getElements(row)
      // Covered cells belong to the span of the cell to the left.
      .filter(({ name, attributes }) => name === 'tc' && !isSet(attributes.hMerge))
      .map((cell) => {
        const body = findElement(cell, 'txBody');
        const text = body ? listParagraphTexts(body).join('\n') : '';
        const blocks: Block[] = [{ kind: 'paragraph', text, page }];
        const columns = Number(cell.attributes.gridSpan ?? 1);
        return { blocks, columns, isContinued: isSet(cell.attributes.vMerge) };
      }),
  }));
}

const isSet = (value: string | undefined): boolean => /^(?:1|true)$/.test(value ?? '');
