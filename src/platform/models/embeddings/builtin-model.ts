import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readArrays } from './multilingual/arrays.ts';
import { DIMENSION, Encoder } from './multilingual/encoder.ts';
import { Tokenizer } from './multilingual/tokenizer.ts';
import type { LocalModel } from './thread-messages.ts';

const FOLDER = new URL('./multilingual/model/', import.meta.url);

/** Opens the built-in model with a maximum number of tokens per text. */
export async function openBuiltinModel(maxTokens: number): Promise<LocalModel> {
  const [weights, vocabulary] = await Promise.all([
    readArrays(fileURLToPath(new URL('weights.npz', FOLDER))),
    readFile(new URL('sp.model', FOLDER)),
  ]);
  const encoder = new Encoder(weights, maxTokens);
  const tokenizer = new Tokenizer(vocabulary);
  return {
    async embed(texts) {
      const numbers = new Float32Array(texts.length * DIMENSION);
      let tokens = 0;
      for (const [at, text] of texts.entries()) {
        const ids = tokenizer.encode(text).slice(0, maxTokens);
        numbers.set(encoder.encode(ids), at * DIMENSION);
        tokens += ids.length;
      }
      return { numbers, tokens };
    },
  };
}
