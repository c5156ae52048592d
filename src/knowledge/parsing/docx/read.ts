import { type BlockCell, type BlockRow, isPageLayout, toCellBlocks } from '../cells.ts';
import type { Block } from '../contract.ts';
import type { Reading } from '../kinds/kind.ts';
import { parseLanguageTag } from '../language.ts';
import { readDrawings } from '../ooxml/chart.ts';
import { OfficePackage, type Relationship, warnAboutEmbedded } from '../ooxml/package.ts';
import {
  findElement,
  getAttribute,
  getElements,
  isTurnedOn,
  listChildElements,
  readElement,
  type XmlElement,
} from '../ooxml/xml.ts';
import { PAGE_NUMBER } from '../pages.ts';
import { type NotesById, readNotes, toNoteKey } from './notes.ts';
import { Numbering } from './numbering.ts';
import { type NoteReference, type ParagraphContent, readParagraph } from './paragraph.ts';
import { Styles } from './styles.ts';

/** Elements that only wrap other elements. */
const WRAPPERS = new Set(['sdt', 'sdtContent', 'customXml', 'smartTag', 'ins', 'moveTo', 'Choice']);

/** Elements of one paragraph. A formula can stand outside of paragraphs. */
const PARAGRAPHS = new Set(['p', 'oMathPara', 'oMath']);

/** The blocks of a DOCX file in reading order. */
export async function* readDocx(reading: Reading): AsyncGenerator<Block> {
  const { file, notes } = reading;
  const office = await OfficePackage.open(file);
  const main = await office.mainPart();
  const relationships = await office.relationships(main);
  const streamOf = async (type: string) => {
    const found = relationships.find((relationship) => relationship.type === type);
    return found && (await office.stream(found.target));
  };
  const properties = await office.properties();
  notes.properties = properties;
  notes.title = properties.get('title') ?? null;
  const styles = await Styles.read(await streamOf('styles'));
  notes.defaultLanguage = parseLanguageTag(styles.defaultLanguage);
  const reader = new DocxReader({
    reading,
    office,
    relationships,
    styles,
    numbering: await Numbering.read(await streamOf('numbering')),
    notesById: await readNotes(office, relationships),
    page: (await statesPages(office, main)) ? 1 : null,
  });
  for await (const element of listChildElements(await office.stream(main), 'body')) yield* reader.topLevel(element);
  yield* reader.otherComments();
  notes.pageCount = reader.page;
  yield* reader.headersAndFooters();
  reader.warn();
  warnAboutEmbedded(relationships, notes);
}

/** Whether the document contains page breaks. */
async function statesPages(office: OfficePackage, main: string): Promise<boolean> {
  const stream = await office.stream(main);
  let tail = '';
  for await (const piece of stream ?? []) {
    const text = tail + (piece as Buffer).toString('latin1');
    if (text.includes('lastRenderedPageBreak')) return true;
    tail = text.slice(-30);
  }
  return false;
}

interface DocxParts {
  readonly reading: Reading;
  readonly office: OfficePackage;
  readonly relationships: readonly Relationship[];
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly notesById: NotesById;
  readonly page: number | null;
}

/** Whether a paragraph is the large first letter of the next one. */
function isDropCap(paragraph: XmlElement): boolean {
  const frame = findElement(paragraph, 'pPr', 'framePr');
  return frame !== undefined && /^(?:drop|margin)$/.test(getAttribute(frame, 'dropCap') ?? '');
}

class DocxReader {
  readonly #parts: DocxParts;
  /** Relationships of the part that is read. */
  #relationships: readonly Relationship[];
  /** Current page from 1. Null if the document has no pages. */
  page: number | null;
  /** Pending notes, which follow the block that refers to them. */
  #references: NoteReference[] = [];
  readonly #seen = new Set<string>();
  #hasTrackedChanges = false;
  #hasHiddenText = false;
  #hasSubdocument = false;
  #hasUnknownSymbols = false;
  /** Text of a paragraph with a deleted mark, which the next paragraph continues. */
  #pendingText = '';

  constructor(parts: DocxParts) {
    this.#parts = parts;
    this.#relationships = parts.relationships;
    this.page = parts.page;
  }

  /** The blocks of an element of the body, then the notes that it refers to. */
  async *topLevel(element: XmlElement): AsyncGenerator<Block> {
    yield* this.#blocksOf(element);
    yield* this.#pendingNotes();
  }

  /** Yields the comments that no text refers to. */
  async *otherComments(): AsyncGenerator<Block> {
    yield* this.#flushBegun();
    const keys = [...this.#parts.notesById.keys()].filter((key) => key.startsWith('comment '));
    for (const key of keys) this.#references.push({ kind: 'comment', id: key.slice('comment '.length) });
    yield* this.#pendingNotes();
  }

  /** Yields each header and footer once, without page numbers. */
  async *headersAndFooters(): AsyncGenerator<Block> {
    const { office, relationships } = this.#parts;
    const seen = new Set<string>();
    for (const { target } of relationships.filter(({ type }) => type === 'header' || type === 'footer')) {
      const root = await readElement(await office.stream(target));
      this.#relationships = await office.relationships(target);
      for (const element of root ? getElements(root) : [])
        for await (const block of this.#blocksOf(element)) {
          const text = block.text.trim();
          if (text === '' || seen.has(text) || PAGE_NUMBER.test(text)) continue;
          seen.add(text);
          yield block.kind === 'heading' ? { kind: 'paragraph', text, page: null } : { ...block, page: null };
        }
    }
    yield* this.#pendingNotes();
  }

  warn(): void {
    const { warnings } = this.#parts.reading.notes;
    if (this.#hasTrackedChanges)
      warnings.add('The document has tracked changes; it was read with all of them accepted.');
    if (this.#hasSubdocument) warnings.add('The document refers to subdocuments in other files, which were not read.');
    if (this.#hasHiddenText) warnings.add('The document has hidden text, which was skipped.');
    if (this.#hasUnknownSymbols) warnings.add('Symbols of special fonts were not read.');
  }

  async *#blocksOf(element: XmlElement): AsyncGenerator<Block> {
    if (PARAGRAPHS.has(element.name)) yield* this.#paragraph(element);
    else if (element.name === 'tbl') yield* this.#table(element);
    else if (element.name === 'altChunk') yield* this.#embeddedText(element);
    else if (element.name === 'AlternateContent') {
      const chosen = findElement(element, 'Choice') ?? findElement(element, 'Fallback');
      for (const child of chosen ? getElements(chosen) : []) yield* this.#blocksOf(child);
    } else if (element.name === 'del' || element.name === 'moveFrom') this.#hasTrackedChanges = true;
    // Elements of other vendors and later versions can contain paragraphs.
    else if (!element.name.endsWith('Pr')) yield* this.#readElementBlocks(element);
  }

  async *#readElementBlocks(element: XmlElement): AsyncGenerator<Block> {
    for (const child of getElements(element)) yield* this.#blocksOf(child);
  }

  async *#paragraph(element: XmlElement): AsyncGenerator<Block> {
    const content = readParagraph(element);
    this.#hasTrackedChanges ||= content.hasTrackedChanges;
    this.#hasHiddenText ||= content.hasHiddenText;
    this.#hasSubdocument ||= content.hasSubdocument;
    this.#hasUnknownSymbols ||= content.hasUnknownSymbols;
    if (this.page !== null) this.page += content.pagesBefore;
    const text = this.#pendingText + content.text;
    const isContinued = findElement(element, 'pPr', 'rPr', 'del') !== undefined || isDropCap(element);
    this.#pendingText = isContinued ? text : '';
    if (!isContinued && text.trim() !== '') yield this.#textBlock(element, text);
    if (this.page !== null) this.page += content.pagesAfter;
    this.#references.push(...content.references);
    for (const box of content.boxes) yield* this.#readElementBlocks(box);
    yield* this.#drawings(content);
  }

  #textBlock(element: XmlElement, text: string): Block {
    const { styles, numbering } = this.#parts;
    const properties = findElement(element, 'pPr');
    const style = findElement(properties, 'pStyle');
    const styleId = style && getAttribute(style, 'val');
    const level = styles.headingLevel(styleId, properties);
    const position = styles.findListPosition(styleId, properties);
    const label = position ? numbering.nextLabel(position) : '';
    const labelled = label === '' ? text : `${label} ${text.trimStart()}`;
    const { page } = this;
    if (level !== undefined) return { kind: 'heading', level, text: labelled, page };
    return position
      ? { kind: 'list_item', level: position.level, text: labelled, page }
      : { kind: 'paragraph', text: labelled, page };
  }

  async *#drawings({ drawings, pictures }: ParagraphContent): AsyncGenerator<Block> {
    const { office, reading, relationships } = this.#parts;
    const find = (id: string) => this.#relationships.find((relationship) => relationship.id === id)?.target;
    for (const id of drawings) yield* await readDrawings(office, find(id), this.page);
    // Pictures of headers and footers are decoration.
    const parts = this.#relationships === relationships ? pictures.map(find) : [];
    for (const part of parts)
      if (part !== undefined) yield* reading.pictures.read(reading, office.picture(part), this.page);
  }

  *#flushBegun(): Generator<Block> {
    if (this.#pendingText.trim() !== '') yield { kind: 'paragraph', text: this.#pendingText, page: this.page };
    this.#pendingText = '';
  }

  async *#table(element: XmlElement): AsyncGenerator<Block> {
    yield* this.#flushBegun();
    const { page } = this;
    for (const name of ['tblCaption', 'tblDescription']) {
      const description = findElement(element, 'tblPr', name);
      const text = (description && getAttribute(description, 'val')) ?? '';
      if (text.trim() !== '') yield { kind: 'paragraph', text, page };
    }
    const rows: BlockRow[] = [];
    for (const row of this.#unwrapped(element, 'tr')) {
      const properties = findElement(row, 'trPr');
      if (findElement(properties, 'del')) {
        this.#hasTrackedChanges = true;
        continue;
      }
      const before = findElement(properties, 'gridBefore');
      const cells: BlockCell[] = [];
      for (const cell of this.#unwrapped(row, 'tc')) cells.push(await this.#cell(cell));
      const isHeader = isTurnedOn(findElement(properties, 'tblHeader'));
      rows.push({ cells, isHeader, skipped: before && Number(getAttribute(before, 'val')) });
    }
    yield* toCellBlocks(rows, { page, header: 'unknown' }, isPageLayout(rows));
  }

  async #cell(cell: XmlElement): Promise<BlockCell> {
    const properties = findElement(cell, 'tcPr');
    const span = findElement(properties, 'gridSpan');
    const merge = findElement(properties, 'vMerge');
    const blocks: Block[] = [];
    if (findElement(properties, 'cellDel')) this.#hasTrackedChanges = true;
    else for await (const block of this.#readElementBlocks(cell)) blocks.push(block);
    return {
      blocks,
      columns: span && Number(getAttribute(span, 'val')),
      isContinued: merge !== undefined && getAttribute(merge, 'val') !== 'restart',
    };
  }

  /** Returns the elements of a name, also those inside wrappers. */
  #unwrapped(element: XmlElement, name: string): XmlElement[] {
    return getElements(element).flatMap((child) => {
      if (child.name === name) return [child];
      return WRAPPERS.has(child.name) ? this.#unwrapped(child, name) : [];
    });
  }

  async *#pendingNotes(): AsyncGenerator<Block> {
    for (let next = this.#references.shift(); next; next = this.#references.shift()) {
      const key = toNoteKey(next);
      const note = this.#parts.notesById.get(key);
      if (!note || this.#seen.has(key)) continue;
      this.#seen.add(key);
      const texts: string[] = [];
      for await (const { text } of this.#readElementBlocks(note)) texts.push(text.trim());
      const text = texts.join('\n');
      const author = getAttribute(note, 'author');
      if (text !== '' && next.kind !== 'comment') yield { kind: 'paragraph', text, page: this.page };
      else if (text !== '')
        yield { kind: 'quote', text: `Comment${author ? ` by ${author}` : ''}: ${text}`, page: this.page };
    }
  }

  /** Reads an embedded document. */
  async *#embeddedText(element: XmlElement): AsyncGenerator<Block> {
    const { office, reading } = this.#parts;
    const id = getAttribute(element, 'id');
    const part = this.#relationships.find((relationship) => relationship.id === id)?.target;
    const stream = part === undefined ? undefined : await office.stream(part);
    if (part === undefined || !stream) {
      reading.notes.warnings.add('The document refers to a document outside of its file, which was not read.');
      return;
    }
    if (!reading.readNested) {
      reading.notes.warnings.add(`The embedded document ${part} was not read: it is nested too deeply.`);
      return;
    }
    const bytes = Buffer.concat(await stream.toArray());
    yield* reading.readNested(bytes, part, office.contentType(part));
  }
}
