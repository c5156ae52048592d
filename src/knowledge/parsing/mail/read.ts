import type { Address, Attachment, Email } from 'postal-mime';
import { getErrorMessage } from '../../../platform/error-message.ts';
import type { Block } from '../contract.ts';
import type { Reading } from '../kinds/kind.ts';
import { toPicture } from '../pictures.ts';
import { readEmbeddedImages, readHtml } from '../text/html.ts';
import { iterateParagraphs } from '../text/paragraphs.ts';

/** The parts of an email that are read. */
export type Mail = Pick<
  Email,
  'from' | 'replyTo' | 'to' | 'cc' | 'bcc' | 'subject' | 'date' | 'text' | 'html' | 'attachments'
> & {
  /** All senders if it can have several. */
  readonly authors?: readonly Address[];
};

/** Yields the subject, the main headers, the text and the attachments of an email. */
export async function* readMail(mail: Mail, reading: Reading): AsyncGenerator<Block> {
  const { notes } = reading;
  notes.title = mail.subject?.trim() || null;
  notes.properties = [
    ['title', mail.subject],
    ['author', mail.from && formatAddress(mail.from)],
    ['created', mail.date],
  ];
  if (notes.title) yield { kind: 'heading', level: 1, text: notes.title, page: null };
  yield { kind: 'paragraph', text: readHeaderLines(mail), page: null };
  yield* readBody(mail, reading);
  if (ENCODED_FILE.test(mail.text ?? ''))
    notes.warnings.add('The text contains a file in an old encoding (uuencode or yEnc), which was not read.');
  for (const attachment of mail.attachments) {
    const { content, filename, mimeType } = attachment;
    if (isInlineImage(attachment, mail.html ?? ''))
      yield* reading.pictures.read(reading, toPicture(Buffer.from(content as ArrayBuffer), mimeType, filename ?? ''));
    else if (!SIGNATURE.test(mimeType)) yield* readAttachment(attachment, reading);
  }
}

/** First line of a file within the text. */
const ENCODED_FILE = /^(?:begin(?:-base64)? [0-7]{3,4} \S|=ybegin )/m;

function readHeaderLines({ from, authors = from && [from], replyTo, to, cc, bcc, date }: Mail): string {
  const values = { From: authors, 'Reply-To': replyTo, To: to, Cc: cc, Bcc: bcc, Date: date };
  const lines = Object.entries(values).map(([name, value]) => {
    const text = typeof value === 'string' ? value : value?.map(formatAddress).join(', ');
    return text ? `${name}: ${text}` : '';
  });
  return lines.filter((line) => line !== '').join('\n');
}

const formatAddress = ({ name, address, group }: Address): string =>
  group
    ? `${name}: ${group.map(formatAddress).join(', ')}`
    : name && address
      ? `${name} <${address}>`
      : (address ?? name);

/** Reads the text of an email. HTML is preferred because it keeps tables and contains all parts. */
async function* readBody({ text, html }: Mail, reading: Reading): AsyncGenerator<Block> {
  const page = html?.trim() ? await readHtml(html, { ...reading.notes, title: null }) : undefined;
  const { blocks = [], images = [] } = page ?? {};
  yield* blocks;
  yield* readEmbeddedImages(images, reading);
  if (blocks.length > 0 || !text?.trim()) return;
  async function* whole() {
    yield text ?? '';
  }
  for await (const paragraph of iterateParagraphs(whole())) yield { kind: 'paragraph', text: paragraph, page: null };
}

/** Whether an attachment is an image that stands in the text. */
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
    warnUnread(getErrorMessage(error).replace(/\.$/, ''));
  }
}
