import type { Sharp } from 'sharp';

/** A gray image of a page for OCR, one byte per pixel. */
export interface OcrImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** A page for OCR. */
export interface OcrPage {
  readonly image: OcrImage;
  /** Draws it with another number of pixels on its longer side, or with as many as it has. */
  readonly redraw: (side: number) => Promise<OcrImage | undefined>;
}

/** Pixels as sharp returns them: gray or RGB. */
interface RawPixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: number };
}

/** Weights of red, green and blue in the brightness of a pixel, in 256ths (ITU-R BT.601). */
const [RED, GREEN, BLUE] = [77, 150, 29];

/** Converts pixels to gray, ten times faster than sharp, which calculates with linear light. */
export function toOcrImage({ data, info: { width, height, channels } }: RawPixels): OcrImage {
  if (channels === 1) return { width, height, pixels: data };
  const pixels = Buffer.allocUnsafe(width * height);
  for (let at = 0, from = 0; at < pixels.length; at++, from += channels)
    pixels[at] = ((data[from] ?? 0) * RED + (data[from + 1] ?? 0) * GREEN + (data[from + 2] ?? 0) * BLUE) >> 8;
  return { width, height, pixels };
}

/** Turns an image clockwise. */
export const turnImage = async (image: OcrImage, degrees: 0 | 90 | 180 | 270): Promise<OcrImage> =>
  degrees === 0 ? image : editImage(image, (picture) => picture.rotate(degrees));

/** Reduces an image to a number of pixels on its longer side. */
export const reduceImage = (image: OcrImage, side: number): Promise<OcrImage> =>
  editImage(image, (picture) => picture.resize({ width: side, height: side, fit: 'inside', kernel: 'linear' }));

async function editImage({ width, height, pixels }: OcrImage, edit: (picture: Sharp) => Sharp): Promise<OcrImage> {
  const { default: sharp } = await import('sharp');
  const raw = { width, height, channels: 1 } as const;
  const edited = edit(sharp(pixels, { raw, limitInputPixels: false })).toColourspace('b-w');
  return toOcrImage(await edited.raw().toBuffer({ resolveWithObject: true }));
}

/** Converts an image to PGM, which needs no compression. */
export const toPgm = ({ width, height, pixels }: OcrImage): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
