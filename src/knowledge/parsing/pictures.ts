import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Block } from './contract.ts';
import type { Reading } from './kinds/kind.ts';
import type { Archive } from './zip.ts';

/** Maximum number of pictures that are read: each takes seconds. */
const MAX_PICTURES = 50;
/** Number of uses from which a picture is decoration, such as a logo on each slide. */
const DECORATION_USES = 3;
/** Minimum number of pixels of a picture that can hold text, such as 400 × 100; logos and icons have less. */
const MIN_PIXELS = 40_000;
/** Number of first bytes that contain the size of a picture. */
const BEGINNING = 256 * 1024;

/** A picture within a document. */
export interface Picture {
  /** Equal for equal pictures. */
  readonly key: string;
  readonly name: string;
  readonly mediaType: string;
  /** Opens its bytes. Undefined if the document lacks them. */
  readonly open: () => Promise<Readable | undefined>;
}

/** Returns a picture from bytes. */
export function toPicture(bytes: Buffer, mediaType: string, name = 'picture'): Picture {
  const key = createHash('sha256').update(bytes).digest('hex');
  return { key, name, mediaType, open: async () => Readable.from([bytes]) };
}

/** Returns a picture of an archive. Undefined if the archive lacks it. */
export function readArchivePicture(archive: Archive, name: string): Picture | undefined {
  const key = archive.contentKey(name);
  return key === undefined ? undefined : { key, name, mediaType: '', open: () => archive.stream(name) };
}

/** Whether a picture of this size is too small for text. */
export const isTiny = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width * height < MIN_PIXELS;

/** The pictures of a document with those of its embedded documents. `hi_res` and `ocr_only` read them by OCR. */
export class Pictures {
  readonly #uses = new Map<string, number>();
  /** Pictures with text that may be missing, by key. */
  readonly #unread = new Set<string>();
  #otherUnread = 0;

  get isEmpty(): boolean {
    return this.#uses.size + this.#otherUnread === 0;
  }

  /** Number of pictures whose text may be missing. Tiny pictures and decoration do not count. */
  get unreadCount(): number {
    const isDecoration = (key: string) => (this.#uses.get(key) ?? 0) >= DECORATION_USES;
    return [...this.#unread].filter((key) => !isDecoration(key)).length + this.#otherUnread;
  }

  /** Counts pictures that no strategy can read one by one. */
  addUnread(count: number): void {
    this.#otherUnread += count;
  }

  /** Yields the text of a picture at its first use, if the strategy reads it. */
  async *read(reading: Reading, picture: Picture, page: number | null = null): AsyncGenerator<Block> {
    const { key, name, mediaType, open } = picture;
    const uses = (this.#uses.get(key) ?? 0) + 1;
    this.#uses.set(key, uses);
    if (uses > 1) return;
    const { readNested } = reading;
    if (readNested && readsPictures(reading) && this.#uses.size <= MAX_PICTURES)
      try {
        const bytes = Buffer.concat((await (await open())?.toArray()) ?? []);
        for await (const block of readNested(bytes, name, mediaType)) yield { ...block, page };
        return;
      } catch {
        // Drawings such as EMF cannot be read.
      }
    if (!(await isTinyPicture(picture))) this.#unread.add(key);
  }
}

/** Whether the strategy reads the text of pictures, and OCR is configured. */
export const readsPictures = ({ strategy, settings }: Pick<Reading, 'strategy' | 'settings'>): boolean =>
  /^(?:hi_res|ocr_only)$/.test(strategy) && settings.ocrLanguages.length > 0;

/** Whether a picture states a size that is too small for text. */
async function isTinyPicture({ open }: Picture): Promise<boolean> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of (await open()) ?? []) {
      pieces.push(piece as Buffer);
      size += (piece as Buffer).length;
      if (size >= BEGINNING) break;
    }
    const { default: sharp } = await import('sharp');
    return isTiny(await sharp(Buffer.concat(pieces)).metadata());
  } catch {
    return false;
  }
}
