import type { Address, Attachment, Email } from 'postal-mime';
import { type Block, ParseError } from '../contract.ts';
import { readHtml } from '../text/html.ts';
import { paragraphsOf } from '../text/paragraphs.ts';
import type { ParserKind, Reading } from './kind.ts';

/** Mails that are sent on within mails, which are read; deeper ones are attachments. */
const DEEPEST_PARTS = 20;
const LONGEST_HEADERS = 1024 * 1024;

/** Mails: who wrote to whom and when, the text, and the attachments by name; those of a kind that is read are read too. */
export const eml: ParserKind = {
  name: 'eml',
  mediaType: 'message/rfc822',
  alsoStated: [],
  endings: ['.eml'],
  isText: true,
  shows: (beginning) =>
    /^(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID): /i.test(beginning.toString('latin1', 0, 20)),
  async *read(reading) {
    const { file, notes } = reading;
    const { default: PostalMime } = await import('postal-mime');
    const mail = await PostalMime.parse(await file.all(), {
      forceRfc822Attachments: true,
      maxNestingDepth: DEEPEST_PARTS,
      maxHeadersSize: LONGEST_HEADERS,
    });
    if (mail.headers.length === 0) throw new ParseError('DAMAGED_FILE', 'It is no mail: it has no headers.');
    notes.title = mail.subject?.trim() || null;
    if (notes.title) yield { kind: 'heading', level: 1, text: notes.title, page: null };
    yield { kind: 'paragraph', text: head(mail), page: null };
    yield* body(mail, reading);
    for (const attachment of mail.attachments) yield* attached(attachment, reading);
  },
};

function head({ from, to, cc, date }: Email): string {
  const lines = { From: from && [from], To: to, Cc: cc, Date: date };
  const told = Object.entries(lines).map(([name, value]) => {
    const text = typeof value === 'string' ? value : value?.map(person).join(', ');
    return text ? `${name}: ${text}` : '';
  });
  return told.filter((line) => line !== '').join('\n');
}

const person = ({ name, address, group }: Address): string =>
  group ? `${name}: ${group.map(person).join(', ')}` : name && address ? `${name} <${address}>` : (address ?? name);

async function* body({ text, html }: Email, { notes }: Reading): AsyncGenerator<Block> {
  if (!text?.trim()) {
    if (html) yield* await readHtml(html, notes);
    return;
  }
  async function* whole() {
    yield text ?? '';
  }
  for await (const paragraph of paragraphsOf(whole())) yield { kind: 'paragraph', text: paragraph, page: null };
}

/** An attachment's name and, where it is of a kind that is read, what it holds; not its own attachments. */
async function* attached(attachment: Attachment, { readInside, notes }: Reading): AsyncGenerator<Block> {
  // Pictures in the text of a mail are decoration more often than not.
  if (attachment.related) return;
  const name = attachment.filename ?? 'attachment';
  yield { kind: 'heading', level: 2, text: name, page: null };
  if (!readInside) return;
  const bytes = Buffer.from(attachment.content as ArrayBuffer);
  try {
    for await (const block of readInside(bytes, name, attachment.mimeType)) {
      const level = block.kind === 'heading' ? { level: (block.level ?? 1) + 2 } : {};
      yield { ...block, ...level, page: null };
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    notes.warnings.add(`The attachment ${JSON.stringify(name)} was not read: ${why}`);
  }
}
