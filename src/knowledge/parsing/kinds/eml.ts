import type { Address, Attachment, Email } from 'postal-mime';
import { type Block, ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { beginningText, isWideText, readText } from '../text/charset.ts';
import { readHtml } from '../text/html.ts';
import { paragraphsOf } from '../text/paragraphs.ts';
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
    notes.title = mail.subject?.trim() || null;
    notes.properties = [
      ['title', mail.subject],
      ['author', mail.from && addressText(mail.from)],
      ['created', mail.date],
    ];
    if (notes.title) yield { kind: 'heading', level: 1, text: notes.title, page: null };
    yield { kind: 'paragraph', text: headerLines(mail), page: null };
    warnAboutEncodings(bytes, notes);
    yield* readBody(withUnseparatedText(mail, bytes), reading);
    for (const attachment of mail.attachments)
      if (!isInlineImage(attachment, mail.html ?? '') && !SIGNATURE.test(attachment.mimeType))
        yield* readAttachment(attachment, reading);
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

function headerLines({ from, to, cc, date }: Email): string {
  const values = { From: from && [from], To: to, Cc: cc, Date: date };
  const lines = Object.entries(values).map(([name, value]) => {
    const text = typeof value === 'string' ? value : value?.map(addressText).join(', ');
    return text ? `${name}: ${text}` : '';
  });
  return lines.filter((line) => line !== '').join('\n');
}

const addressText = ({ name, address, group }: Address): string =>
  group
    ? `${name}: ${group.map(addressText).join(', ')}`
    : name && address
      ? `${name} <${address}>`
      : (address ?? name);

/** Reads the text of an email. HTML is preferred because it keeps tables and contains all parts. */
async function* readBody({ text, html }: Email, { notes }: Reading): AsyncGenerator<Block> {
  const blocks = html?.trim() ? await readHtml(html, { ...notes, title: null }) : [];
  yield* blocks;
  if (blocks.length > 0 || !text?.trim()) return;
  async function* whole() {
    yield text ?? '';
  }
  for await (const paragraph of paragraphsOf(whole())) yield { kind: 'paragraph', text: paragraph, page: null };
}

/** Whether an attachment is an inline image, which is usually decoration. */
function isInlineImage({ mimeType, contentId, related }: Attachment, html: string): boolean {
  const id = contentId?.replace(/^<|>$/g, '');
  return related === true && mimeType.startsWith('image/') && id !== undefined && refersTo(html, id);
}

function refersTo(html: string, id: string): boolean {
  return [id, encodeURIComponent(id), encodeURI(id)].some((form) => html.includes(`cid:${form}`));
}

/** Why parts of these types are not read. */
const UNREADABLE: readonly (readonly [type: RegExp, why: string])[] = [
  [/^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)$/i, 'it is encrypted or sealed by a signature'],
  [/^application\/(?:vnd\.)?ms-tnef$/i, 'Outlook wrote it in its own format (TNEF)'],
  [/^message\/external-body$/i, 'its content is not in the mail'],
];
/** Signatures have no text. */
const SIGNATURE = /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)$/i;

/** Yields the name of an attachment and its content if its type is supported. */
async function* readAttachment(attachment: Attachment, { readNested, notes }: Reading): AsyncGenerator<Block> {
  const isMail = attachment.mimeType === 'message/rfc822';
  const name = attachment.filename ?? (isMail ? 'message.eml' : 'attachment');
  yield { kind: 'heading', level: 2, text: name, page: null };
  const warnUnread = (why: string) =>
    notes.warnings.add(`The attachment ${JSON.stringify(name)} was not read: ${why}.`);
  const [, why = readNested ? undefined : 'it is nested too deeply'] =
    UNREADABLE.find(([type]) => type.test(attachment.mimeType)) ?? [];
  if (!readNested || why !== undefined) {
    warnUnread(why ?? '');
    return;
  }
  if (/^message\/partial$/i.test(attachment.mimeType))
    notes.warnings.add(`The attachment ${JSON.stringify(name)} is only a part of a mail.`);
  const bytes = Buffer.from(attachment.content as ArrayBuffer);
  try {
    for await (const block of readNested(bytes, name, attachment.mimeType)) {
      const level = block.kind === 'heading' ? { level: (block.level ?? 1) + 2 } : {};
      yield { ...block, ...level, page: null };
    }
  } catch (error) {
    warnUnread(error instanceof Error ? error.message : String(error));
  }
}
