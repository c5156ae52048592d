/** A process of its own that reads one document and tells its blocks. */
import { INPUT, serveApart, type Tell } from '../../platform/apart/serve.ts';
import { cleaned } from './clean.ts';
import { type Block, type ParsedBeginning, type ParsedSummary, ParseError, type ParseRequest } from './contract.ts';
import { kindOf } from './detect.ts';
import type { Notes } from './kinds/kind.ts';
import { detectLanguage } from './language.ts';
import { SourceFile } from './source-file.ts';

/** What is told of a document, in this order: its beginning, its blocks, and its summary or why there is none. */
export type Told =
  | { readonly beginning: ParsedBeginning }
  | { readonly block: Block }
  | { readonly summary: ParsedSummary }
  | { readonly failure: Pick<ParseError, 'reason' | 'message'> };

type Job = Omit<ParseRequest, 'source'>;

/** Characters by which the language is judged. */
const SAMPLE = 8000;

async function read(job: Job, tell: Tell<Told>): Promise<void> {
  const file = await SourceFile.open(INPUT, job.name);
  if (file.size === 0) throw new ParseError('EMPTY_DOCUMENT', 'The file is empty.');
  const notes: Notes = { title: null, pageCount: null, scannedPages: [], warnings: new Set() };
  const kind = await kindOf(file, job, notes);
  let beginning: ParsedBeginning | undefined;
  let held: Block[] = [];
  let length = 0;
  const begin = async () => {
    const language = await detectLanguage(held.map(({ text }) => text).join('\n'));
    beginning = { mediaType: kind.mediaType, parser: kind.name, language };
    await tell({ beginning });
    for (const block of held) await tell({ block });
    held = [];
    return beginning;
  };
  for await (const raw of kind.read({ file, notes, strategy: job.strategy, settings: job.settings })) {
    const block = cleaned(raw);
    if (!block) continue;
    if (beginning) {
      await tell({ block });
      continue;
    }
    held.push(block);
    length += block.text.length;
    if (length >= SAMPLE) await begin();
  }
  if (length === 0) throw nothingIn(notes);
  const { title, pageCount, scannedPages, warnings } = notes;
  const begun = beginning ?? (await begin());
  await tell({ summary: { ...begun, title, pageCount, scannedPages, warnings: [...warnings] } });
}

function nothingIn({ scannedPages }: Notes): ParseError {
  if (scannedPages.length === 0) return new ParseError('EMPTY_DOCUMENT', 'There is no text in it.');
  return new ParseError(
    'NO_TEXT',
    'It holds pictures of text only; they are read where OCR is switched on (OCR_LANGUAGES).',
  );
}

await serveApart<Job, Told>(async (job, tell) => {
  try {
    await read(job, tell);
  } catch (error) {
    const failure = error instanceof ParseError ? error : damaged(error);
    await tell({ failure: { reason: failure.reason, message: failure.message } });
  }
});

/** What a parser that knows no better word throws. */
function damaged(error: unknown): ParseError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError && /call stack/.test(message))
    return new ParseError('DAMAGED_FILE', 'What it holds is nested too deeply.');
  if (/allocation failed|out of memory|invalid string length/i.test(message))
    return new ParseError('OUT_OF_MEMORY', 'Reading it takes more memory than there is.');
  return new ParseError('DAMAGED_FILE', `The file is damaged: ${message.split('\n', 1).join().slice(0, 200)}`);
}
