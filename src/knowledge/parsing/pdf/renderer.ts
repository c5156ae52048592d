import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { OcrImage } from '../ocr/image.ts';

/** Constants of PDFium: kinds of page objects, flags of rendering, the format of one gray byte per pixel. */
const [TEXT_OBJECT, IMAGE_OBJECT, FORM_OBJECT] = [1, 3, 5];
const ANNOTATIONS = 0x01;
const GREYSCALE = 0x08;
const GREY_FORMAT = 1;
const WHITE = 0xffffffff;

/** Functions that read the objects of a page, or of a form within it. */
interface ObjectContainer {
  readonly count: (pointer: number) => number;
  readonly get: (pointer: number, at: number) => number;
}

/** Whether a page is drawn with its text, and pixels of its longer side. */
export interface RenderOptions {
  readonly withText: boolean;
  readonly side: number;
}

/** Draws pages of a PDF file. PDFium scales large scans while it decodes them, 4 to 8 times faster than pdfjs. */
export class PdfRenderer implements Disposable {
  readonly #pdfium: WrappedPdfiumModule;
  readonly #bytes: number;
  readonly #document: number;

  private constructor(pdfium: WrappedPdfiumModule, bytes: Buffer) {
    this.#pdfium = pdfium;
    this.#bytes = pdfium.pdfium.wasmExports.malloc(bytes.length);
    memoryOf(pdfium).set(bytes, this.#bytes);
    this.#document = pdfium.FPDF_LoadMemDocument(this.#bytes, bytes.length, '');
  }

  static async open(bytes: Buffer): Promise<PdfRenderer> {
    return new PdfRenderer(await loadPdfium(), bytes);
  }

  /** Whether a page contains an image. */
  hasImage(number: number): boolean {
    return this.#withPage(number, (page) => this.#objects(page).some(([, kind]) => kind === IMAGE_OBJECT)) ?? false;
  }

  /** Draws a page. Undefined if PDFium cannot load the page. */
  render(number: number, { withText, side }: RenderOptions): OcrImage | undefined {
    return this.#withPage(number, (page) => {
      if (!withText)
        for (const [object, kind] of this.#objects(page))
          if (kind === TEXT_OBJECT) this.#pdfium.FPDFPageObj_SetIsActive(object, false);
      return this.#draw(page, side);
    });
  }

  [Symbol.dispose](): void {
    this.#pdfium.FPDF_CloseDocument(this.#document);
    this.#pdfium.pdfium.wasmExports.free(this.#bytes);
  }

  #withPage<T>(number: number, use: (page: number) => T): T | undefined {
    const page = this.#pdfium.FPDF_LoadPage(this.#document, number - 1);
    if (page === 0) return undefined;
    try {
      return use(page);
    } finally {
      this.#pdfium.FPDF_ClosePage(page);
    }
  }

  #draw(page: number, side: number): OcrImage {
    const pdfium = this.#pdfium;
    const [pageWidth, pageHeight] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
    const scale = side / Math.max(pageWidth, pageHeight, 1);
    const [width, height] = [Math.max(1, Math.ceil(pageWidth * scale)), Math.max(1, Math.ceil(pageHeight * scale))];
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, GREY_FORMAT, 0, 0);
    try {
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS | GREYSCALE);
      const stride = pdfium.FPDFBitmap_GetStride(bitmap);
      const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
      const rows = Buffer.from(memoryOf(pdfium).buffer, start, stride * height);
      const pixels = Buffer.alloc(width * height);
      for (let row = 0; row < height; row++) rows.copy(pixels, row * width, row * stride, row * stride + width);
      return { width, height, pixels };
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap);
    }
  }

  /** The objects of a page with their kinds, including those within its forms. */
  #objects(page: number): Array<readonly [object: number, kind: number]> {
    const { FPDFPage_CountObjects, FPDFPage_GetObject, FPDFFormObj_CountObjects, FPDFFormObj_GetObject } = this.#pdfium;
    const list = (pointer: number, { count, get }: ObjectContainer): Array<readonly [number, number]> =>
      Array.from({ length: Math.max(0, count(pointer)) }, (_, at) => get(pointer, at)).flatMap((object) => {
        const kind = this.#pdfium.FPDFPageObj_GetType(object);
        if (kind !== FORM_OBJECT) return [[object, kind] as const];
        return list(object, { count: FPDFFormObj_CountObjects, get: FPDFFormObj_GetObject });
      });
    return list(page, { count: FPDFPage_CountObjects, get: FPDFPage_GetObject });
  }
}

/** The memory of PDFium; another array after it grows. The types of the package lack it. */
const memoryOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array => (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

let loading: Promise<WrappedPdfiumModule> | undefined;

/** Loads PDFium once per process. */
function loadPdfium(): Promise<WrappedPdfiumModule> {
  loading ??= (async () => {
    const { init } = await import('@embedpdf/pdfium');
    const binary = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
    const pdfium = await init({ wasmBinary: binary.buffer as ArrayBuffer });
    pdfium.PDFiumExt_Init();
    return pdfium;
  })();
  return loading;
}
