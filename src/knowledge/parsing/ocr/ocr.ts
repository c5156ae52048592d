import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Worker } from 'tesseract.js';
import { type Block, ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import type { Notes } from '../kinds/kind.ts';
import { type OcrImage, toPgm, turnImage } from './image.ts';
import { getLanguageCode } from './languages.ts';

/** Minimum confidence out of 100; pages below it get a warning. */
const MIN_CONFIDENCE = 60;

/** Folder of the included English data. */
const ENGLISH_FOLDER = fileURLToPath(new URL('./data', import.meta.url));

/** Reads text on images. */
interface Ocr extends AsyncDisposable {
  /** Yields the paragraphs on the image of a page. */
  blocks(image: OcrImage, page: number | null): AsyncGenerator<Block>;
}

/** Opens OCR for the languages. It starts at the first use. */
export function openOcr(languages: readonly string[], notes: Notes): Ocr {
  let starting: Promise<Worker> | undefined;
  const turner = new PageTurner();
  return {
    async *blocks(image, page) {
      starting ??= startWorker(languages);
      const data = await turner.recognize(await starting, image);
      if (data.text.trim() !== '' && data.confidence < MIN_CONFIDENCE)
        notes.warnings.add('Some scanned pages are hard to read; their text is uncertain.');
      for (const text of data.text.split(/\n\s*\n/)) yield { kind: 'paragraph', text: joinLines(text), page };
    },
    async [Symbol.asyncDispose]() {
      await (await starting?.catch(() => undefined))?.terminate();
    },
  };
}

/** Quarter turns to try, after the last that helped. */
const TURNS = [90, 270, 180] as const;
/** Number of unreadable pages after which no more turns are tried; the document is a bad scan. */
const MAX_FAILED_TURNS = 3;

type Turn = 0 | (typeof TURNS)[number];

interface Recognized {
  readonly text: string;
  readonly confidence: number;
}

/** Recognizes pages that were scanned sideways or upside down. */
class PageTurner {
  #lastTurn: Turn = 0;
  #failedCount = 0;

  /** Recognizes a page. If its text is unreadable, turns it. */
  async recognize(worker: Worker, image: OcrImage): Promise<Recognized> {
    let best = await recognizeTurned(worker, image, this.#lastTurn);
    if (best.confidence >= MIN_CONFIDENCE || this.#failedCount >= MAX_FAILED_TURNS) return best;
    for (const turn of ([0, ...TURNS] as const).filter((one) => one !== this.#lastTurn)) {
      const found = await recognizeTurned(worker, image, turn);
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

async function recognizeTurned(worker: Worker, image: OcrImage, turn: Turn): Promise<Recognized> {
  const { data } = await worker.recognize(toPgm(await turnImage(image, turn)));
  // An empty page has no confidence and needs no turn.
  return { text: data.text, confidence: data.text.trim() === '' ? 100 : data.confidence };
}

/** Joins the lines of a paragraph and removes hyphenation. */
const joinLines = (text: string) =>
  text
    .trim()
    .replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
    .replaceAll('\n', ' ');

async function startWorker(languages: readonly string[]): Promise<Worker> {
  const { createWorker, OEM, PSM } = await import('tesseract.js');
  const [first, ...others] = languages.map(getLanguageData);
  if (!first) throw new Error('OCR needs a language');
  const worker = await createWorker(first.code, OEM.LSTM_ONLY, {
    langPath: first.folder,
    cacheMethod: 'none',
    // Without a handler, errors would be thrown outside the request.
    errorHandler: () => undefined,
  });
  for (const { code, folder } of others) {
    const data = await promisify(gunzip)(await readFile(join(folder, `${code}.traineddata.gz`)));
    await worker.FS('writeFile', [`./${code}.traineddata`, data]);
  }
  if (others.length > 0)
    await worker.reinitialize(InstalledLanguages.from([first, ...others], ({ code }) => code) as never);
  // By default the engine expects one block of text: it reads across columns, and finds nothing in tables with lines.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO, debug_file: '/dev/null' });
  return worker;
}

/** Languages that the worker has already; it would search all of them in the folder of the first. */
class InstalledLanguages extends Array<string> {
  override filter(): never[] {
    return [];
  }
}

/** Returns the OCR data of a language. Throws a ParseError if it is not installed. */
function getLanguageData(language: string): { readonly code: string; readonly folder: string } {
  const code = getLanguageCode(language);
  if (language === 'en') return { code, folder: ENGLISH_FOLDER };
  try {
    const manifest = createRequire(import.meta.url).resolve(`@tesseract.js-data/${code}/package.json`);
    return { code, folder: join(dirname(manifest), '4.0.0_best_int') };
  } catch {
    throw new ParseError('NO_TEXT', parseFailures.ocr_data_missing({ language, package: code }));
  }
}
