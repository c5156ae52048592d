import { getErrorMessage } from '../../platform/error-message.ts';
import type { SendMessage } from '../../platform/sandbox/serve.ts';
import { type BlockMessage, toBlockMessage } from './block-message.ts';
import { cleanBlock, cleanText } from './clean.ts';
import { type Block, type ParsedBeginning, type ParsedSummary, ParseError, type ParseRequest } from './contract.ts';
import { detectKind } from './detect.ts';
import { parseFailures } from './failures.ts';
import type { Notes, ParserKind, Reading } from './kinds/kind.ts';
import { LanguageSamples } from './language.ts';
import { Pictures, readsPictures } from './pictures.ts';
import { toStatedMetadata } from './properties.ts';
import { SourceFile } from './source-file.ts';
import { splitBlock } from './split.ts';

/** Messages of a parser, in order: beginning, blocks, then summary or failure. */
export type ParserMessage =
  | { readonly beginning: ParsedBeginning }
  | { readonly block: BlockMessage }
  | { readonly summary: ParsedSummary }
  | { readonly failure: Pick<ParseError, 'reason' | 'detail'> };

/** Parameters of parsing. */
export type ParseJob = Omit<ParseRequest, 'source'>;

/** Limits of titles and warnings. */
const MAX_TITLE_LENGTH = 500;
const MAX_WARNING_LENGTH = 500;
const MAX_WARNINGS = 50;
/** Number of characters after which the beginning is sent. */
const BEGINNING_LENGTH = 8000;

/** Parses a document and sends its messages. */
export async function readDocument(file: SourceFile, job: ParseJob, send: SendMessage<ParserMessage>): Promise<void> {
  try {
    await read(file, job, send);
  } catch (error) {
    const { reason, detail } = error instanceof ParseError ? error : toParseError(error);
    await send({ failure: { reason, detail } });
  }
}

async function read(file: SourceFile, job: ParseJob, send: SendMessage<ParserMessage>): Promise<void> {
  const notes: Notes = { title: null, pageCount: null, scannedPages: [], warnings: new Set() };
  const pictures = new Pictures();
  const { kind, blocks } = await openDocument(file, job, { notes, pictures });
  let beginning: ParsedBeginning | undefined;
  let buffered: Block[] = [];
  let length = 0;
  let heading: string | undefined;
  const samples = new LanguageSamples();
  const findLanguage = async () => notes.statedLanguage ?? (await samples.detect()) ?? notes.defaultLanguage ?? null;
  const begin = async () => {
    beginning = { mediaType: kind.mediaType, parser: kind.name, language: await findLanguage() };
    await send({ beginning });
    for (const block of buffered) await send({ block: toBlockMessage(block) });
    buffered = [];
    return beginning;
  };
  let hidden = 0;
  const countHidden = (characters: number) => {
    hidden += characters;
  };
  for await (const block of cleanBlocks(blocks, countHidden)) {
    if (block.kind === 'heading') heading ??= block.text;
    length += block.text.length;
    samples.add(block.text);
    if (beginning) await send({ block: toBlockMessage(block) });
    else if (buffered.push(block) > 0 && length >= BEGINNING_LENGTH) await begin();
  }
  if (length === 0) throw toEmptyError(notes, pictures, job);
  warnAboutPictures(notes, pictures, job);
  if (hidden > 0) notes.warnings.add(`Invisible characters were removed: ${hidden}.`);
  const knownBeginning = beginning ? { ...beginning, language: await findLanguage() } : await begin();
  await send({ summary: { ...knownBeginning, ...toSummary(notes, heading) } });
}

/** Yields cleaned, non-empty blocks of limited length. */
async function* cleanBlocks(
  blocks: AsyncIterable<Block>,
  onHidden: (characters: number) => void,
): AsyncGenerator<Block> {
  for await (const block of blocks) {
    const cleanedBlock = cleanBlock(block, onHidden);
    if (cleanedBlock) yield* splitBlock(cleanedBlock);
  }
}

function toSummary(notes: Notes, heading: string | undefined) {
  const { title, statedTitle, pageCount, scannedPages, warnings } = notes;
  const properties = toStatedMetadata(notes.properties ?? []);
  const shortTitleText = shortTitle(title ?? heading ?? '');
  const stated = shortTitle(statedTitle ?? '');
  const shortWarnings = [...warnings]
    .slice(0, MAX_WARNINGS)
    .map((warning) => cleanText(warning.slice(0, MAX_WARNING_LENGTH)));
  return {
    title: shortTitleText || null,
    ...(stated && { statedTitle: stated }),
    ...(Object.keys(properties).length > 0 && { properties }),
    pageCount,
    scannedPages,
    warnings: shortWarnings,
  };
}

const shortTitle = (title: string): string => cleanText(title).trim().slice(0, MAX_TITLE_LENGTH).toWellFormed();

/** Maximum nesting of embedded documents, such as attached emails. */
const MAX_NESTING = 5;

/** Detects the kind of a file and reads its blocks, including embedded files. */
async function openDocument(
  file: SourceFile,
  { name, mediaType, strategy, settings }: ParseJob,
  { notes, pictures }: Pick<Reading, 'notes' | 'pictures'>,
  depth = 0,
): Promise<{ kind: ParserKind; blocks: AsyncIterable<Block> }> {
  if (file.size === 0) throw new ParseError('EMPTY_DOCUMENT', parseFailures.document_file_empty);
  const kind = await detectKind(file, { name, mediaType }, notes);
  const charset = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(mediaType ?? '')?.[1];
  async function* readNested(bytes: Buffer, itsName: string, itsType: string): AsyncGenerator<Block> {
    const job = { name: itsName, mediaType: itsType, strategy, settings };
    const own: Notes = { ...notes, title: null, pageCount: null, scannedPages: [] };
    yield* (await openDocument(SourceFile.of(bytes, itsName), job, { notes: own, pictures }, depth + 1)).blocks;
  }
  const reading: Reading = {
    file,
    charset,
    strategy,
    settings,
    notes,
    pictures,
    ...(depth < MAX_NESTING && { readNested }),
  };
  return { kind, blocks: kind.read(reading) };
}

function warnAboutPictures({ warnings }: Notes, { unreadCount }: Pictures, job: ParseJob): void {
  if (unreadCount === 0) return;
  const setting = job.settings.ocrLanguages.length > 0 ? '' : 'set OCR_LANGUAGES and ';
  const advice = readsPictures(job) ? '' : `; to read it, ${setting}use the strategy hi_res`;
  warnings.add(`Pictures whose text was not read: ${unreadCount}${advice}.`);
}

function toEmptyError({ scannedPages }: Notes, { isEmpty }: Pictures, job: ParseJob): ParseError {
  const images = parseFailures.images_without_text;
  const usesOcr = job.strategy !== 'fast' && job.settings.ocrLanguages.length > 0;
  if (scannedPages.length > 0)
    return new ParseError('NO_TEXT', usesOcr ? images : parseFailures.document_images_not_read);
  if (isEmpty) return new ParseError('EMPTY_DOCUMENT', parseFailures.document_without_text);
  return new ParseError('NO_TEXT', readsPictures(job) ? images : parseFailures.document_pictures_not_read);
}

/** Converts an unexpected error of a parser. */
function toParseError(error: unknown): ParseError {
  const message = getErrorMessage(error);
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
