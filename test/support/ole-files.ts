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
export function createDoc(text: string, { flags = 0, magic = 0xa5ec } = {}): Buffer {
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
  return createOle({ WordDocument: main, '0Table': pieces });
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
