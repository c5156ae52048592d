import type { Block } from '../contract.ts';
import type { Notes } from '../kinds/kind.ts';
import { type OcrImage, type OcrPage, reduceImage, turnImage } from './image.ts';
import { haveSmallLetters } from './languages.ts';
import { type Recognized, Recognizer } from './recognizer.ts';
import { measureSmallLetters } from './type-size.ts';

/** Minimum confidence out of 100; pages below it get a warning. */
const MIN_CONFIDENCE = 60;

/** Reads text on images. */
interface Ocr extends AsyncDisposable {
  /** Yields the paragraphs on a page. */
  blocks(page: OcrPage, number: number | null): AsyncGenerator<Block>;
}

/** Opens OCR for the languages. It starts at the first use. */
export function openOcr(languages: readonly string[], notes: Notes): Ocr {
  let starting: Promise<Recognizer> | undefined;
  const turner = new PageTurner({ fitsSize: haveSmallLetters(languages) });
  return {
    async *blocks(page, number) {
      starting ??= Recognizer.open(languages);
      const data = await turner.recognize(await starting, page);
      if (data.text.trim() !== '' && data.confidence < MIN_CONFIDENCE)
        notes.warnings.add('Some scanned pages are hard to read; their text is uncertain.');
      for (const text of data.text.split(/\n\s*\n/)) yield { kind: 'paragraph', text: joinLines(text), page: number };
    },
    async [Symbol.asyncDispose]() {
      await (await starting?.catch(() => undefined))?.close();
    },
  };
}

/** Quarter turns to try, after the last that helped. */
const TURNS = [90, 270, 180] as const;
/** Number of unreadable pages after which no more turns are tried; the document is a bad scan. */
const MAX_FAILED_TURNS = 3;

type Turn = 0 | (typeof TURNS)[number];

/** Recognizes pages that were scanned sideways or upside down, at the size that their type needs. */
class PageTurner {
  readonly #fitsSize: boolean;
  #lastTurn: Turn = 0;
  #failedCount = 0;

  /** With `fitsSize`, pages are reduced or enlarged by the height of their small letters. */
  constructor({ fitsSize }: { readonly fitsSize: boolean }) {
    this.#fitsSize = fitsSize;
  }

  /** Recognizes a page. If its text is unreadable, turns it. */
  async recognize(recognizer: Recognizer, page: OcrPage): Promise<Recognized> {
    let best = await this.#recognizeTurned(recognizer, page, this.#lastTurn);
    if (best.confidence >= MIN_CONFIDENCE || this.#failedCount >= MAX_FAILED_TURNS) return best;
    for (const turn of ([0, ...TURNS] as const).filter((one) => one !== this.#lastTurn)) {
      const found = await this.#recognizeTurned(recognizer, page, turn);
      if (found.confidence <= best.confidence) continue;
      best = found;
      if (found.confidence < MIN_CONFIDENCE) continue;
      this.#lastTurn = turn;
      return best;
    }
    this.#failedCount++;
    return best;
  }

  async #recognizeTurned(recognizer: Recognizer, page: OcrPage, turn: Turn): Promise<Recognized> {
    const image = await turnImage(page.image, turn);
    const { text, confidence } = await recognizer.recognize(this.#fitsSize ? await fitSize(page, image, turn) : image);
    // An empty page has no confidence and needs no turn.
    return { text, confidence: text.trim() === '' ? 100 : confidence };
  }
}

/** Height of small letters in pixels from which no more words are recognized, as in type of 8 points at 200 dpi. */
const READABLE_HEIGHT = 13;
/** Maximum pixels of the longer side of an enlarged page. */
const MAX_SIDE = 3000;
/** Changes of the size by less are not worth their time. */
const MIN_CHANGE = 0.08;

/** Reduces or enlarges a turned page so that its small letters are just readable: larger pages take more time. */
async function fitSize({ redraw }: OcrPage, image: OcrImage, turn: Turn): Promise<OcrImage> {
  const height = measureSmallLetters(image);
  if (height === undefined) return image;
  const current = Math.max(image.width, image.height);
  const side = Math.min(Math.ceil((current * READABLE_HEIGHT) / height), Math.max(current, MAX_SIDE));
  if (Math.abs(side / current - 1) < MIN_CHANGE) return image;
  if (side < current) return reduceImage(image, side);
  const redrawn = await redraw(side);
  return redrawn ? turnImage(redrawn, turn) : image;
}

/** Joins the lines of a paragraph and removes hyphenation. */
const joinLines = (text: string) =>
  text
    .trim()
    .replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
    .replaceAll('\n', ' ');
