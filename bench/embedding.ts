import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseKind } from '../src/platform/local/launch.ts';
import { BUILTIN_EMBEDDING } from '../src/platform/models/embeddings/builtin.ts';
import { openBuiltinModel } from '../src/platform/models/embeddings/builtin-model.ts';
import { formatRate, type Row, type Target, toRatioRow } from './cells.ts';
import { median, type Pair } from './measure.ts';
import type { Product } from './servers.ts';

/** Passages per document. Each has its own heading, so each becomes a chunk. */
const PASSAGES_PER_DOCUMENT = 10;
const WORDS_PER_PASSAGE = 150;
const VOCABULARY =
  'river harbour engine letter winter garden report market signal window teacher village mountain season record silver doctor bridge paper story'.split(
    ' ',
  );

/** Passages per second. */
export type EmbeddingRate = Pair<number>;

/**
 * Measures how many passages per second become searchable, and how many the embedding model alone embeds. Both use the
 * built-in model; the baseline runs in this process.
 */
export async function measureEmbedding(product: Product, documents: number, blocks: number): Promise<EmbeddingRate> {
  const model = await openBuiltinModel(BUILTIN_EMBEDDING.max_input_tokens);
  const rates: Record<keyof EmbeddingRate, number[]> = { baseline: [], holdfast: [] };
  for (let block = -1; block < blocks; block++) {
    const some = Array.from({ length: block < 0 ? 1 : documents }, (_, n) => createPassages(`${block}.${n}`));
    const holdfast = await measureRate(some, () => ingest(product, some));
    const baseline = await measureRate(some, async () => {
      const texts = some.flat().map(({ heading, text }) => `${heading}\n${heading}\n\n${text}`);
      for (let from = 0; from < texts.length; from += BUILTIN_EMBEDDING.batch)
        await model.embed(texts.slice(from, from + BUILTIN_EMBEDDING.batch), 'document');
    });
    if (block < 0) continue;
    rates.baseline.push(baseline);
    rates.holdfast.push(holdfast);
  }
  return { baseline: median(rates.baseline), holdfast: median(rates.holdfast) };
}

interface Passage {
  readonly heading: string;
  readonly text: string;
}

/** Creates unique passages. Identical documents would be parsed once. */
function createPassages(name: string): Passage[] {
  return Array.from({ length: PASSAGES_PER_DOCUMENT }, (_, part) => {
    const words = Array.from(
      { length: WORDS_PER_PASSAGE },
      (_, at) => VOCABULARY[(at * (part + 3) + name.length * at * at) % VOCABULARY.length],
    );
    return { heading: `Part ${part} of ${name}`, text: `${words.join(' ')}.` };
  });
}

async function measureRate(documents: readonly (readonly Passage[])[], work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return documents.flat().length / ((performance.now() - began) / 1000);
}

/** Uploads documents in one request and waits until all are searchable. */
async function ingest({ baseUrl, owner }: Product, documents: readonly (readonly Passage[])[]): Promise<void> {
  const path = `${baseUrl}/api/v1/org/${owner.orgId}/project/${owner.projectId}/document`;
  const texts = documents.map((passages) => ({
    text: passages.map(({ heading, text }) => `# ${heading}\n\n${text}`).join('\n\n'),
    media_type: 'text/markdown',
  }));
  const { group_id } = await call(path, owner.apiKey, { texts });
  for (;;) {
    const { documents: rows } = await call(`${path}/create/status/${group_id}`, owner.apiKey);
    if (rows.every(({ status }: { status: string }) => status === 'ready')) return;
    const failed = rows.find(({ status }: { status: string }) => status === 'failed');
    if (failed) throw new Error(`a document failed: ${JSON.stringify(failed)}`);
    await pause(50);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the API, which the bench reads as it knows them
async function call(url: string, key: string, body?: object): Promise<any> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

const EMBEDDING_TARGET: Target = { native: 0.85, pglite: 0.85, atLeast: true };

export function embeddingRow(rate: EmbeddingRate, database: DatabaseKind): Row {
  const what = '(m) passages of documents that become searchable';
  return toRatioRow(what, { ...rate, format: formatRate, target: EMBEDDING_TARGET, database });
}
