import type { Step } from '../../test/support/model-server.ts';
import { docx, pptx, word, xlsx } from '../../test/support/office-files.ts';
import { pdf } from '../../test/support/pdf.ts';
import { createRandom, type Random } from '../random.ts';

/** A planned document. */
export interface PlannedDocument {
  readonly name: string;
  readonly mediaType: string;
  readonly text: Buffer;
  /** Key in its chunks that selects the behavior of the embedding model. */
  readonly key: string;
  readonly steps: readonly Step[];
}

const WORDS =
  'harbour ledger lantern granite orchard signal copper meadow anchor thimble velvet cinder marble willow beacon saddle quarry ribbon timber pepper'.split(
    ' ',
  );
/** Lines per document. Every tenth document has the larger number, too many for one batch of blocks. */
const LINES_PER_DOCUMENT = 12;
const LINES_PER_LONG_DOCUMENT = 15_000;

type Build = (title: string, lines: readonly string[]) => Buffer | Promise<Buffer>;

/** One builder per format. The text is lines under a title. */
const FORMATS: Readonly<Record<string, readonly [mediaType: string, build: Build]>> = {
  txt: ['text/plain', (title, lines) => Buffer.from([title, ...lines].join('\n\n'))],
  md: ['text/markdown', (title, lines) => Buffer.from(`# ${title}\n\n${lines.join('\n\n')}\n`)],
  csv: [
    'text/csv',
    (title, lines) => Buffer.from(['name,what', ...lines.map((line) => `${title},${line}`)].join('\n')),
  ],
  json: ['application/json', (title, lines) => Buffer.from(JSON.stringify({ title, lines }))],
  html: [
    'text/html',
    (title, lines) =>
      Buffer.from(
        `<html><head><title>${title}</title></head><body><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</body></html>`,
      ),
  ],
  eml: [
    'message/rfc822',
    (title, lines) =>
      Buffer.from(
        `From: a@example.com\r\nTo: b@example.com\r\nSubject: ${title}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${lines.join('\r\n\r\n')}\r\n`,
      ),
  ],
  pdf: [
    'application/pdf',
    (title, lines) => pdf(splitPages(lines, 40).map((page) => [title, ...page].map((text) => ({ text })))),
  ],
  docx: [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    (title, lines) => docx(word.p(title, 'Heading1') + lines.map((line) => word.p(line)).join('')),
  ],
  pptx: [
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    (title, lines) => pptx(splitPages(lines, 8).map((points) => ({ title, points }))),
  ],
  xlsx: [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    (title, lines) =>
      xlsx({ [title.slice(0, 20)]: [['name', 'what'], ...lines.map((line, at) => [`row ${at}`, line])] }),
  ],
};
/** Formats that support very long documents. */
const LONG_FORMATS: readonly string[] = ['txt', 'md', 'csv'];

/** Plans documents of all formats in turn. Every tenth is long, and every twelfth is identical to the previous one. */
export async function planDocuments(seed: string, count: number): Promise<PlannedDocument[]> {
  const formats = Object.keys(FORMATS);
  const planned: PlannedDocument[] = [];
  for (let at = 0; at < count; at++) {
    const before = planned.at(-1);
    if (before && at % 12 === 11) {
      planned.push({ ...before, name: before.name.replace(/^/, 'again-') });
      continue;
    }
    const random = createRandom(`${seed}/document/${at}`);
    const isLong = at % 10 === 5;
    const format = isLong ? random.pick(LONG_FORMATS) : (formats[at % formats.length] ?? 'txt');
    planned.push(
      await createDocument(
        `drill-${seed}-${at}`,
        format,
        isLong ? LINES_PER_LONG_DOCUMENT : LINES_PER_DOCUMENT,
        random,
      ),
    );
  }
  return planned;
}

async function createDocument(key: string, format: string, lines: number, random: Random): Promise<PlannedDocument> {
  const [mediaType, build] = FORMATS[format] ?? ['text/plain', () => Buffer.alloc(0)];
  const marker = `[[script:${key}]]`;
  // Every chunk must contain the key, because each embedding request needs it.
  const text = Array.from({ length: lines }, (_, at) => `${at % 6 === 0 ? `${marker} ` : ''}${createSentence(random)}`);
  const pace = { pace_ms: random.whole(50, 1500) };
  const busy = { status: 503, body: { error: { message: 'busy' } } };
  const steps = random.chance(0.2) ? [busy, pace, busy, pace] : [pace];
  return { name: `${key}.${format}`, mediaType, text: await build(`About ${key}`, text), key, steps };
}

function createSentence(random: Random): string {
  return `${Array.from({ length: random.whole(8, 16) }, () => random.pick(WORDS)).join(' ')} ${random.whole(0, 99_999)}.`;
}

function splitPages<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, page) =>
    items.slice(page * size, (page + 1) * size),
  );
}
