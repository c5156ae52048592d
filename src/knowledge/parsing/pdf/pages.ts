import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import type { OcrPage } from '../ocr/image.ts';
import { type PageEntry, readEntries } from './annotations.ts';
import { readOutline } from './outline.ts';
import { type PageText, readPageText } from './page-text.ts';
import { PdfRenderer, type RenderOptions } from './renderer.ts';
import type { BoldFonts } from './runs.ts';

/** Pixels of the longer side of a page for OCR, about 220 dpi of US Letter. */
const OCR_SIDE_PIXELS = 2400;

/** The pages of a PDF file: their text, images and form entries. Opens the file at the first use. */
export class PdfPages implements AsyncDisposable {
  readonly #bytes: Buffer;
  #document: PDFDocumentProxy | undefined;
  #renderer: PdfRenderer | undefined;
  readonly #boldFonts: BoldFonts = new Map();

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Number of pages. Throws a ParseError if the file is damaged or protected. */
  async count(): Promise<number> {
    return (await this.#open()).numPages;
  }

  /** Document information: title, author, keywords, and dates as ISO 8601. */
  async properties(): Promise<ReadonlyMap<string, unknown>> {
    const { info } = await (await this.#open()).getMetadata();
    const { Title, Author, Subject, Keywords, CreationDate, ModDate } = info as Readonly<Record<string, unknown>>;
    return new Map([
      ['title', Title],
      ['author', Author],
      ['subject', Subject],
      ['keywords', Keywords],
      ['created', toIsoDate(CreationDate)],
      ['modified', toIsoDate(ModDate)],
    ]);
  }

  /** Language tag of the document. */
  async language(): Promise<unknown> {
    const { info } = await (await this.#open()).getMetadata();
    const { Language } = info as Readonly<Record<string, unknown>>;
    return Language;
  }

  /** Width of the first page divided by its height. */
  async shape(): Promise<number> {
    const { width, height } = (await (await this.#open()).getPage(1)).getViewport({ scale: 1 });
    return width / height;
  }

  async outline(): Promise<Awaited<ReturnType<typeof readOutline>>> {
    return readOutline(await this.#open());
  }

  /** Whether the file declares tags for its structure. */
  async isTagged(): Promise<boolean> {
    const info = (await (await this.#open()).getMarkInfo()) as {
      readonly Marked?: boolean;
      readonly Suspects?: boolean;
    } | null;
    return info?.Marked === true && info.Suspects !== true;
  }

  /** Whether a page has a tree of tags. */
  async hasStructure(number: number): Promise<boolean> {
    const page = await (await this.#open()).getPage(number);
    return (await page.getStructTree()) !== null;
  }

  /** Reads the text of a page with its tables in place. */
  async text(number: number): Promise<PageText> {
    const page = await (await this.#open()).getPage(number);
    try {
      return await readPageText(page, this.#boldFonts);
    } finally {
      page.cleanup();
    }
  }

  /** Whether a page contains an image. */
  async hasImage(number: number): Promise<boolean> {
    return (await this.#openRenderer()).hasImage(number);
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

  /** Draws a page for OCR, with or without its text. Undefined if it cannot be drawn. */
  async render(number: number, options: Pick<RenderOptions, 'withText'>): Promise<OcrPage | undefined> {
    const renderer = await this.#openRenderer();
    const redraw = async (side: number) => renderer.render(number, { ...options, side });
    const image = await redraw(OCR_SIDE_PIXELS);
    return image && { image, redraw };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#renderer?.[Symbol.dispose]();
    await this.#document?.loadingTask.destroy();
  }

  async #openRenderer(): Promise<PdfRenderer> {
    this.#renderer ??= await PdfRenderer.open(this.#bytes);
    return this.#renderer;
  }

  async #open(): Promise<PDFDocumentProxy> {
    if (this.#document) return this.#document;
    const { getDocument } = await pdfjs();
    const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    const task = getDocument({
      data: new Uint8Array(this.#bytes),
      cMapUrl: join(folder, 'cmaps/'),
      standardFontDataUrl: join(folder, 'standard_fonts/'),
      wasmUrl: join(folder, 'wasm/'),
      useSystemFonts: false,
      useWorkerFetch: false,
      verbosity: 0,
    });
    try {
      this.#document = await task.promise;
    } catch (error) {
      if (error instanceof Error && error.name === 'PasswordException')
        throw new ParseError('PASSWORD_PROTECTED', parseFailures.document_password_protected);
      throw error;
    }
    return this.#document;
  }
}

const pdfjs = () => import('pdfjs-dist/legacy/build/pdf.mjs');

/** Converts a date of the PDF format such as `D:20260301120000+02'00'`. Undefined for anything else. */
function toIsoDate(value: unknown): string | undefined {
  const pattern = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?)?/;
  const [found, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', offset, rest = '00'] =
    pattern.exec(typeof value === 'string' ? value : '') ?? [];
  if (found === undefined) return undefined;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset === undefined ? 'Z' : `${offset}:${rest}`}`;
}
