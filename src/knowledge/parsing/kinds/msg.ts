import { createRequire } from 'node:module';
import type MsgReader from '@kenjiuno/msgreader';
import type { FieldsData } from '@kenjiuno/msgreader';
import type { Attachment } from 'postal-mime';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { type Mail, readMail } from '../mail/read.ts';
import { toCharset } from '../ole/codepages.ts';
import type { ParserKind } from './kind.ts';

type Reader = InstanceType<typeof MsgReader.default>;

/** Codepages of texts that are not in Unicode. Windows-1252 is the default. */
const CODEPAGES: ReadonlySet<number> = new Set([
  874, 932, 936, 949, 950, 1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258,
]);
/** Codepage of the texts of messages that are sent in a Japanese charset. */
const JAPANESE_CODEPAGE = 932;
const JAPANESE_CHARSETS: ReadonlySet<number> = new Set([50_220, 50_221, 50_222, 51_932]);

/** Outlook messages: as emails. */
export const msg: ParserKind = {
  name: 'msg',
  mediaType: 'application/vnd.ms-outlook',
  alsoStated: ['application/x-msg'],
  endings: ['.msg', '.oft'],
  isText: false,
  oleStreams: ['__properties_version1.0'],
  async *read(reading) {
    // Loaders disagree on the default export of this CommonJS package.
    const { default: Reader }: typeof MsgReader = createRequire(import.meta.url)('@kenjiuno/msgreader');
    const bytes = await reading.file.all();
    const open = (ansiEncoding?: string): { reader: Reader; fields: FieldsData } => {
      const reader = new Reader(toArrayBuffer(bytes));
      if (ansiEncoding !== undefined) reader.parserConfig = { ansiEncoding };
      return { reader, fields: reader.getFileData() };
    };
    let { reader, fields } = open();
    if (fields.error !== undefined)
      throw new ParseError('DAMAGED_FILE', parseFailures.document_damaged({ cause: fields.error.slice(0, 200) }));
    const codepage = findCodepage(fields);
    if (codepage !== undefined) ({ reader, fields } = open(`cp${codepage}`));
    yield* readMail(await toMail(reader, fields), reading);
  },
};

async function toMail(reader: Reader, fields: FieldsData): Promise<Mail> {
  const { recipients = [], subject, attachments = [] } = fields;
  const listRecipients = (type: string) => recipients.filter(({ recipType }) => recipType === type).map(toAddress);
  const sender = fields.senderSmtpAddress ?? fields.sentRepresentingSmtpAddress ?? fields.senderEmail;
  const date = toTimestamp(fields.clientSubmitTime ?? fields.messageDeliveryTime);
  const html = fields.bodyHtml ?? decodeHtml(fields);
  return {
    ...(subject !== undefined && { subject }),
    ...((fields.senderName ?? sender) && { from: { name: fields.senderName ?? '', address: sender ?? '' } }),
    to: listRecipients('to'),
    cc: listRecipients('cc'),
    ...(date !== undefined && { date }),
    ...(html !== undefined && { html }),
    ...(fields.body !== undefined && { text: fields.body }),
    attachments: [...(await listRtf(fields, html)), ...attachments.flatMap((one) => toAttachment(reader, one))],
  };
}

function findCodepage({ messageCodepage, internetCodepage }: FieldsData): number | undefined {
  const stated = [messageCodepage, internetCodepage].filter((codepage) => codepage !== undefined);
  const found = stated.find((codepage) => CODEPAGES.has(codepage));
  return found ?? (stated.some((codepage) => JAPANESE_CHARSETS.has(codepage)) ? JAPANESE_CODEPAGE : undefined);
}

function toAddress({ name = '', smtpAddress, email }: FieldsData) {
  const address = smtpAddress ?? email ?? '';
  return { name: name === address ? '' : name, address };
}

function toTimestamp(text: string | undefined): string | undefined {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Decodes the HTML of a message, which is bytes in the charset of the message. */
function decodeHtml({ html, internetCodepage }: FieldsData): string | undefined {
  if (html === undefined || html.length === 0) return undefined;
  const bytes = Buffer.from(html);
  const stated = /charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2000))?.[1];
  const names = [toCharset(internetCodepage), stated, 'utf-8'];
  for (const name of names) {
    try {
      if (name !== undefined) return new TextDecoder(name).decode(bytes);
    } catch {
      // The charset is unknown; the next one is tried.
    }
  }
  return undefined;
}

/** Returns the formatted text of a message as an attachment if it has no other text. */
async function listRtf({ compressedRtf, body }: FieldsData, html: string | undefined): Promise<Attachment[]> {
  if (compressedRtf === undefined || body?.trim() || html !== undefined) return [];
  const { decompressRTF } = await import('@kenjiuno/decompressrtf');
  const content = toArrayBuffer(Uint8Array.from(decompressRTF(Array.from(compressedRtf))));
  return [{ filename: 'message.rtf', mimeType: 'application/rtf', disposition: 'attachment', content }];
}

/** Returns an attachment; none for links to files that are not in the message. */
function toAttachment(reader: Reader, attachment: FieldsData): Attachment[] {
  if (attachment.dataId === undefined && attachment.innerMsgContent !== true) return [];
  const { fileName, content } = reader.getAttachment(attachment);
  const isMail = attachment.innerMsgContent === true;
  const id = attachment.pidContentId;
  const part: Attachment = {
    filename: isMail ? `${fileName.replace(/\.msg$/i, '')}.msg` : fileName,
    mimeType: isMail ? msg.mediaType : (attachment.attachMimeTag ?? 'application/octet-stream'),
    disposition: 'attachment',
    content: toArrayBuffer(content),
    ...(id !== undefined && { contentId: `<${id}>`, related: true }),
  };
  return [part];
}

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}
