import type { PDFPageProxy } from 'pdfjs-dist';

/** An image as pdfjs draws it. */
interface PageImage {
  data?: Uint8Array | Uint8ClampedArray | null;
  width: number;
  height: number;
  kind: number;
}

/** Kinds of pdfjs images. */
const RGB = 2;
const RGBA = 3;

/**
 * Reduces images of a page to a number of pixels per side when pdfjs decoded them, before it draws them: V8 does not
 * optimize its conversion of colors, which takes 16 s of CPU for a page of 600 dpi. Ends with disposal.
 */
export function shrinkImages({ objs }: PDFPageProxy, maxSide: number): Disposable {
  const resolve = objs.resolve.bind(objs);
  objs.resolve = (id: string, image: PageImage | null = null) => {
    const resolved = () => resolve(id, image as never);
    shrinkImage(image, maxSide).then(resolved, resolved);
  };
  return {
    [Symbol.dispose]: () => {
      objs.resolve = resolve;
    },
  };
}

async function shrinkImage(image: PageImage | null, maxSide: number): Promise<void> {
  if (!image?.data || image.kind !== RGB || Math.max(image.width, image.height) <= maxSide) return;
  const { default: sharp } = await import('sharp');
  const { width, height, data } = image;
  const bytes = Buffer.from(data.buffer, data.byteOffset, width * height * 3);
  const { data: reduced, info } = await sharp(bytes, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .resize({ width: maxSide, height: maxSide, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  Object.assign(image, { data: new Uint8ClampedArray(reduced), width: info.width, height: info.height, kind: RGBA });
}
