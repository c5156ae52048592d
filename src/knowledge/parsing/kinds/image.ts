import type { Sharp } from 'sharp';
import { type Block, ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { type OcrImage, type OcrPage, toOcrImage } from '../ocr/image.ts';
import { openOcr } from '../ocr/ocr.ts';
import { assertPageCount } from '../pages.ts';
import type { ParserKind, Reading } from './kind.ts';

/** Maximum number of pixels of an image, and pixels of its longer side for OCR. */
const MAX_PIXELS = 100_000_000;
const LONGER_SIDE_PIXELS = 3000;
/** Dots per inch at which small type is readable. Scans state theirs; photos and screenshots state less. */
const READABLE_DPI = 200;

const begins = (hex: string) => (beginning: Buffer) => beginning.toString('hex', 0, hex.length / 2) === hex;
const isWebp = (beginning: Buffer) =>
  beginning.toString('latin1', 0, 4) === 'RIFF' && beginning.toString('latin1', 8, 12) === 'WEBP';
const isTiff = (beginning: Buffer) => ['49492a00', '4d4d002a'].some((hex) => begins(hex)(beginning));

/** Images of text, such as scans and photos, read by OCR only. */
export const IMAGES: readonly ParserKind[] = [
  imageKind('png', ['.png'], begins('89504e470d0a1a0a')),
  imageKind('jpeg', ['.jpg', '.jpeg'], begins('ffd8ff')),
  imageKind('tiff', ['.tif', '.tiff'], isTiff),
  imageKind('webp', ['.webp'], isWebp),
];

function imageKind(name: string, endings: readonly string[], shows: (beginning: Buffer) => boolean): ParserKind {
  return { name, mediaType: `image/${name}`, alsoStated: [], endings, isText: false, shows, read: readImage };
}

async function* readImage(reading: Reading): AsyncGenerator<Block> {
  const { notes, settings, strategy } = reading;
  const { count, page } = await openPages(reading);
  notes.pageCount = count;
  assertPageCount(count, settings);
  for (let number = 1; number <= count; number++) notes.scannedPages.push(number);
  if (strategy === 'fast' || settings.ocrLanguages.length === 0) return;
  await using ocr = openOcr(settings.ocrLanguages, notes);
  for (let number = 1; number <= count; number++) yield* ocr.blocks(await page(number), number);
}

async function openPages({ file }: Reading) {
  const { default: sharp } = await import('sharp');
  const bytes = await file.all();
  const options = { limitInputPixels: MAX_PIXELS };
  const { pages: count = 1, width, height, density = 0 } = await sharp(bytes, options).metadata();
  if (width * height > MAX_PIXELS)
    throw new ParseError('TOO_LARGE', parseFailures.image_pixels_over_limit({ limit: MAX_PIXELS / 1_000_000 }));
  const sideAtReadableDpi = Math.ceil(Math.max(width, height) * (READABLE_DPI / Math.max(density, READABLE_DPI)));
  const readableSide = Math.min(LONGER_SIDE_PIXELS, sideAtReadableDpi);
  const page = async (number: number): Promise<OcrPage> => {
    const redraw = (side: number) => reducePicture(sharp(bytes, { ...options, page: number - 1 }), side);
    return { image: await redraw(readableSide), redraw };
  };
  return { count, page };
}

/**
 * Reduces a picture for OCR to a number of pixels per side. Other kernels cost more CPU and do not improve the text.
 */
async function reducePicture(picture: Sharp, side: number): Promise<OcrImage> {
  const reduced = picture
    .autoOrient()
    .flatten({ background: 'white' })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true, kernel: 'linear' });
  return toOcrImage(await reduced.raw().toBuffer({ resolveWithObject: true }));
}
