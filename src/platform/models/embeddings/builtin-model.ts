import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseJson } from '../../json.ts';
import type { RequestOptions } from './embedder.ts';
import { readArrays } from './multilingual/arrays.ts';
import { DIMENSION, Encoder } from './multilingual/encoder.ts';
import { Tokenizer } from './multilingual/tokenizer.ts';
import type { LocalModel } from './thread-messages.ts';

const FOLDER = new URL('./multilingual/model/', import.meta.url);
const MEANS = new URL('./multilingual/means.json', import.meta.url);

type Purpose = RequestOptions['purpose'];

/** Vector of a text, and its number of tokens. */
interface Encoded {
  readonly vector: Float32Array;
  readonly tokens: number;
}

/** Opens the built-in model with a maximum number of tokens per text. */
export async function openBuiltinModel(maxTokens: number): Promise<LocalModel> {
  const [encode, meansText] = await Promise.all([openEncoder(maxTokens), readFile(MEANS, 'utf8')]);
  const means = parseJson(meansText) as Readonly<Record<Purpose, readonly number[]>>;
  return {
    async embed(texts, purpose) {
      const mean = means[purpose];
      const numbers = new Float32Array(texts.length * DIMENSION);
      let tokenCount = 0;
      for (const [at, text] of texts.entries()) {
        const { vector, tokens } = encode(text);
        // What all questions have in common, and all documents, says nothing about a text, but lowers its rank.
        numbers.set(
          vector.map((value, index) => value - (mean[index] ?? 0)),
          at * DIMENSION,
        );
        tokenCount += tokens;
      }
      return { numbers, tokens: tokenCount };
    },
  };
}

/** Opens the model as its authors trained it, without the means. */
export async function openEncoder(maxTokens: number): Promise<(text: string) => Encoded> {
  const [weights, vocabulary] = await Promise.all([
    readArrays(fileURLToPath(new URL('weights.npz', FOLDER))),
    readFile(new URL('sp.model', FOLDER)),
  ]);
  const encoder = new Encoder(weights, maxTokens);
  const tokenizer = new Tokenizer(vocabulary);
  return (text) => {
    const ids = tokenizer.encode(text).slice(0, maxTokens);
    return { vector: encoder.encode(ids), tokens: ids.length };
  };
}
