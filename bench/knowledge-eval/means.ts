/** `node bench/knowledge-eval/means.ts`: computes the mean vectors of the built-in embedding model. See README.md. */
import { writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { CHUNK_SIZES, chunkBlocks } from '../../src/knowledge/chunking/chunk.ts';
import { toEmbeddingText } from '../../src/knowledge/embedding/embed-chunks.ts';
import { parseDocument } from '../../src/knowledge/parsing/parse.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { BUILTIN_EMBEDDING } from '../../src/platform/models/embeddings/builtin.ts';
import { openEncoder } from '../../src/platform/models/embeddings/builtin-model.ts';
import { evalDocuments } from './documents.ts';
import { evalQuestions } from './questions.ts';

const FILE = new URL('../../src/platform/models/embeddings/multilingual/means.json', import.meta.url);
const DIGITS = 5;

/** Returns the texts to embed of the documents of the set. */
async function listChunkTexts(): Promise<string[]> {
  const settings = loadConfig({}).parsing;
  const texts: string[] = [];
  for (const { name, mediaType, text } of evalDocuments()) {
    const source = { bytes: Readable.from([Buffer.from(text)]) };
    const blocks = parseDocument({ source, mediaType, name, strategy: 'auto', settings });
    for await (const chunk of chunkBlocks(blocks, CHUNK_SIZES)) texts.push(toEmbeddingText(chunk));
  }
  return texts;
}

async function computeMean(texts: readonly string[]): Promise<number[]> {
  const encode = await openEncoder(BUILTIN_EMBEDDING.max_input_tokens);
  const sum = new Array<number>(BUILTIN_EMBEDDING.dimension).fill(0);
  for (const text of texts) for (const [at, value] of encode(text).vector.entries()) sum[at] = (sum[at] ?? 0) + value;
  return sum.map((value) => Number((value / texts.length).toFixed(DIGITS)));
}

const means = {
  document: await computeMean(await listChunkTexts()),
  query: await computeMean(evalQuestions().map(({ ask }) => ask)),
};
writeFileSync(FILE, `${JSON.stringify(means)}\n`);
