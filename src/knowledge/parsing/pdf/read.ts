import { type Block, ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import type { Reading } from '../kinds/kind.ts';
import { openOcr } from '../ocr/ocr.ts';
import { blocksOf } from '../office/ast.ts';
import { parseOffice } from '../office/officeparser.ts';
import { checkPages } from '../pages.ts';
import { withEntries } from './entries.ts';
import { PdfPictures } from './pictures.ts';
import { withoutRunningLines } from './running-lines.ts';

/** Pages that are taken apart together: opening the file anew costs a tenth of that, all at once much memory. */
const BATCH = 200;
/** Characters with which a page has a text; a stamp or a page number is none. */
const LEAST_TEXT = 20;
/** Titles that programs give. */
const NO_TITLE = /^(?:untitled|microsoft \w+ - |slide 1$|[a-z]:\\)|\.(?:docx?|pptx?|xlsx?|tex|indd|wpd)\b/i;
/** Dots that lead from a heading to its page number. */
const LEADERS = /\.(?:\s?\.){4,}\s*/g;

interface Page {
  readonly number: number;
  readonly blocks: readonly Block[];
}

/** The blocks of a PDF file, page by page, those of scanned pages by OCR where that is wanted. */
export async function* readPdf(reading: Reading): AsyncGenerator<Block> {
  const { file, notes, settings, strategy } = reading;
  const bytes = await file.all();
  await using pictures = new PdfPictures(bytes);
  const isRead = strategy !== 'fast' && settings.ocrLanguages.length > 0;
  if (strategy === 'ocr_only' && !isRead) throw new ParseError('NO_TEXT', parseFailures.ocr_not_configured);
  await using ocr = openOcr(settings.ocrLanguages, notes);
  const seen = new Set<string>();
  for (let from = 1; from <= (notes.pageCount ?? 1); from += BATCH) {
    const pages = await pagesFrom(from, bytes, reading);
    const texts = withoutRunningLines(
      pages.map(({ blocks }) => blocks),
      seen,
    );
    for (const [at, { number, blocks }] of pages.entries()) {
      const isShort = letters(blocks) < LEAST_TEXT;
      const hasPicture = (isShort || (isRead && strategy === 'hi_res')) && (await pictures.isPicture(number));
      const isScanned = isShort && hasPicture;
      if (isScanned) notes.scannedPages.push(number);
      const isByOcr = strategy === 'ocr_only' || (isScanned && isRead);
      const entries = await pictures.entries(number);
      if (isByOcr) yield* ocr.blocks(await pictures.render(number, { withText: true }), number);
      yield* withEntries(isByOcr ? [] : (texts[at] ?? []), entries, number);
      if (hasPicture && !isShort && !isByOcr)
        yield* notIn(blocks, ocr.blocks(await pictures.render(number, { withText: false }), number));
    }
  }
  if (await pictures.isXfaForm()) notes.warnings.add('It is an XFA form, whose fields were not read.');
  warnOfUnread(reading, isRead);
}

function warnOfUnread({ notes, strategy }: Reading, isRead: boolean): void {
  if (isRead) return;
  if (strategy === 'hi_res')
    notes.warnings.add('Text on its pictures was not read; that is done where OCR is switched on (OCR_LANGUAGES).');
  if (notes.scannedPages.length > 0)
    notes.warnings.add(
      `${notes.scannedPages.length} of its pages are scanned and were not read; that is done where OCR is switched on (OCR_LANGUAGES).`,
    );
}

/**
 * What OCR read on the pictures of a page and its text does not say: half of a paragraph's words, at least. A scan that was
 * made searchable has all its text below its picture.
 */
async function* notIn(text: readonly Block[], read: AsyncIterable<Block>): AsyncGenerator<Block> {
  const known = new Set(text.flatMap((block) => wordsOf(block.text)));
  for await (const block of read) {
    const words = wordsOf(block.text);
    if (words.length > 0 && words.filter((word) => !known.has(word)).length * 2 >= words.length) yield block;
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A batch of pages, with what stands on them as text. */
async function pagesFrom(from: number, bytes: Buffer, { notes, settings }: Reading): Promise<Page[]> {
  const { content, metadata } = await parseOffice(bytes, notes, {
    fileType: 'pdf',
    pdfParserConfig: { separateProcess: false, extractTextColor: false, pageRange: `${from}-${from + BATCH - 1}` },
  });
  if (notes.pageCount === null) {
    notes.pageCount = metadata.pages ?? content.length;
    checkPages(notes.pageCount, settings);
    if (metadata.title && !NO_TITLE.test(metadata.title)) notes.title = metadata.title;
  }
  const nodes = content.filter((node) => node.type === 'page');
  return nodes.map((node) => {
    const number = node.metadata?.pageNumber ?? from;
    const blocks = Array.from(blocksOf([node], { page: number }), (block) =>
      block.rows ? block : { ...block, text: block.text.replace(LEADERS, '… ') },
    );
    return { number, blocks };
  });
}

const letters = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
