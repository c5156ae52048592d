import { findAll, findElement, getAttribute, getElements, getText, isTurnedOn, type XmlElement } from '../ooxml/xml.ts';
import { toSymbol } from './symbols.ts';

/** A note or a comment that a paragraph refers to. */
export interface NoteReference {
  readonly kind: 'footnote' | 'endnote' | 'comment';
  readonly id: string;
}

/** Content of a paragraph. */
export interface ParagraphContent {
  text: string;
  /** Contents of its text boxes. */
  readonly boxes: XmlElement[];
  readonly references: NoteReference[];
  /** Relationship ids of its charts and diagrams. */
  readonly drawings: string[];
  /** Relationship ids of its pictures. */
  readonly pictures: string[];
  /** Parts of the open fields, the outermost first. */
  readonly fields: ('instruction' | 'result')[];
  /** Pages that begin before its text, and within or after it. */
  pagesBefore: number;
  pagesAfter: number;
  hasTrackedChanges: boolean;
  hasHiddenText: boolean;
  /** Whether it refers to a document in another file. */
  hasSubdocument: boolean;
  /** Whether it has symbols whose meaning depends on a font that is not known. */
  hasUnknownSymbols: boolean;
}

/** Elements without text: properties, deleted text and field parts. */
const SKIPPED = new Set([
  'pPr',
  'rPr',
  'sdtPr',
  'sdtEndPr',
  'instrText',
  'delInstrText',
  'delText',
  'tblPr',
  'footnoteRef',
  'endnoteRef',
  'annotationRef',
  'separator',
  'continuationSeparator',
]);

/** Reads a paragraph with all tracked changes accepted. */
export function readParagraph(paragraph: XmlElement): ParagraphContent {
  const content: ParagraphContent = {
    text: '',
    boxes: [],
    references: [],
    drawings: [],
    pictures: [],
    fields: [],
    pagesBefore: 0,
    pagesAfter: 0,
    hasTrackedChanges: findElement(paragraph, 'pPr', 'rPr', 'del') !== undefined,
    hasHiddenText: false,
    hasSubdocument: false,
    hasUnknownSymbols: false,
  };
  readChildren(paragraph, content);
  return content;
}

function readChildren(element: XmlElement, content: ParagraphContent): void {
  for (const child of getElements(element)) readElement(child, content);
}

function readElement(element: XmlElement, content: ParagraphContent): void {
  if (SKIPPED.has(element.name)) return;
  const read = READERS[element.name];
  if (read) read(element, content);
  else readChildren(element, content);
}

type Reader = (element: XmlElement, content: ParagraphContent) => void;

const addText =
  (text: string): Reader =>
  (_, content) => {
    content.text += text;
  };

const deleted: Reader = (_, content) => {
  content.hasTrackedChanges = true;
};

const inserted: Reader = (element, content) => {
  content.hasTrackedChanges = true;
  readChildren(element, content);
};

const referTo =
  (kind: NoteReference['kind']): Reader =>
  (element, content) => {
    const id = getAttribute(element, 'id');
    if (id !== undefined) content.references.push({ kind, id });
  };

/** Readers of elements that need more than their children. */
const READERS: Readonly<Record<string, Reader>> = {
  t: (element, content) => {
    // The result of a field within the instruction of another one is not shown.
    const isHidden = content.fields.at(-1) === 'result' && content.fields.includes('instruction');
    if (!isHidden) content.text += getText(element);
  },
  r: (element, content) => {
    if (!isTurnedOn(findElement(element, 'rPr', 'vanish'))) readChildren(element, content);
    else if (findElement(element, 't')) content.hasHiddenText = true;
  },
  tab: addText('\t'),
  ptab: addText('\t'),
  br: addText('\n'),
  cr: addText('\n'),
  noBreakHyphen: addText('\u2011'),
  sym: (element, content) => {
    const code = (getAttribute(element, 'char') ?? '').toUpperCase();
    const symbol = toSymbol(code, getAttribute(element, 'font') ?? '');
    content.text += symbol ?? '';
    content.hasUnknownSymbols ||= symbol === undefined;
  },
  del: deleted,
  moveFrom: deleted,
  ins: inserted,
  moveTo: inserted,
  lastRenderedPageBreak: (_, content) => {
    if (content.text.trim() === '') content.pagesBefore++;
    else content.pagesAfter++;
  },
  fldChar: (element, content) => {
    const type = getAttribute(element, 'fldCharType');
    if (type === 'begin') content.fields.push('instruction');
    else if (type === 'separate' && content.fields.length > 0) content.fields.splice(-1, 1, 'result');
    else if (type === 'end') content.fields.pop();
    content.text += getFieldText(element);
  },
  AlternateContent: (element, content) => {
    const chosen = findElement(element, 'Choice') ?? findElement(element, 'Fallback');
    if (chosen) readChildren(chosen, content);
  },
  txbxContent: (element, content) => {
    content.boxes.push(element);
  },
  // WordArt, such as a watermark.
  textpath: (element, content) => addLine(getAttribute(element, 'string'), content),
  // Text that describes a picture.
  docPr: (element, content) => addLine(getAttribute(element, 'descr'), content),
  shape: (element, content) => {
    addLine(getAttribute(element, 'alt'), content);
    readChildren(element, content);
  },
  blip: (element, content) => addPicture(getAttribute(element, 'embed'), content),
  imagedata: (element, content) => addPicture(getAttribute(element, 'id'), content),
  ruby: (element, content) => {
    for (const base of getElements(element).filter(({ name }) => name === 'rubyBase')) readChildren(base, content);
    const reading = findElement(element, 'rt');
    if (reading === undefined || !hasText(element, 'rt')) return;
    content.text += '(';
    readChildren(reading, content);
    content.text += ')';
  },
  chart: (element, content) => addDrawing(getAttribute(element, 'id'), content),
  relIds: (element, content) => addDrawing(getAttribute(element, 'dm'), content),
  subDoc: (_, content) => {
    content.hasSubdocument = true;
  },
  footnoteReference: referTo('footnote'),
  endnoteReference: referTo('endnote'),
  commentReference: referTo('comment'),
  // Mathematics, as it is written in one line.
  f: (element, content) => {
    // VML has an element with the same name.
    if (findElement(element, 'num')) readJoined(element, content, ['num', 'den'], '/');
  },
  nary: (element, content) => {
    content.text += findProperty(element, 'naryPr', 'chr') ?? '∫';
    readPart(element, content, 'sub', '_');
    readPart(element, content, 'sup', '^');
    readPart(element, content, 'e', ' ');
  },
  d: (element, content) => {
    const separator = findProperty(element, 'dPr', 'sepChr') ?? '|';
    content.text += findProperty(element, 'dPr', 'begChr') ?? '(';
    for (const [at, part] of getElements(element)
      .filter(({ name }) => name === 'e')
      .entries()) {
      if (at > 0) content.text += separator;
      readChildren(part, content);
    }
    content.text += findProperty(element, 'dPr', 'endChr') ?? ')';
  },
  sSubSup: (element, content) => {
    readPart(element, content, 'e', '');
    readPart(element, content, 'sub', '_');
    readPart(element, content, 'sup', '^');
  },
  sSup: (element, content) => readJoined(element, content, ['e', 'sup'], '^'),
  sSub: (element, content) => readJoined(element, content, ['e', 'sub'], '_'),
  rad: (element, content) => {
    content.text += '√';
    readPart(element, content, 'deg', '^');
    readPart(element, content, 'e', hasText(element, 'deg') ? ' ' : '');
  },
  sPre: (element, content) => {
    readPart(element, content, 'sub', '_');
    readPart(element, content, 'sup', '^');
    readPart(element, content, 'e', ' ');
  },
  func: (element, content) => readSeparated(element, content, ['fName', 'e'], ' '),
  limLow: (element, content) => readJoined(element, content, ['e', 'lim'], '_'),
  limUpp: (element, content) => readJoined(element, content, ['e', 'lim'], '^'),
  acc: (element, content) => {
    readChildren(element, content);
    content.text += findProperty(element, 'accPr', 'chr') ?? '\u0302';
  },
  m: (element, content) => readSeparated(element, content, ['mr'], '; '),
  mr: (element, content) => readSeparated(element, content, ['e'], ' '),
  eqArr: (element, content) => readSeparated(element, content, ['e'], '; '),
  // A paragraph of a drawing.
  p: (element, content) => {
    if (content.text.trim() !== '') content.text += '\n';
    readChildren(element, content);
  },
};

/** Reads the children of these names with a sign between them. */
function readSeparated(element: XmlElement, content: ParagraphContent, names: readonly string[], sign: string): void {
  for (const [at, part] of getElements(element)
    .filter(({ name }) => names.includes(name))
    .entries()) {
    if (at > 0) content.text += sign;
    readElement(part, content);
  }
}

const hasText = (element: XmlElement, name: string): boolean => {
  const part = findElement(element, name);
  return part !== undefined && findAll(part, 't').length > 0;
};

/** Reads a part of a formula after a sign, unless it is empty. */
function readPart(element: XmlElement, content: ParagraphContent, name: string, sign: string): void {
  if (!hasText(element, name)) return;
  content.text += sign;
  readJoined(element, content, [name], '');
}

/** Returns a property of a formula; undefined for its default. */
function findProperty(element: XmlElement, properties: string, name: string): string | undefined {
  const property = findElement(element, properties, name);
  return property && (getAttribute(property, 'val') ?? '');
}

/** Adds a text in a line of its own. */
function addLine(text: string | undefined, content: ParagraphContent): void {
  if (text?.trim()) content.text += content.text.trim() === '' ? text : `\n${text}`;
}

function addPicture(id: string | undefined, content: ParagraphContent): void {
  if (id !== undefined) content.pictures.push(id);
}

function addDrawing(id: string | undefined, content: ParagraphContent): void {
  if (id !== undefined) content.drawings.push(id);
}

function readJoined(element: XmlElement, content: ParagraphContent, names: readonly string[], sign: string): void {
  for (const [at, name] of names.entries()) {
    const part = findElement(element, name);
    if (at > 0) content.text += sign;
    if (!part) continue;
    const isOne = findAll(part, 't').map(getText).join('').length <= 1 && getElements(part).length <= 1;
    if (!isOne) content.text += '(';
    readChildren(part, content);
    if (!isOne) content.text += ')';
  }
}

/** Returns the value of a legacy form field, which is not in the text. */
function getFieldText(element: XmlElement): string {
  const data = findElement(element, 'ffData');
  if (!data) return '';
  const box = findElement(data, 'checkBox');
  if (box) return isTurnedOn(findElement(box, 'checked') ?? findElement(box, 'default')) ? '☒' : '☐';
  const list = findElement(data, 'ddList');
  if (!list) return '';
  const result = findElement(list, 'result') ?? findElement(list, 'default');
  const entries = getElements(list).filter(({ name }) => name === 'listEntry');
  const entry = entries[Number((result && getAttribute(result, 'val')) ?? 0)];
  return (entry && getAttribute(entry, 'val')) ?? '';
}
