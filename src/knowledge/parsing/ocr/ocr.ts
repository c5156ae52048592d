import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Worker } from 'tesseract.js';
import type { Block } from '../contract.ts';
import type { Notes } from '../kinds/kind.ts';
import { languageData } from './languages.ts';

/** Of 100; below that a page is said to be uncertain. */
const LEAST_CONFIDENCE = 60;

/** Reads pictures of text. */
export interface Ocr extends AsyncDisposable {
  /** The paragraphs on a picture, which is the page. */
  blocks(picture: Buffer, page: number | null): AsyncGenerator<Block>;
}

/** OCR in these languages, started where it is first asked. */
export function openOcr(languages: readonly string[], notes: Notes): Ocr {
  let starting: Promise<Worker> | undefined;
  return {
    async *blocks(picture, page) {
      starting ??= start(languages);
      const { data } = await (await starting).recognize(picture);
      if (data.text.trim() !== '' && data.confidence < LEAST_CONFIDENCE)
        notes.warnings.add('Some of its scanned pages are hard to read; their text is uncertain.');
      for (const text of data.text.split(/\n\s*\n/)) yield { kind: 'paragraph', text: joined(text), page };
    },
    async [Symbol.asyncDispose]() {
      await (await starting)?.terminate();
    },
  };
}

/** Lines of a paragraph as one, without the hyphens that lines end in. */
const joined = (text: string) =>
  text
    .trim()
    .replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
    .replaceAll('\n', ' ');

async function start(languages: readonly string[]): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js');
  const data = await Promise.all(languages.map(dataOf));
  return createWorker(data, OEM.LSTM_ONLY, { cacheMethod: 'none' });
}

/** What OCR knows of a language, out of the package that brings it. */
async function dataOf(language: string): Promise<{ code: string; data: Buffer }> {
  const code = languageData(language);
  const manifest = createRequire(import.meta.url).resolve(`@tesseract.js-data/${code}/package.json`);
  const packed = await readFile(join(dirname(manifest), '4.0.0_best_int', `${code}.traineddata.gz`));
  return { code, data: await promisify(gunzip)(packed) };
}
