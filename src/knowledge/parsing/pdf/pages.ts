import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { type PageEntry, readEntries } from './annotations.ts';

/** Pixels of the longer side of a page for OCR, about 220 dpi of US Letter. */
const LONGER_SIDE_PIXELS = 2400;
/** Maximum number of pixels of an image on a page; larger ones are omitted. */
const MAX_PIXELS = 50_000_000;

/** Renders the pages of a PDF file and reads their form entries. Opens the file at the first use. */
export class PdfPages implements AsyncDisposable {
  readonly #bytes: Buffer;
  #document: PDFDocumentProxy | undefined;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether a page contains an image. */
  async hasImage(number: number): Promise<boolean> {
    const { OPS } = await pdfjs();
    const page = await (await this.#open()).getPage(number);
    const { fnArray } = await page.getOperatorList();
    page.cleanup();
    const drawing = [OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject];
    return fnArray.some((operator) => drawing.includes(operator as (typeof drawing)[number]));
  }

  /** Returns the form entries of a page. */
  async entries(number: number): Promise<PageEntry[]> {
    const page = await (await this.#open()).getPage(number);
    const entries = await readEntries(page);
    page.cleanup();
    return entries;
  }

  /** Whether it is an XFA form, which only XFA programs can show. */
  async isXfaForm(): Promise<boolean> {
    return (await this.#open()).isPureXfa;
  }

  /** Renders a page as PNG, with or without its text. */
  async render(number: number, { withText }: { readonly withText: boolean }): Promise<Buffer> {
    const { createCanvas } = await import('@napi-rs/canvas');
    const page = await (await this.#open()).getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: LONGER_SIDE_PIXELS / Math.max(width, height, 1) });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    const operationsFilter = withText ? undefined : await excludeText(page);
    await page.render({ canvas: canvas as never, viewport, background: 'white', operationsFilter }).promise;
    page.cleanup();
    return canvas.encode('png');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#document?.loadingTask.destroy();
  }

  async #open(): Promise<PDFDocumentProxy> {
    if (this.#document) return this.#document;
    const { getDocument } = await pdfjs();
    const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    this.#document = await getDocument({
      data: new Uint8Array(this.#bytes),
      cMapUrl: join(folder, 'cmaps/'),
      standardFontDataUrl: join(folder, 'standard_fonts/'),
      wasmUrl: join(folder, 'wasm/'),
      maxImageSize: MAX_PIXELS,
      useSystemFonts: false,
      useWorkerFetch: false,
      verbosity: 0,
    }).promise;
    return this.#document;
  }
}

/** Returns a filter of operators that do not draw text. */
async function excludeText(page: PDFPageProxy): Promise<(at: number) => boolean> {
  const { OPS } = await pdfjs();
  const { fnArray } = await page.getOperatorList();
  return (at) => fnArray[at] !== OPS.showText && fnArray[at] !== OPS.showSpacedText;
}

const pdfjs = () => import('pdfjs-dist/legacy/build/pdf.mjs');
