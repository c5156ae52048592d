import { CFB, utils, write } from '@e965/xlsx';

/** Returns a compound file (OLE) of streams by path. */
export function createOle(streams: Readonly<Record<string, Buffer>>): Buffer {
  const ole = CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) CFB.utils.cfb_add(ole, `/${path}`, content);
  return Buffer.from(CFB.write(ole, { type: 'buffer' }) as Buffer);
}

/** Place of the text in the main stream of a Word file, and offsets in its header. */
const TEXT_OFFSET = 1024;
const [MAGIC, FLAGS, TEXT_LENGTH, PIECES_OFFSET, PIECES_SIZE] = [0, 0x0a, 0x4c, 0x1a2, 0x1a6];

/** Returns a Word 97 file. Paragraphs and rows end with `\r`, cells with `\x07`. */
export function createDoc(
  text: string,
  { flags = 0, magic = 0xa5ec, summary = Buffer.alloc(0) as Buffer } = {},
): Buffer {
  const main = Buffer.concat([Buffer.alloc(TEXT_OFFSET), Buffer.from(text, 'utf16le')]);
  main.writeUInt16LE(magic, MAGIC);
  main.writeUInt16LE(flags, FLAGS);
  main.writeUInt32LE(text.length, TEXT_LENGTH);
  const pieces = Buffer.alloc(21);
  pieces.writeUInt8(2, 0);
  pieces.writeUInt32LE(16, 1);
  pieces.writeUInt32LE(text.length, 9);
  pieces.writeUInt32LE(TEXT_OFFSET, 15);
  main.writeUInt32LE(0, PIECES_OFFSET);
  main.writeUInt32LE(pieces.length, PIECES_SIZE);
  return createOle({ WordDocument: main, '0Table': pieces, '\u0005SummaryInformation': summary });
}

/** Returns the document properties of an old Office file: texts by number, in a codepage. */
export function createSummary(texts: Readonly<Record<number, Buffer>>, codepage: number): Buffer {
  const values = Object.entries(texts).map(
    ([id, text]) => [Number(id), Buffer.concat([numbers(0x1e, text.length + 1), text, Buffer.alloc(1)])] as const,
  );
  const all = [[1, numbers(2, codepage)] as const, ...values];
  let offset = 8 + all.length * 8;
  const entries = all.map(([id, { length }]) => {
    offset += length;
    return numbers(id, offset - length);
  });
  const set = Buffer.concat([numbers(offset, all.length), ...entries, ...all.map(([, value]) => value)]);
  return Buffer.concat([Buffer.alloc(44), numbers(48), set]);
}

/** Returns an Excel 97 file with one sheet of rows, merged ranges and comments by cell, and a hidden sheet. */
export function createXls(
  rows: readonly (readonly unknown[])[],
  merged: readonly string[],
  comments: Readonly<Record<string, string>>,
): Buffer {
  const sheet = utils.aoa_to_sheet(rows as unknown[][], { cellDates: true, UTC: true });
  sheet['!merges'] = merged.map((range) => utils.decode_range(range));
  for (const [place, t] of Object.entries(comments)) sheet[place].c = [{ a: 'Ann', t }];
  const Sheets = { Fares: sheet, Wages: utils.aoa_to_sheet([['Secret'], [7]]) };
  const workbook = { SheetNames: ['Fares', 'Wages'], Sheets, Workbook: { Sheets: [{}, { Hidden: 1 as const }] } };
  return Buffer.from(write(workbook, { type: 'buffer', bookType: 'biff8' }) as Buffer);
}

/** Text properties of a message by their tag in hexadecimal. */
type MessageTexts = Readonly<Record<string, string>>;

/** Returns an Outlook message with a recipient and attachments by name. */
export function createMsg(
  texts: MessageTexts,
  recipient: MessageTexts = {},
  attachments: Readonly<Record<string, Buffer>> = {},
): Buffer {
  const toStreams = (folder: string, values: MessageTexts) =>
    Object.entries(values).map(([tag, text]) => [`${folder}__substg1.0_${tag}001F`, Buffer.from(text, 'utf16le')]);
  const files = Object.entries(attachments).flatMap(([name, content], at) => {
    const folder = `__attach_version1.0_#0000000${at}/`;
    return [
      [`${folder}__properties_version1.0`, Buffer.alloc(8)],
      [`${folder}__substg1.0_37010102`, content],
      ...toStreams(folder, { '3707': name }),
    ];
  });
  return createOle({
    '__properties_version1.0': Buffer.alloc(32),
    '__nameid_version1.0/__substg1.0_00020102': Buffer.alloc(0),
    ...Object.fromEntries([
      ...toStreams('', texts),
      ['__recip_version1.0_#00000000/__properties_version1.0', toRecipientType()],
      ...toStreams('__recip_version1.0_#00000000/', recipient),
      ...files,
    ]),
  });
}

/** Properties of a recipient in `To`. */
function toRecipientType(): Buffer {
  const properties = Buffer.alloc(24);
  properties.writeUInt32LE(0x0c150003, 8);
  properties.writeUInt32LE(1, 16);
  return properties;
}

/** A slide of {@link createPpt}. */
interface PptSlide {
  readonly title: string;
  /** Paragraphs end with `\r`. */
  readonly body?: string;
  readonly notes?: string;
  readonly comment?: string;
  readonly isHidden?: boolean;
  /** Texts of cells with their left, top, right and bottom edges. */
  readonly cells?: readonly (readonly [string, number, number, number, number])[];
}

interface PptOptions {
  readonly footer?: string;
  readonly token?: number;
  /** Numbers of the slides in the list. */
  readonly listed?: readonly number[];
}

/** Returns a PowerPoint 97 file, whose stream begins with an older save of the first slide. */
export function createPpt(
  slides: readonly PptSlide[],
  { footer = '', token = 0xe391c05f, listed = slides.map((_, at) => at) }: PptOptions = {},
): Buffer {
  const parts: Buffer[] = [];
  const offsets = new Map<number, number>();
  const persist = (id: number, content: Buffer) => {
    offsets.set(
      id,
      parts.reduce((sum, { length }) => sum + length, 0),
    );
    parts.push(content);
  };
  const save = () => {
    const runs = [...offsets].map(([id, offset]) => numbers(id | (1 << 20), offset));
    parts.push(record(0x1772, runs), record(0x0ff5, [numbers(0, 0, 0, 0, DOCUMENT_ID, 0, 0)]));
  };
  const idOf = (at: number) => DOCUMENT_ID + 1 + 2 * at;
  persist(idOf(0), toSlide({ title: '' }, 0, 'The title of an older save.'));
  save();
  for (const [at, slide] of slides.entries()) {
    persist(idOf(at), toSlide(slide, at));
    persist(idOf(at) + 1, container(0x03f0, [drawing([shape(text(2, slide.notes ?? ''))])]));
  }
  const list = listed.flatMap((at) => [
    record(0x03f3, [numbers(idOf(at), 0, 2, 256 + at, 0)]),
    text(0, slides[at]?.title ?? ''),
    text(1, slides[at]?.body ?? ''),
  ]);
  const notes = slides.map((_, at) => record(0x03f3, [numbers(idOf(at) + 1, 0, 0, 512 + at, 0)]));
  const footers = [record(0x0fda, [numbers(0x0020 << 16)]), string(footer, 2)];
  const lists = [container(0x0ff0, list), container(0x0ff0, notes, 2), container(0x0fd9, footers, 3)];
  persist(DOCUMENT_ID, container(0x03e8, lists));
  save();
  const user = record(0x0ff6, [numbers(20, token, 0, 0x03f4 << 16)]);
  return createOle({ 'PowerPoint Document': Buffer.concat(parts), 'Current User': user });
}

const DOCUMENT_ID = 1;

function toSlide({ cells = [], comment = '', isHidden = false }: PptSlide, at: number, own = ''): Buffer {
  const table = container(0xf003, [
    container(0xf004, [record(0xf122, [Buffer.from([0x9f, 0x03]), numbers(1)], 1)]),
    ...cells.map(([content, ...edges]) => shape(text(4, content), record(0xf00f, [numbers(...edges)]))),
  ]);
  const number = container(0xf011, [record(0x0bc3, [numbers(0, 8)])]);
  const shapes = [
    shape(record(0x0f9e, [numbers(1)])),
    shape(record(0x0f9e, [numbers(0)])),
    shape(text(4, '*'), number),
    ...(cells.length > 0 ? [table] : []),
    ...(own === '' ? [] : [shape(text(0, own))]),
  ];
  const tags = [container(0x138a, [record(0x138b, [container(0x2ee0, [string(comment, 1)])])])];
  return container(0x03ee, [
    record(0x03ef, [numbers(0, 0, 0, 0, 512 + at, 0)]),
    record(0x03f9, [numbers(0, 0, isHidden ? 0x0004 << 16 : 0, 0)]),
    drawing(shapes),
    container(0x1388, tags),
  ]);
}

const drawing = (shapes: readonly Buffer[]) =>
  container(0x040c, [container(0xf002, [container(0xf003, [container(0xf004, []), ...shapes])])]);

const shape = (content: Buffer, ...others: readonly Buffer[]) =>
  container(0xf004, [...others, container(0xf00d, [content])]);

/** A text with its kind, in one byte per character if they suffice. */
function text(type: number, content: string): Buffer {
  const isNarrow = /^[\0-\xff]*$/.test(content);
  const characters = record(isNarrow ? 0x0fa8 : 0x0fa0, [Buffer.from(content, isNarrow ? 'latin1' : 'utf16le')]);
  return Buffer.concat([record(0x0f9f, [numbers(type)]), characters]);
}

const string = (content: string, instance: number) => record(0x0fba, [Buffer.from(content, 'utf16le')], instance);

const container = (type: number, children: readonly Buffer[], instance = 0) => record(type, children, instance, 0xf);

function record(type: number, content: readonly Buffer[], instance = 0, version = 0): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16LE((instance << 4) | version, 0);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(
    content.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  return Buffer.concat([header, ...content]);
}

const numbers = (...values: readonly number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
