import type { Block } from '../contract.ts';
import type { Notes } from '../kinds/kind.ts';
import { type OcrImage, turnImage } from './image.ts';
import { type Recognized, Recognizer } from './recognizer.ts';

/** Minimum confidence out of 100; pages below it get a warning. */
const MIN_CONFIDENCE = 60;

/** Reads text on images. */
interface Ocr extends AsyncDisposable {
  /** Yields the paragraphs on the image of a page. */
  blocks(image: OcrImage, page: number | null): AsyncGenerator<Block>;
}

/** Opens OCR for the languages. It starts at the first use. */
export function openOcr(languages: readonly string[], notes: Notes): Ocr {
  let starting: Promise<Recognizer> | undefined;
  const turner = new PageTurner();
  return {
    async *blocks(image, page) {
      starting ??= Recognizer.open(languages);
      const data = await turner.recognize(await starting, image);
      if (data.text.trim() !== '' && data.confidence < MIN_CONFIDENCE)
        notes.warnings.add('Some scanned pages are hard to read; their text is uncertain.');
      for (const text of data.text.split(/\n\s*\n/)) yield { kind: 'paragraph', text: joinLines(text), page };
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

/** Recognizes pages that were scanned sideways or upside down. */
class PageTurner {
  #lastTurn: Turn = 0;
  #failedCount = 0;

  /** Recognizes a page. If its text is unreadable, turns it. */
  async recognize(recognizer: Recognizer, image: OcrImage): Promise<Recognized> {
    let best = await recognizeTurned(recognizer, image, this.#lastTurn);
    if (best.confidence >= MIN_CONFIDENCE || this.#failedCount >= MAX_FAILED_TURNS) return best;
    for (const turn of ([0, ...TURNS] as const).filter((one) => one !== this.#lastTurn)) {
      const found = await recognizeTurned(recognizer, image, turn);
      if (found.confidence <= best.confidence) continue;
      best = found;
      if (found.confidence < MIN_CONFIDENCE) continue;
      this.#lastTurn = turn;
      return best;
    }
    this.#failedCount++;
    return best;
  }
}

async function recognizeTurned(recognizer: Recognizer, image: OcrImage, turn: Turn): Promise<Recognized> {
  const { text, confidence } = await recognizer.recognize(await turnImage(image, turn));
  // An empty page has no confidence and needs no turn.
  return { text, confidence: text.trim() === '' ? 100 : confidence };
}

/** Joins the lines of a paragraph and removes hyphenation. */
const joinLines = (text: string) =>
  text
    .trim()
    .replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
    .replaceAll('\n', ' ');
