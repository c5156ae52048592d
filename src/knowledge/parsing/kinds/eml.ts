import type { Email } from 'postal-mime';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { repairTexts, toDecodableMail, warnAboutEncodings } from '../mail/encoding.ts';
import { readMail } from '../mail/read.ts';
import { decodeBeginning, isWideText, readText } from '../text/charset.ts';
import type { ParserKind, Reading } from './kind.ts';

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
      isWideText(beginning) ? decodeBeginning(beginning.subarray(0, 80)) : beginning.toString('latin1', 0, 20),
    ),
  async *read(reading) {
    const { notes } = reading;
    const { default: PostalMime, addressParser } = await import('postal-mime');
    const bytes = await toDecodableMail(await mailBytes(reading), notes);
    const mail = await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_PART_DEPTH,
      maxHeadersSize: MAX_HEADERS_SIZE,
    });
    if (mail.headers.length === 0) throw new ParseError('DAMAGED_FILE', parseFailures.mail_without_headers);
    warnAboutEncodings(bytes, notes);
    const authors = addressParser(mail.headers.find(({ key }) => key === 'from')?.value ?? '');
    yield* readMail({ ...withUnseparatedText(repairTexts(mail, notes), bytes), authors }, reading);
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
