import type { Email } from 'postal-mime';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { readMail } from '../mail/read.ts';
import { beginningText, isWideText, readText } from '../text/charset.ts';
import type { Notes, ParserKind, Reading } from './kind.ts';

/** Parts within parts of one mail. */
const MAX_PART_DEPTH = 20;
/** Charset in the headers of an email that was saved in UTF-16 as a whole. */
const WIDE_CHARSET = /(charset\s*=\s*"?)(?:utf-?16(?:le|be)?|unicode|ucs-2)/gi;
const MAX_HEADERS_SIZE = 1024 * 1024;

/** Emails: main headers, text, and attachments of supported types. */
export const eml: ParserKind = {
  name: 'eml',
  mediaType: 'message/rfc822',
  alsoStated: ['message/global'],
  endings: ['.eml'],
  isText: true,
  shows: (beginning) =>
    /^(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID): /i.test(
      isWideText(beginning) ? beginningText(beginning.subarray(0, 80)) : beginning.toString('latin1', 0, 20),
    ),
  async *read(reading) {
    const { notes } = reading;
    const { default: PostalMime } = await import('postal-mime');
    const bytes = await mailBytes(reading);
    const mail = await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_PART_DEPTH,
      maxHeadersSize: MAX_HEADERS_SIZE,
    });
    if (mail.headers.length === 0) throw new ParseError('DAMAGED_FILE', parseFailures.mail_without_headers);
    warnAboutEncodings(bytes, notes);
    yield* readMail(withUnseparatedText(mail, bytes), reading);
  },
};

/** Returns the bytes of an email, in UTF-8 if it was saved in UTF-16. */
async function mailBytes({ file, notes }: Reading): Promise<Buffer> {
  if (!isWideText(file.beginning)) return file.all();
  const text = await readText({ file, notes });
  return Buffer.from(text.replace(WIDE_CHARSET, '$1utf-8'));
}

/** A mail with the body as its text if it declares several parts but does not separate them (RFC 2046, 5.1). */
function withUnseparatedText(mail: Email, bytes: Buffer): Email {
  if (mail.text || mail.html || mail.attachments.length > 0) return mail;
  const type = mail.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (!/^multipart\//i.test(type)) return mail;
  const [, body = ''] = /\r?\n\r?\n([\s\S]*)$/.exec(bytes.toString('utf8')) ?? [];
  return { ...mail, text: body };
}

/** Header with the charset or the transfer encoding of a part, with its continuation lines. */
const ENCODING_HEADERS = /^content-(?:type|transfer-encoding):[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim;
const KNOWN_ENCODING = /^content-transfer-encoding:\s*"?(?:7bit|8bit|binary|base64|quoted-printable)\b/i;

/** Warns about charsets and transfer encodings that are unknown: their text is read as it is. */
function warnAboutEncodings(bytes: Buffer, { warnings }: Notes): void {
  for (const [header] of bytes.toString('latin1').matchAll(ENCODING_HEADERS)) {
    const charset = /charset\*?\s*=\s*"?([\w.:()+-]+)/i.exec(header)?.[1];
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
