import type { Message } from '../../platform/messages.ts';
import { ParseError } from './contract.ts';
import { parseFailures } from './failures.ts';
import { PARSER_KINDS } from './kinds/index.ts';
import type { Notes, ParserKind } from './kinds/kind.ts';
import { OfficePackage } from './ooxml/package.ts';
import type { SourceFile } from './source-file.ts';
import { isLikelyText } from './text/charset.ts';
import { Archive } from './zip.ts';

/** Declared type of a file. */
interface StatedType {
  readonly mediaType: string | null;
  readonly name: string;
}

/** Fallback kind for text. */
const PLAIN_TEXT = 'text';

/** First bytes of Office files from before 2007, and of encrypted newer ones. */
const OLE_MAGIC = 'd0cf11e0a1b11ae1';

/** File types that are not supported, by their first bytes in hexadecimal. */
const UNSUPPORTED_TYPES: readonly { readonly failure: Message; readonly begins: string }[] = [
  { failure: parseFailures.compressed_file_not_supported, begins: '1f8b' },
  { failure: parseFailures.archive_not_supported({ type: '7-Zip' }), begins: '377abcaf271c' },
  { failure: parseFailures.archive_not_supported({ type: 'RAR' }), begins: '526172211a07' },
  { failure: parseFailures.program_not_supported, begins: '7f454c46' },
  { failure: parseFailures.program_not_supported, begins: '4d5a90' },
];

/** Stream of encrypted Office files. */
const ENCRYPTED_PACKAGE = 'EncryptedPackage';

/** Entries of Pages, Numbers and Keynote files, which are ZIP archives. */
const IWORK_ENTRY = /^(?:Index\/Document\.iwa|(?:Metadata\/)?buildVersionHistory\.plist)$/i;

/**
 * Detects the kind of a document by its bytes, then its extension, then its declared type. Throws a ParseError if the
 * kind is not supported or its bytes contradict the declared type.
 */
export async function detectKind(file: SourceFile, stated: StatedType, notes: Notes): Promise<ParserKind> {
  const statedKind = findStatedKind(stated);
  const detectedKind =
    (await detectZipKind(file, statedKind)) ??
    (await detectOleKind(file)) ??
    PARSER_KINDS.find(({ shows }) => shows?.(file.beginning));
  if (detectedKind) return reconcileKinds(detectedKind, statedKind, notes);
  assertSupported(file);
  const kind = statedKind?.name.toUpperCase() ?? '';
  if (!isLikelyText(file.beginning)) {
    if (statedKind) throw new ParseError('TYPE_MISMATCH', parseFailures.declared_type_mismatch({ kind }));
    throw new ParseError('UNSUPPORTED_TYPE', parseFailures.file_type_not_supported);
  }
  if (statedKind && !statedKind.isText)
    throw new ParseError('TYPE_MISMATCH', parseFailures.declared_type_is_text({ kind }));
  return statedKind ?? getKind(PLAIN_TEXT);
}

/** Returns the detected kind. Warns if another kind was declared. */
function reconcileKinds(detectedKind: ParserKind, statedKind: ParserKind | undefined, notes: Notes): ParserKind {
  // Text that starts like HTML can be Markdown or an email by its extension.
  if (statedKind?.isText && detectedKind.isText) return statedKind.name === PLAIN_TEXT ? detectedKind : statedKind;
  if (statedKind && statedKind.name !== detectedKind.name)
    notes.warnings.add(
      `The file is declared as ${statedKind.name.toUpperCase()}, but was read as ${detectedKind.name.toUpperCase()}.`,
    );
  return detectedKind;
}

/** Finds a kind by file extension, else by declared media type. */
export function findStatedKind({ mediaType, name }: StatedType): ParserKind | undefined {
  const ending = /\.\w{1,10}$/.exec(name.trim().toLowerCase())?.[0];
  const byName = ending && PARSER_KINDS.find(({ endings }) => endings.includes(ending));
  if (byName) return byName;
  const bareType = mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return PARSER_KINDS.find(({ mediaType: own, alsoStated }) => own === bareType || alsoStated.includes(bareType));
}

const getKind = (name: string): ParserKind => {
  const kind = PARSER_KINDS.find((one) => one.name === name);
  if (!kind) throw new Error(`there is no parser ${name}`);
  return kind;
};

async function detectZipKind(file: SourceFile, statedKind: ParserKind | undefined): Promise<ParserKind | undefined> {
  if (!file.beginning.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return undefined;
  const archive = await Archive.open(file);
  const packageKind = await detectPackageKind(archive);
  if (packageKind) return packageKind;
  const office = await OfficePackage.find(archive);
  const main = await office?.findMainPart();
  const type = main === undefined ? '' : (office?.contentType(main) ?? '');
  const kind = PARSER_KINDS.find(({ mainPart }) => mainPart?.test(type));
  if (kind) return kind;
  if (type.includes('ms-excel.sheet.binary'))
    throw new ParseError('UNSUPPORTED_TYPE', parseFailures.xlsb_not_supported);
  if ([...archive.names()].some((name) => IWORK_ENTRY.test(name)))
    throw new ParseError('UNSUPPORTED_TYPE', parseFailures.iwork_not_supported);
  if (statedKind)
    throw new ParseError('TYPE_MISMATCH', parseFailures.declared_type_is_zip({ kind: statedKind.name.toUpperCase() }));
  throw new ParseError('UNSUPPORTED_TYPE', parseFailures.zip_not_supported);
}

/** Maximum size of the entry that names the type of a package. */
const MAX_TYPE_LENGTH = 256;

/** Detects OpenDocument and EPUB files by the type that they state. */
async function detectPackageKind(archive: Archive): Promise<ParserKind | undefined> {
  const stream = await archive.stream('mimetype');
  if (!stream) return undefined;
  let type = '';
  for await (const piece of stream) {
    type += (piece as Buffer).toString('latin1');
    if (type.length > MAX_TYPE_LENGTH) return undefined;
  }
  const stated = type.trim().toLowerCase();
  const kind = PARSER_KINDS.find(({ packageTypes }) => packageTypes?.includes(stated));
  if (!kind && stated.startsWith('application/vnd.oasis.opendocument.'))
    throw new ParseError('UNSUPPORTED_TYPE', parseFailures.opendocument_type_not_supported);
  return kind;
}

/** Detects old Office files and messages by the streams at the top of their compound file. */
async function detectOleKind(file: SourceFile): Promise<ParserKind | undefined> {
  if (file.beginning.subarray(0, 8).toString('hex') !== OLE_MAGIC) return undefined;
  const { listStreams } = await import('./ole/streams.ts');
  const streams = listStreams(await file.all());
  if (streams.has(ENCRYPTED_PACKAGE))
    throw new ParseError('PASSWORD_PROTECTED', parseFailures.document_password_protected);
  const kind = PARSER_KINDS.find(({ oleStreams }) => oleStreams?.some((stream) => streams.has(stream)));
  if (kind) return kind;
  throw new ParseError('UNSUPPORTED_TYPE', parseFailures.old_office_file_not_supported);
}

function assertSupported(file: SourceFile): void {
  const begins = file.beginning.subarray(0, 8).toString('hex');
  const found = UNSUPPORTED_TYPES.find((unread) => begins.startsWith(unread.begins));
  if (found) throw new ParseError('UNSUPPORTED_TYPE', found.failure);
}
