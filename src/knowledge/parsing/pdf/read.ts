import type { OfficeContentNode } from 'officeparser';
import { type Block, ParseError } from '../contract.ts';
import type { Reading } from '../kinds/kind.ts';
import { openOcr } from '../ocr/ocr.ts';
import { blocksOf } from '../office/ast.ts';
import { parseOffice } from '../office/officeparser.ts';
import { checkPages } from '../pages.ts';
import { PdfPictures } from './pictures.ts';

/** Pages that are taken apart together: opening the file anew costs a tenth of that, all at once much memory. */
const BATCH = 200;
/** Characters with which a page has a text; a stamp or a page number is none. */
const LEAST_TEXT = 20;
/** Titles that programs give. */
const NO_TITLE = /^(?:untitled|microsoft \w+ - |slide 1$)/i;

type PageNode = Extract<OfficeContentNode, { type: 'page' }>;

/** The blocks of a PDF file, page by page, those of scanned pages by OCR where that is wanted. */
export async function* readPdf(reading: Reading): AsyncGenerator<Block> {
  const { file, notes, settings, strategy } = reading;
  const bytes = await file.all();
  await using pictures = new PdfPictures(bytes);
  const isRead = strategy !== 'fast' && settings.ocrLanguages.length > 0;
  if (strategy === 'ocr_only' && !isRead)
    throw new ParseError('NO_TEXT', 'The strategy ocr_only needs OCR, which is switched on by OCR_LANGUAGES.');
  await using ocr = openOcr(settings.ocrLanguages, notes);
  for (let from = 1; from <= (notes.pageCount ?? 1); from += BATCH) {
    for (const page of await pagesFrom(from, bytes, reading)) {
      const number = page.metadata?.pageNumber ?? from;
      const isScanned = letters(page) < LEAST_TEXT && (await pictures.isPicture(number));
      if (isScanned) notes.scannedPages.push(number);
      if (strategy === 'ocr_only' || (isScanned && isRead)) yield* ocr.blocks(await pictures.render(number), number);
      else yield* blocksOf([page], { page: number });
    }
  }
  if (notes.scannedPages.length > 0 && !isRead)
    notes.warnings.add(
      `${notes.scannedPages.length} of its pages are scanned and were not read; that is done where OCR is switched on (OCR_LANGUAGES).`,
    );
}

/** The nodes of a batch of pages. */
async function pagesFrom(from: number, bytes: Buffer, { notes, settings }: Reading): Promise<PageNode[]> {
  const { content, metadata } = await parseOffice(bytes, notes, {
    fileType: 'pdf',
    pdfParserConfig: { separateProcess: false, extractTextColor: false, pageRange: `${from}-${from + BATCH - 1}` },
  });
  if (notes.pageCount === null) {
    notes.pageCount = metadata.pages ?? content.length;
    checkPages(notes.pageCount, settings);
    if (metadata.title && !NO_TITLE.test(metadata.title)) notes.title = metadata.title;
  }
  return content.filter((node) => node.type === 'page');
}

/** Characters of a node that are letters or digits. */
function letters(node: OfficeContentNode): number {
  const own = node.text?.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return own + (node.children ?? []).reduce((sum, child) => sum + (own > 0 ? 0 : letters(child)), 0);
}
