import { setTimeout as pause } from 'node:timers/promises';
import { BUILTIN_EMBEDDING } from '../src/platform/models/embeddings/builtin.ts';
import { openBuiltinModel } from '../src/platform/models/embeddings/builtin-model.ts';
import { median, type Pair } from './measure.ts';
import type { Product } from './servers.ts';

/** Passages of a document; each stands under a heading of its own, so that it is a chunk. */
const PASSAGES = 10;
/** Words of a passage. */
const WORDS = 150;
const VOCABULARY =
  'river harbour engine letter winter garden report market signal window teacher village mountain season record silver doctor bridge paper story'.split(
    ' ',
  );

/** Passages a second. */
export type EmbeddingRate = Pair<number>;

/**
 * How many passages a second become searchable, and how many the embedding model alone turns into vectors, in turns: the
 * built-in model in both, the floor in this process with nothing around it.
 */
export async function measureEmbedding(product: Product, documents: number, blocks: number): Promise<EmbeddingRate> {
  const model = await openBuiltinModel(BUILTIN_EMBEDDING.max_input_tokens);
  const rates: Record<keyof EmbeddingRate, number[]> = { floor: [], us: [] };
  for (let block = -1; block < blocks; block++) {
    const some = Array.from({ length: block < 0 ? 1 : documents }, (_, n) => passagesOf(`${block}.${n}`));
    const us = await perSecond(some, () => ingest(product, some));
    const floor = await perSecond(some, async () => {
      const texts = some.flat().map(({ heading, text }) => `${heading}\n${heading}\n\n${text}`);
      for (let from = 0; from < texts.length; from += BUILTIN_EMBEDDING.batch)
        await model.embed(texts.slice(from, from + BUILTIN_EMBEDDING.batch));
    });
    if (block < 0) continue;
    rates.floor.push(floor);
    rates.us.push(us);
  }
  return { floor: median(rates.floor), us: median(rates.us) };
}

interface Passage {
  readonly heading: string;
  readonly text: string;
}

/** A document's passages, which no other document has: equal bytes would be read once. */
function passagesOf(name: string): Passage[] {
  return Array.from({ length: PASSAGES }, (_, part) => {
    const words = Array.from(
      { length: WORDS },
      (_, at) => VOCABULARY[(at * (part + 3) + name.length * at * at) % VOCABULARY.length],
    );
    return { heading: `Part ${part} of ${name}`, text: `${words.join(' ')}.` };
  });
}

async function perSecond(documents: readonly (readonly Passage[])[], work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return documents.flat().length / ((performance.now() - began) / 1000);
}

/** Brings documents in one request, and waits until all of them can be found. */
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
