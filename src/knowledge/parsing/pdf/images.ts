import { isTiny } from '../pictures.ts';

const IMAGE = '/Image';
/** Maximum number of characters before and after the type in the dictionary of an image. */
const DICTIONARY_LENGTH = 2000;
/** Letters per page from which a page with a picture of its own shape is a scan with its text. */
const MIN_SCAN_LETTERS = 200;
/** Difference between the shapes of a page and its scan. */
const SHAPE_TOLERANCE = 0.03;

/** What is known of a file. */
interface FileFacts {
  readonly pageCount: number;
  /** Width of the first page divided by its height. */
  readonly shape: number;
  readonly letterCount: number;
}

interface Image {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Counts the images of a file that can hold text, without decoding them. Masks, tiny images and the images of a scan
 * with its text do not count. An image counts once however many pages show it.
 */
export function countPdfImages(bytes: Buffer, { pageCount, shape, letterCount }: FileFacts): number {
  const masks = new Set<string>();
  const found = new Map<string, Image>();
  for (const dictionary of listImageDictionaries(bytes)) {
    for (const [, id = ''] of dictionary.matchAll(/\/S?Mask\s+(\d+)\s+\d+\s+R/g)) masks.add(id);
    const image = toImage(dictionary);
    if (image && !isTiny(image)) found.set(image.id, image);
  }
  const images = [...found.values()].filter(({ id }) => !masks.has(id));
  const scans = images.filter(({ width, height }) => Math.abs(width / height / shape - 1) < SHAPE_TOLERANCE);
  const isScan = scans.length >= pageCount && letterCount >= pageCount * MIN_SCAN_LETTERS;
  return images.length - (isScan ? scans.length : 0);
}

/** Yields the dictionaries of images with the numbers of their objects. Streams are never in compressed objects. */
function* listImageDictionaries(bytes: Buffer): Generator<string> {
  for (let at = bytes.indexOf(IMAGE); at !== -1; at = bytes.indexOf(IMAGE, at + 1)) {
    // Pages list names such as `/ImageB` for old printers.
    if (/[A-Za-z]/.test(String.fromCharCode(bytes[at + IMAGE.length] ?? 0))) continue;
    const before = bytes.toString('latin1', Math.max(0, at - DICTIONARY_LENGTH), at);
    const after = bytes.toString('latin1', at, at + DICTIONARY_LENGTH);
    const start = before.search(/\d+\s+\d+\s+obj(?!.*\sobj\b)/s);
    const end = after.indexOf('stream');
    if (start === -1 || end === -1) continue;
    const dictionary = before.slice(start) + after.slice(0, end);
    if (/\/Subtype\s*\/Image(?![A-Za-z])/.test(dictionary)) yield dictionary;
  }
}

function toImage(dictionary: string): Image | undefined {
  const numberOf = (name: string) => Number(new RegExp(`/${name}\\s+(\\d+)(?!\\s+\\d+\\s+R)`).exec(dictionary)?.[1]);
  const id = /(\d+)\s+\d+\s+obj/.exec(dictionary)?.[1];
  const [width, height] = [numberOf('Width'), numberOf('Height')];
  const isMask = /\/ImageMask\s+true/.test(dictionary);
  return id === undefined || isMask || !(width > 0) || !(height > 0) ? undefined : { id, width, height };
}
