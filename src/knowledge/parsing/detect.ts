import { ParseError } from './contract.ts';
import { PARSER_KINDS } from './kinds/index.ts';
import type { Notes, ParserKind } from './kinds/kind.ts';
import { OfficePackage } from './ooxml/package.ts';
import type { SourceFile } from './source-file.ts';
import { looksLikeText } from './text/charset.ts';
import { Archive } from './zip.ts';

/** What was said of a file. */
interface Stated {
  readonly mediaType: string | null;
  readonly name: string;
}

/** The kind of plain text, which reads what no other kind is known to. */
const PLAIN = 'text';

/** Files that are not read, by how they begin. */
const UNREAD: readonly { readonly what: string; readonly begins: string }[] = [
  {
    what: 'a Word, Excel or PowerPoint file of before 2007; save it as DOCX, XLSX or PPTX',
    begins: 'd0cf11e0a1b11ae1',
  },
  { what: 'an RTF file; save it as DOCX', begins: '7b5c727466' },
  { what: 'a compressed file; unpack it first', begins: '1f8b' },
  { what: 'a 7-Zip archive; unpack it first', begins: '377abcaf271c' },
  { what: 'a RAR archive; unpack it first', begins: '526172211a07' },
  { what: 'a program', begins: '7f454c46' },
  { what: 'a program', begins: '4d5a90' },
];

/** Stands in encrypted office files as the name of a stream, in UTF-16. */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * The kind of a document: what its bytes show counts, then the ending of its name, then what was stated. Throws a ParseError
 * where it is none that is read, or is said to be of a kind that its bytes can't be of.
 */
export async function kindOf(file: SourceFile, stated: Stated, notes: Notes): Promise<ParserKind> {
  const said = saidKind(stated);
  const shown = (await insideZip(file, said)) ?? PARSER_KINDS.find(({ shows }) => shows?.(file.beginning));
  if (shown) return agreed(shown, said, notes);
  await refuseUnread(file);
  const name = said ? `It is said to be ${said.name.toUpperCase()}, but ` : '';
  if (!looksLikeText(file.beginning)) {
    if (said) throw new ParseError('TYPE_MISMATCH', `${name}its bytes are not of such a file.`);
    throw new ParseError('UNSUPPORTED_TYPE', 'Files of its type are not read.');
  }
  if (said && !said.isText) throw new ParseError('TYPE_MISMATCH', `${name}it holds text and nothing of such a file.`);
  return said ?? named(PLAIN);
}

/** The kind that bytes show, with a warning where another was stated. */
function agreed(shown: ParserKind, said: ParserKind | undefined, notes: Notes): ParserKind {
  // Text that begins like HTML may be Markdown, or a mail, by its name.
  if (said?.isText && shown.isText) return said.name === PLAIN ? shown : said;
  if (said && said.name !== shown.name)
    notes.warnings.add(
      `It is said to be ${said.name.toUpperCase()}, but is ${shown.name.toUpperCase()} and read as that.`,
    );
  return shown;
}

/** The kind that a name ends in, or that was stated. */
export function saidKind({ mediaType, name }: Stated): ParserKind | undefined {
  const ending = /\.\w{1,10}$/.exec(name.trim().toLowerCase())?.[0];
  const byName = ending && PARSER_KINDS.find(({ endings }) => endings.includes(ending));
  if (byName) return byName;
  const bare = mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return PARSER_KINDS.find(({ mediaType: own, alsoStated }) => own === bare || alsoStated.includes(bare));
}

const named = (name: string): ParserKind => {
  const kind = PARSER_KINDS.find((one) => one.name === name);
  if (!kind) throw new Error(`there is no parser ${name}`);
  return kind;
};

async function insideZip(file: SourceFile, said: ParserKind | undefined): Promise<ParserKind | undefined> {
  if (!file.beginning.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return undefined;
  const office = await OfficePackage.find(await Archive.open(file));
  const main = await office?.findMainPart();
  const type = main === undefined ? '' : (office?.contentType(main) ?? '');
  const kind = PARSER_KINDS.find(({ mainPart }) => mainPart?.test(type));
  if (kind) return kind;
  if (type.includes('ms-excel.sheet.binary'))
    throw new ParseError('UNSUPPORTED_TYPE', 'It is a binary Excel file (XLSB); save it as XLSX.');
  if (said)
    throw new ParseError(
      'TYPE_MISMATCH',
      `It is said to be ${said.name.toUpperCase()}, but is a ZIP archive of something else.`,
    );
  throw new ParseError('UNSUPPORTED_TYPE', 'It is a ZIP archive; upload the documents in it one by one.');
}

async function refuseUnread(file: SourceFile): Promise<void> {
  const begins = file.beginning.subarray(0, 8).toString('hex');
  const found = UNREAD.find((unread) => begins.startsWith(unread.begins));
  if (!found) return;
  if (found.begins === UNREAD[0]?.begins && (await file.all()).includes(ENCRYPTED_PACKAGE))
    throw new ParseError('PASSWORD_PROTECTED', 'It is protected by a password; save it without one.');
  throw new ParseError('UNSUPPORTED_TYPE', `It is ${found.what}.`);
}
