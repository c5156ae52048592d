import { type Block, ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import type { Notes, Reading } from '../kinds/kind.ts';
import { parseLanguageTag } from '../language.ts';
import { openOcr } from '../ocr/ocr.ts';
import { assertPageCount } from '../pages.ts';
import { readsPictures } from '../pictures.ts';
import { insertEntries } from './entries.ts';
import { countPdfImages } from './images.ts';
import { PdfPages } from './pages.ts';
import { countLetters, PdfText } from './text.ts';

/** Pages per batch, in which headers and footers are found. All pages at once need much memory. */
const PAGES_PER_BATCH = 200;
/** Minimum number of characters of a page with text, above a stamp or page number. */
const MIN_TEXT_LENGTH = 20;
/** Default titles of programs. */
const NO_TITLE =
  /^(?:untitled$|\(?anonymous\)?$|microsoft \w+ - |slide 1$|[a-z]:\\)|\.(?:docx?|pptx?|xlsx?|tex|indd|wpd)\b/i;

/** Yields the blocks of a PDF file by page. Scanned pages are read by OCR if enabled. */
export async function* readPdf(reading: Reading): AsyncGenerator<Block> {
  const { file, notes, settings, strategy } = reading;
  const bytes = await file.all();
  await using pdfPages = new PdfPages(bytes);
  const isOcrEnabled = strategy !== 'fast' && settings.ocrLanguages.length > 0;
  if (strategy === 'ocr_only' && !isOcrEnabled) throw new ParseError('NO_TEXT', parseFailures.ocr_not_configured);
  await using ocr = openOcr(settings.ocrLanguages, notes);
  const pageCount = await readFacts(pdfPages, reading);
  const texts = new PdfText(pdfPages, bytes, notes);
  async function* recognizePage(number: number, options: { readonly withText: boolean }): AsyncGenerator<Block> {
    const page = await pdfPages.render(number, options);
    if (page) yield* ocr.blocks(page, number);
    else notes.warnings.add('Some pages could not be drawn; their images were not read.');
  }
  let letterCount = 0;
  for (let from = 1; from <= pageCount; from += PAGES_PER_BATCH) {
    const pages = await texts.read(from, Math.min(pageCount, from + PAGES_PER_BATCH - 1));
    for (const { number, blocks } of pages) {
      const letters = countLetters(blocks);
      letterCount += letters;
      const isShort = letters < MIN_TEXT_LENGTH;
      const hasImage = (isShort || readsPictures(reading)) && (await pdfPages.hasImage(number));
      const isScanned = isShort && hasImage;
      if (isScanned) notes.scannedPages.push(number);
      const usesOcr = strategy === 'ocr_only' || (isScanned && isOcrEnabled);
      const entries = await pdfPages.entries(number);
      if (usesOcr) yield* recognizePage(number, { withText: true });
      yield* insertEntries(usesOcr ? [] : blocks, entries, number);
      if (hasImage && !isShort && !usesOcr) yield* excludeKnownText(blocks, recognizePage(number, { withText: false }));
    }
  }
  if (await pdfPages.isXfaForm()) notes.warnings.add('The document is an XFA form, whose fields were not read.');
  if (!isOcrEnabled) warnAboutScans(notes);
  if (readsPictures(reading)) return;
  const images = countPdfImages(bytes, { pageCount, shape: await pdfPages.shape(), letterCount });
  reading.pictures.addUnread(Math.max(0, images - notes.scannedPages.length));
}

function warnAboutScans({ scannedPages, warnings }: Notes): void {
  if (scannedPages.length > 0)
    warnings.add(`Scanned pages that were not read: ${scannedPages.length}; set OCR_LANGUAGES to enable OCR.`);
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

/** Reads title, language and number of pages. Returns the number. */
async function readFacts(pages: PdfPages, { notes, settings }: Reading): Promise<number> {
  notes.pageCount = await pages.count();
  assertPageCount(notes.pageCount, settings);
  const properties = await pages.properties();
  notes.properties = properties;
  notes.defaultLanguage = parseLanguageTag(await pages.language());
  const title = properties.get('title');
  if (typeof title === 'string' && title.trim() && !NO_TITLE.test(title.trim())) notes.title = title.trim();
  return notes.pageCount;
}
