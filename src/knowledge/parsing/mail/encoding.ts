import { isUtf8 } from 'node:buffer';
import type { Email } from 'postal-mime';
import type { Notes } from '../kinds/kind.ts';
import { SourceFile } from '../source-file.ts';
import { readText } from '../text/charset.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** Header with the charset or the transfer encoding of a part, with its continuation lines. */
const ENCODING_HEADERS = /^content-(?:type|transfer-encoding):[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim;
const CHARSET = /charset\*?\s*=\s*"?([\w.:()+-]+)/i;
const META_CHARSET = /<meta\b[^<>]{0,200}?charset\s*=\s*["']?([\w-]+)/i;
const KNOWN_ENCODING = /^content-transfer-encoding:\s*"?(?:7bit|8bit|binary|base64|quoted-printable)\b/i;
const BINARY_ENCODING = /^content-transfer-encoding:\s*"?binary\b/i;
/** Charset that is equal to UTF-8 for ASCII text. */
const UTF8 = /^(?:utf-?8|us-ascii|ascii)$/i;

const listEncodingHeaders = (bytes: string): string[] => bytes.match(ENCODING_HEADERS) ?? [];

/** Warns about charsets and transfer encodings that are unknown: their text is read as it is. */
export function warnAboutEncodings(bytes: Buffer, { warnings }: Notes): void {
  for (const header of listEncodingHeaders(bytes.toString('latin1'))) {
    const charset = CHARSET.exec(header)?.[1];
    if (charset !== undefined && !isKnownCharset(charset))
      warnings.add(`The charset ${charset} is unknown; some characters may be wrong.`);
    const [, encoding] = /^content-transfer-encoding:\s*"?([\w-]+)/i.exec(header) ?? [];
    if (encoding !== undefined && !KNOWN_ENCODING.test(header))
      warnings.add(`The transfer encoding ${encoding} is unknown; a part was not decoded.`);
  }
}

function isKnownCharset(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== '';
  } catch {
    return false;
  }
}

/**
 * Returns a mail that the parser can decode: without a byte order mark, with line feeds, and in UTF-8 where its bytes
 * are in another charset that it does not declare.
 */
export async function toDecodableMail(original: Buffer, notes: Notes): Promise<Buffer> {
  const hasMark = original.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const bytes = withLineFeeds(hasMark ? original.subarray(BYTE_ORDER_MARK.length) : original);
  if (isUtf8(bytes)) return bytes;
  const characters = bytes.toString('latin1');
  const headers = listEncodingHeaders(characters);
  const charsets = headers.flatMap((header) => CHARSET.exec(header)?.[1] ?? []);
  const declared = charsets.find((charset) => !UTF8.test(charset));
  if (declared === undefined && !headers.some((header) => BINARY_ENCODING.test(header)))
    return toUtf8(bytes, META_CHARSET.exec(characters)?.[1], notes);
  // Old programs write the subject in the charset of the text.
  const end = /\r?\n\r?\n/.exec(characters)?.index ?? bytes.length;
  if (isUtf8(bytes.subarray(0, end))) return bytes;
  return Buffer.concat([await toUtf8(bytes.subarray(0, end), declared, notes), bytes.subarray(end)]);
}

/** Returns a mail with line feeds if its headers end with carriage returns only. */
function withLineFeeds(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\r');
  if (end === -1 || bytes.subarray(0, end).includes('\n')) return bytes;
  return Buffer.from(bytes.toString('latin1').replace(/\r(?!\n)/g, '\n'), 'latin1');
}

async function toUtf8(bytes: Buffer, charset: string | undefined, notes: Notes): Promise<Buffer> {
  const stated = charset !== undefined && !UTF8.test(charset) ? charset : undefined;
  return Buffer.from(await readText({ file: SourceFile.of(bytes, 'message.eml'), charset: stated, notes }));
}

/**
 * Returns a mail whose texts are decoded as UTF-8 if a Western charset is declared wrongly. Warns of lost characters.
 */
export function repairTexts(mail: Email, { warnings }: Notes): Email {
  const repair = (text: string | undefined): string | undefined => {
    const bytes = text === undefined ? undefined : toWesternBytes(text);
    if (!bytes || !isUtf8(bytes)) return text;
    warnings.add('The declared charset of the mail is wrong; its text was read as UTF-8.');
    return bytes.toString('utf8');
  };
  const [text, html, subject] = [repair(mail.text), repair(mail.html), repair(mail.subject)];
  if ([text, html, subject].some((one) => one?.includes('\ufffd')))
    warnings.add('Some characters of the mail are not valid in its declared charset and were lost.');
  return {
    ...mail,
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    ...(subject !== undefined && { subject }),
  };
}

const WESTERN_BYTES: ReadonlyMap<string, number> = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (sign, byte) => [sign, byte],
  ),
);

/** Returns the bytes of a text in windows-1252; undefined if they are ASCII or the charset has not all characters. */
function toWesternBytes(text: string): Buffer | undefined {
  if (!/[\u0080-\uffff]/.test(text)) return undefined;
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = WESTERN_BYTES.get(text[at] ?? '');
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}
