import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Worker as Thread } from 'node:worker_threads';
import { gunzip } from 'node:zlib';
import type { Worker } from 'tesseract.js';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { type OcrImage, toPgm } from './image.ts';
import { getLanguageCode } from './languages.ts';

/** Folder of the included English data. */
const ENGLISH_FOLDER = fileURLToPath(new URL('./data', import.meta.url));

/** Text of an image and its confidence out of 100. */
export interface Recognized {
  readonly text: string;
  readonly confidence: number;
}

/** A Tesseract worker and its languages. */
interface Engine {
  readonly languages: string;
  /** With its thread, which the types of the package lack. */
  readonly worker: Worker & { readonly worker: Thread };
}

/** The idle engine of this process. It does not keep the process alive. */
let idleEngine: Engine | undefined;

/** Recognizes text. A process keeps one engine between documents, because its start takes more than a second. */
export class Recognizer {
  readonly #engine: Engine;
  #hasFailed = false;

  private constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Opens a recognizer for languages. Throws a ParseError if their data is missing. */
  static async open(languages: readonly string[]): Promise<Recognizer> {
    const key = languages.join();
    const idle = idleEngine;
    idleEngine = undefined;
    if (idle?.languages === key) {
      idle.worker.worker.ref();
      return new Recognizer(idle);
    }
    await idle?.worker.terminate();
    return new Recognizer({ languages: key, worker: (await startWorker(languages)) as Engine['worker'] });
  }

  async recognize(image: OcrImage): Promise<Recognized> {
    try {
      const { data } = await this.#engine.worker.recognize(toPgm(image));
      return data;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /** Keeps its engine for the next document, unless it failed or another one is idle. */
  async close(): Promise<void> {
    const { worker } = this.#engine;
    if (this.#hasFailed || idleEngine) {
      await worker.terminate();
      return;
    }
    idleEngine = this.#engine;
    worker.worker.unref();
  }
}

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
