import type { Block } from '../contract.ts';
import type { GridRow } from '../grid.ts';
import type { Reading } from '../kinds/kind.ts';
import { listParagraphTexts, readDrawings } from '../ooxml/chart.ts';
import { OfficePackage, warnAboutEmbedded } from '../ooxml/package.ts';
import { findAll, findElement, getAttribute, getText, readElement } from '../ooxml/xml.ts';
import { toTableBlocks } from '../tables.ts';
import { readMergedRanges } from './merged.ts';
import { iterateRows } from './sheet.ts';
import { readWorkbook } from './workbook.ts';

/** Yields the blocks of an XLSX file: per sheet a heading, a table, page headers and footers, text boxes and comments. */
export async function* readXlsx(reading: Reading): AsyncGenerator<Block> {
  const { file, notes } = reading;
  const office = await OfficePackage.open(file);
  notes.properties = await office.properties();
  const workbook = await readWorkbook(office);
  for (const { name, part, isHidden } of workbook.sheets) {
    const stream = await office.stream(part);
    if (!stream) continue;
    const merged = await readMergedRanges(await office.stream(part));
    const relationships = await office.relationships(part);
    const title = isHidden ? `${name} (hidden sheet)` : name;
    if (isHidden) notes.warnings.add(`The sheet ${JSON.stringify(name)} is hidden; it was read.`);
    const headersAndFooters = new Set<string>();
    const rows = iterateRows(stream, { workbook, merged, notes, headersAndFooters });
    yield* underHeading(title, contents(rows, headersAndFooters, { reading, office, relationships }));
    warnAboutEmbedded(relationships, notes);
  }
  for (const part of await readCellPictures(office)) yield* reading.pictures.read(reading, office.picture(part));
}

/** Returns the parts of the pictures in cells. */
async function readCellPictures(office: OfficePackage): Promise<string[]> {
  const lists = (await office.relationships(await office.mainPart())).filter(({ type }) => CELL_PICTURES.test(type));
  const relationships = await Promise.all(lists.map(({ target }) => office.relationships(target)));
  return relationships.flat().flatMap(({ type, target }) => (type === 'image' ? [target] : []));
}

/** Types of the parts that list pictures in cells: Excel's and WPS Office's. */
const CELL_PICTURES = /^(?:richValueRel|cellImage)$/i;

interface SheetParts {
  readonly reading: Reading;
  readonly office: OfficePackage;
  readonly relationships: Awaited<ReturnType<OfficePackage['relationships']>>;
}

async function* contents(
  rows: AsyncIterable<GridRow>,
  headersAndFooters: ReadonlySet<string>,
  { reading, office, relationships }: SheetParts,
): AsyncGenerator<Block> {
  yield* toTableBlocks(rows, { page: null, header: 'likely', hasTitles: true });
  // They follow the rows in the file, so they are known only now.
  for (const text of headersAndFooters) yield { kind: 'paragraph', text, page: null };
  for (const { type, target } of relationships) {
    if (type === 'drawing') yield* drawing(reading, office, target);
    if (type === 'threadedComment') yield* readThreadedComments(office, target);
    // Threaded comments repeat themselves as notes for old programs.
    if (type === 'comments') yield* comments(office, target);
  }
}

/** Yields the sheet name before its blocks; nothing for empty sheets. */
async function* underHeading(name: string, blocks: AsyncIterable<Block>): AsyncGenerator<Block> {
  let isFirst = true;
  for await (const block of blocks) {
    if (isFirst) yield { kind: 'heading', level: 1, text: name, page: null };
    isFirst = false;
    yield block;
  }
}

/** Yields the texts of a drawing: text boxes, diagrams, pictures, and titles of charts, whose data are in cells. */
async function* drawing(reading: Reading, office: OfficePackage, part: string): AsyncGenerator<Block> {
  const root = await readElement(await office.stream(part));
  const relationships = root ? await office.relationships(part) : [];
  for (const { target } of relationships.filter(({ type }) => /^(?:chart|chartEx|diagramData)$/.test(type)))
    yield* await readDrawings(office, target, null, false);
  for (const body of root ? findAll(root, 'txBody') : [])
    yield { kind: 'paragraph', text: listParagraphTexts(body).join('\n'), page: null };
  const pictures = relationships.filter(({ type }) => type === 'image');
  for (const { target } of pictures) yield* reading.pictures.read(reading, office.picture(target));
}

async function* comments(office: OfficePackage, part: string): AsyncGenerator<Block> {
  const root = await readElement(await office.stream(part));
  for (const comment of root ? findAll(root, 'comment') : []) {
    const text = findElement(comment, 'text');
    const commentText = text ? findAll(text, 't').map(getText).join('').trim() : '';
    const cellRef = getAttribute(comment, 'ref') ?? '';
    if (commentText !== '' && !/^\[Threaded comment\]/i.test(commentText))
      yield { kind: 'quote', text: `Comment on ${cellRef}: ${commentText}`, page: null };
  }
}

async function* readThreadedComments(office: OfficePackage, part: string): AsyncGenerator<Block> {
  const root = await readElement(await office.stream(part));
  for (const comment of root ? findAll(root, 'threadedComment') : []) {
    const text = findAll(comment, 'text').map(getText).join('').trim();
    if (text !== '')
      yield { kind: 'quote', text: `Comment on ${getAttribute(comment, 'ref') ?? ''}: ${text}`, page: null };
  }
}
