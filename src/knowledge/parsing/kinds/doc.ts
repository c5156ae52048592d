import { type Block, ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { toGridRow } from '../grid.ts';
import { toTableBlocks } from '../tables.ts';
import type { ParserKind } from './kind.ts';

/** First bytes of the main stream since Word 97, and the flags in it. */
const WORD_97 = 0xa5ec;
const FLAGS_OFFSET = 10;
const IS_ENCRYPTED = 0x0100;
/** Texts of a document. The types of the package lack the options. */
type WordTexts = Readonly<
  Record<
    'getBody' | 'getTextboxes' | 'getFootnotes' | 'getEndnotes' | 'getAnnotations' | 'getHeaders',
    (options: { readonly filterUnicode: boolean; readonly includeFooters?: boolean }) => string
  >
>;

const LOSS_WARNING =
  'Headings, list levels, merged cells and images of this old Word file were not read; save it as DOCX to keep them.';

/** Word files from 1997 to 2003: their text and table cells. */
export const doc: ParserKind = {
  name: 'doc',
  mediaType: 'application/msword',
  alsoStated: [],
  endings: ['.doc', '.dot'],
  isText: false,
  oleStreams: ['WordDocument'],
  async *read({ file, notes }) {
    const bytes = await file.all();
    await assertReadable(bytes);
    const { readSummary } = await import('../ole/summary.ts');
    const { default: WordExtractor } = await import('word-extractor');
    const document = (await new WordExtractor().extract(bytes)) as unknown as WordTexts;
    notes.warnings.add(LOSS_WARNING);
    const properties = readSummary(bytes);
    notes.properties = properties;
    notes.title = properties.get('title')?.toString() ?? null;
    const exact = { filterUnicode: false };
    yield* readLines(document.getBody(exact));
    yield* readLines(document.getTextboxes(exact));
    for (const notesText of [document.getFootnotes(exact), document.getEndnotes(exact)]) yield* readLines(notesText);
    for await (const comment of readLines(document.getAnnotations(exact)))
      yield { ...comment, kind: 'quote', text: `Comment: ${comment.text}` };
    yield* readLines(document.getHeaders({ ...exact, includeFooters: true }));
  },
};

async function assertReadable(bytes: Buffer): Promise<void> {
  const { readStream } = await import('../ole/streams.ts');
  const main = Buffer.from(readStream(bytes, 'WordDocument') ?? []);
  if (main.length < FLAGS_OFFSET + 2 || main.readUInt16LE(0) !== WORD_97)
    throw new ParseError('UNSUPPORTED_TYPE', parseFailures.doc_too_old);
  if ((main.readUInt16LE(FLAGS_OFFSET) & IS_ENCRYPTED) !== 0)
    throw new ParseError('PASSWORD_PROTECTED', parseFailures.document_password_protected);
}

/** Yields paragraphs, and tables of neighbouring lines whose cells are separated by tabs. */
async function* readLines(text: string): AsyncGenerator<Block> {
  let rows: string[][] = [];
  async function* table(): AsyncGenerator<Block> {
    const grid = rows.map((cells) => toGridRow(cells));
    rows = [];
    const stream = (async function* () {
      yield* grid;
    })();
    if (grid.length > 0) yield* toTableBlocks(stream, { page: null, header: 'likely' });
  }
  for (const line of text.split('\n')) {
    const cells = line.split('\t').map((cell) => cell.trim());
    // The end of a row is a cell of its own.
    if (cells.length > 2 && cells.at(-1) === '') {
      rows.push(cells.slice(0, -1));
      continue;
    }
    yield* table();
    const paragraph = cells.filter((cell) => cell !== '').join(' ');
    if (paragraph !== '') yield { kind: 'paragraph', text: paragraph, page: null };
  }
  yield* table();
}
