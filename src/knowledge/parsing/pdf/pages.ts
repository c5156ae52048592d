import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { type PageEntry, readEntries } from './annotations.ts';
import { readOutline } from './outline.ts';
import { type PageText, readPageText } from './page-text.ts';
import type { BoldFonts } from './runs.ts';
import { shrinkImages } from './shrink-images.ts';

/** Pixels of the longer side of a page for OCR, about 220 dpi of US Letter. */
const LONGER_SIDE_PIXELS = 2400;
/** Maximum number of pixels of an image on a page; larger ones are omitted. */
const MAX_PIXELS = 50_000_000;

/** The pages of a PDF file: their text, images and form entries. Opens the file at the first use. */
export class PdfPages implements AsyncDisposable {
  readonly #bytes: Buffer;
  #document: PDFDocumentProxy | undefined;
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
    using _ = shrinkImages(page, 2 * LONGER_SIDE_PIXELS);
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
    const task = getDocument({
      data: new Uint8Array(this.#bytes),
      cMapUrl: join(folder, 'cmaps/'),
      standardFontDataUrl: join(folder, 'standard_fonts/'),
      wasmUrl: join(folder, 'wasm/'),
      maxImageSize: MAX_PIXELS,
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

/** Returns a filter of operators that do not draw text. */
async function excludeText(page: PDFPageProxy): Promise<(at: number) => boolean> {
  const { OPS } = await pdfjs();
  const { fnArray } = await page.getOperatorList();
  return (at) => fnArray[at] !== OPS.showText && fnArray[at] !== OPS.showSpacedText;
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
