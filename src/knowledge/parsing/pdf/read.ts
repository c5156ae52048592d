import { type Block, ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import type { Reading } from '../kinds/kind.ts';
import { openOcr } from '../ocr/ocr.ts';
import { toBlocks } from '../office/ast.ts';
import { parseOffice } from '../office/officeparser.ts';
import { assertPageCount } from '../pages.ts';
import { insertEntries } from './entries.ts';
import { PdfPages } from './pages.ts';
import { removeRunningLines } from './running-lines.ts';

/** Pages per batch. Reopening the file costs a tenth of a batch; all pages at once need much memory. */
const PAGES_PER_BATCH = 200;
/** Minimum number of characters of a page with text, above a stamp or page number. */
const MIN_TEXT_LENGTH = 20;
/** Default titles of programs. */
const NO_TITLE = /^(?:untitled|microsoft \w+ - |slide 1$|[a-z]:\\)|\.(?:docx?|pptx?|xlsx?|tex|indd|wpd)\b/i;
/** Dot leaders in tables of contents. */
const LEADERS = /\.(?:\s?\.){4,}\s*/g;

interface Page {
  readonly number: number;
  readonly blocks: readonly Block[];
}

/** Yields the blocks of a PDF file by page. Scanned pages are read by OCR if enabled. */
export async function* readPdf(reading: Reading): AsyncGenerator<Block> {
  const { file, notes, settings, strategy } = reading;
  const bytes = await file.all();
  await using pdfPages = new PdfPages(bytes);
  const isOcrEnabled = strategy !== 'fast' && settings.ocrLanguages.length > 0;
  if (strategy === 'ocr_only' && !isOcrEnabled) throw new ParseError('NO_TEXT', parseFailures.ocr_not_configured);
  await using ocr = openOcr(settings.ocrLanguages, notes);
  const seen = new Set<string>();
  for (let from = 1; from <= (notes.pageCount ?? 1); from += PAGES_PER_BATCH) {
    const pages = await readPages(from, bytes, reading);
    const texts = removeRunningLines(
      pages.map(({ blocks }) => blocks),
      seen,
    );
    for (const [at, { number, blocks }] of pages.entries()) {
      const isShort = countLetters(blocks) < MIN_TEXT_LENGTH;
      const hasImage = (isShort || (isOcrEnabled && strategy === 'hi_res')) && (await pdfPages.hasImage(number));
      const isScanned = isShort && hasImage;
      if (isScanned) notes.scannedPages.push(number);
      const usesOcr = strategy === 'ocr_only' || (isScanned && isOcrEnabled);
      const entries = await pdfPages.entries(number);
      if (usesOcr) yield* ocr.blocks(await pdfPages.render(number, { withText: true }), number);
      yield* insertEntries(usesOcr ? [] : (texts[at] ?? []), entries, number);
      if (hasImage && !isShort && !usesOcr)
        yield* excludeKnownText(blocks, ocr.blocks(await pdfPages.render(number, { withText: false }), number));
    }
  }
  if (await pdfPages.isXfaForm()) notes.warnings.add('The document is an XFA form, whose fields were not read.');
  warnAboutUnread(reading, isOcrEnabled);
}

function warnAboutUnread({ notes, strategy }: Reading, isOcrEnabled: boolean): void {
  if (isOcrEnabled) return;
  if (strategy === 'hi_res') notes.warnings.add('Text on images was not read; set OCR_LANGUAGES to enable OCR.');
  if (notes.scannedPages.length > 0)
    notes.warnings.add(
      `Scanned pages that were not read: ${notes.scannedPages.length}; set OCR_LANGUAGES to enable OCR.`,
    );
}

/**
 * Yields OCR paragraphs of which at least half of the words are not in the page's text. A searchable scan repeats its
 * text below the image.
 */
async function* excludeKnownText(text: readonly Block[], read: AsyncIterable<Block>): AsyncGenerator<Block> {
  const known = new Set(text.flatMap((block) => splitWords(block.text)));
  for await (const block of read) {
    const words = splitWords(block.text);
    if (words.length > 0 && words.filter((word) => !known.has(word)).length * 2 >= words.length) yield block;
  }
}

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Reads a batch of pages with their text. */
async function readPages(from: number, bytes: Buffer, { notes, settings }: Reading): Promise<Page[]> {
  const { content, metadata } = await parseOffice(bytes, notes, {
    fileType: 'pdf',
    pdfParserConfig: {
      separateProcess: false,
      extractTextColor: false,
      pageRange: `${from}-${from + PAGES_PER_BATCH - 1}`,
    },
  });
  if (notes.pageCount === null) {
    notes.pageCount = metadata.pages ?? content.length;
    assertPageCount(notes.pageCount, settings);
    if (metadata.title && !NO_TITLE.test(metadata.title)) notes.title = metadata.title;
  }
  const nodes = content.filter((node) => node.type === 'page');
  return nodes.map((node) => {
    const number = node.metadata?.pageNumber ?? from;
    const blocks = Array.from(toBlocks([node], { page: number }), (block) =>
      block.rows ? block : { ...block, text: block.text.replace(LEADERS, '… ') },
    );
    return { number, blocks };
  });
}

const countLetters = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
