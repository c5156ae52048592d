import { detectLanguage } from '../../platform/language.ts';
import type { SendMessage } from '../../platform/sandbox/serve.ts';
import { cleaned, cleanText } from './clean.ts';
import { type Block, type ParsedBeginning, type ParsedSummary, ParseError, type ParseRequest } from './contract.ts';
import { kindOf } from './detect.ts';
import { parseFailures } from './failures.ts';
import type { Notes, ParserKind, Reading } from './kinds/kind.ts';
import { piecesOf } from './pieces.ts';
import { SourceFile } from './source-file.ts';
import { asTold, type ToldBlock } from './told-block.ts';

/** What is told of a document, in this order: its beginning, its blocks, and its summary or why there is none. */
export type Told =
  | { readonly beginning: ParsedBeginning }
  | { readonly block: ToldBlock }
  | { readonly summary: ParsedSummary }
  | { readonly failure: Pick<ParseError, 'reason' | 'detail'> };

/** What to read a file as. */
export type Job = Omit<ParseRequest, 'source'>;

/** Bounds of what is told beside the blocks. */
const LONGEST_TITLE = 500;
const LONGEST_WARNING = 500;
const MOST_WARNINGS = 50;
/** Characters by which the language is judged. */
const SAMPLE = 8000;

/** Reads a document and tells what it comes to, or why there is no reading it. */
export async function readDocument(file: SourceFile, job: Job, tell: SendMessage<Told>): Promise<void> {
  try {
    await read(file, job, tell);
  } catch (error) {
    const { reason, detail } = error instanceof ParseError ? error : damaged(error);
    await tell({ failure: { reason, detail } });
  }
}

async function read(file: SourceFile, job: Job, tell: SendMessage<Told>): Promise<void> {
  const notes: Notes = { title: null, pageCount: null, scannedPages: [], warnings: new Set() };
  const { kind, blocks } = await opened(file, job, notes);
  let beginning: ParsedBeginning | undefined;
  let held: Block[] = [];
  let length = 0;
  let heading: string | undefined;
  const begin = async () => {
    const language = await detectLanguage(sampleOf(held));
    beginning = { mediaType: kind.mediaType, parser: kind.name, language };
    await tell({ beginning });
    for (const block of held) await tell({ block: asTold(block) });
    held = [];
    return beginning;
  };
  let hidden = 0;
  const countHidden = (characters: number) => {
    hidden += characters;
  };
  for await (const block of told(blocks, countHidden)) {
    if (block.kind === 'heading') heading ??= block.text;
    length += block.text.length;
    if (beginning) await tell({ block: asTold(block) });
    else if (held.push(block) > 0 && length >= SAMPLE) await begin();
  }
  if (length === 0) throw nothingIn(notes, job);
  if (hidden > 0) notes.warnings.add(`Characters that show nothing were left out: ${hidden}.`);
  const begun = beginning ?? (await begin());
  await tell({ summary: { ...begun, ...summaryOf(notes, heading) } });
}

/** Blocks as they are told: clean, not empty, not too long. */
async function* told(blocks: AsyncIterable<Block>, onHidden: (characters: number) => void): AsyncGenerator<Block> {
  for await (const block of blocks) {
    const clean = cleaned(block, onHidden);
    if (clean) yield* piecesOf(clean);
  }
}

function summaryOf({ title, statedTitle, pageCount, scannedPages, warnings }: Notes, heading: string | undefined) {
  const named = shortTitle(title ?? heading ?? '');
  const stated = shortTitle(statedTitle ?? '');
  const told = [...warnings].slice(0, MOST_WARNINGS).map((warning) => cleanText(warning.slice(0, LONGEST_WARNING)));
  return { title: named || null, ...(stated && { statedTitle: stated }), pageCount, scannedPages, warnings: told };
}

const shortTitle = (title: string): string => cleanText(title).trim().slice(0, LONGEST_TITLE).toWellFormed();

/** The beginning of some blocks; one of them alone may be all of a large document. */
const sampleOf = (blocks: readonly Block[]): string =>
  blocks
    .map(({ text }) => text.slice(0, SAMPLE))
    .join('\n')
    .slice(0, SAMPLE)
    .toWellFormed();

/** Documents within each other that are read, such as mails that are attached to mails. */
const MAX_DEPTH_INSIDE = 5;

/** A file's kind and its blocks, and by the way those of the files in it. */
async function opened(
  file: SourceFile,
  { name, mediaType, strategy, settings }: Job,
  notes: Notes,
  depth = 0,
): Promise<{ kind: ParserKind; blocks: AsyncIterable<Block> }> {
  if (file.size === 0) throw new ParseError('EMPTY_DOCUMENT', parseFailures.document_file_empty);
  const kind = await kindOf(file, { name, mediaType }, notes);
  const charset = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(mediaType ?? '')?.[1];
  async function* readInside(bytes: Buffer, itsName: string, itsType: string): AsyncGenerator<Block> {
    const job = { name: itsName, mediaType: itsType, strategy, settings };
    const own: Notes = { ...notes, title: null, pageCount: null, scannedPages: [] };
    yield* (await opened(SourceFile.of(bytes, itsName), job, own, depth + 1)).blocks;
  }
  const reading: Reading = {
    file,
    charset,
    strategy,
    settings,
    notes,
    ...(depth < MAX_DEPTH_INSIDE && { readInside }),
  };
  return { kind, blocks: kind.read(reading) };
}

function nothingIn({ scannedPages }: Notes, { strategy, settings }: Job): ParseError {
  if (scannedPages.length === 0) return new ParseError('EMPTY_DOCUMENT', parseFailures.document_without_text);
  if (strategy !== 'fast' && settings.ocrLanguages.length > 0)
    return new ParseError('NO_TEXT', parseFailures.images_without_text);
  return new ParseError('NO_TEXT', parseFailures.document_images_not_read);
}

/** What a parser that knows no better word throws. */
function damaged(error: unknown): ParseError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError && /call stack/.test(message))
    return new ParseError('DAMAGED_FILE', parseFailures.document_nested_too_deeply);
  if (/allocation failed|out of memory|invalid string length/i.test(message))
    return new ParseError('OUT_OF_MEMORY', parseFailures.parser_memory_exhausted);
  const why = message
    .split('\n', 1)
    .join()
    .replace(/^\[OfficeParser\]: /, '');
  return new ParseError('DAMAGED_FILE', parseFailures.document_damaged({ cause: cleanText(why.slice(0, 200)) }));
}
