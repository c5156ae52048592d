/**
 * `node bench/ingestion.ts`: measures ingestion. Prints the maximum memory of a worker and its parsers for a long PDF
 * and a large CSV, and the rate of embeddings compared with the built-in model alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CHUNK_SIZES, chunkBlocks } from '../src/knowledge/chunking/chunk.ts';
import type { Block } from '../src/knowledge/parsing/contract.ts';
import { getCacheDir } from '../src/platform/local/cache-dir.ts';
import { startNativePostgres } from '../src/platform/local/native-postgres.ts';
import { findTemporal, startTemporal } from '../src/platform/local/temporal.ts';
import { BUILTIN_EMBEDDING } from '../src/platform/models/embeddings/builtin.ts';
import { createEmbeddingGateway } from '../src/platform/models/embeddings/gateway.ts';
import { openWorld, type World } from '../test/support/client.ts';
import { listIngestedDocuments, openUploader, type UploadedFile } from '../test/support/documents.ts';
import { startModelServer } from '../test/support/model-server.ts';
import { pdf } from '../test/support/pdf.ts';
import { Stack, toEnvironment } from '../test/support/stack.ts';

const MIB = 2 ** 20;
const MEMORY_POLL_MS = 100;
const TIMEOUT_MS = 3_600_000;
const WORDS = 'harbour ledger lantern granite orchard signal copper meadow anchor thimble velvet cinder marble'.split(
  ' ',
);

/** Returns a text with this number of words that repeats late. */
function generateWords(count: number, seed: number): string {
  return Array.from(
    { length: count },
    (_, at) => `${WORDS[(at * 7 + seed * 13 + at * at) % WORDS.length]}${(at * seed) % 97}`,
  ).join(' ');
}

function createPdf(pages: number): Buffer {
  return pdf(
    Array.from({ length: pages }, (_, page) =>
      Array.from({ length: 45 }, (_, line) => ({ text: generateWords(10, page * 45 + line) })),
    ),
  );
}

function createCsv(bytes: number): Buffer {
  const csv = Buffer.alloc(bytes);
  let at = csv.write('id,name,what,price,when\n');
  for (let row = 0; at < bytes; row++)
    at += csv.write(
      `${row},${generateWords(2, row)},${generateWords(9, row + 1)},${row % 1000}.50,2026-01-${10 + (row % 20)}\n`,
      at,
    );
  return csv;
}

/** Returns the resident memory in MiB of a process and its children. */
function readTreeMemory(root: number): number {
  const found = new Map<number, { parent: number; mib: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      found.set(Number(name), { parent: field('PPid'), mib: field('VmRSS') / 1024 });
    } catch {
      // The process ended between the listing and the reading.
    }
  }
  const isBelow = (pid: number): boolean => pid === root || (found.has(pid) && isBelow(found.get(pid)?.parent ?? 0));
  return [...found].filter(([pid]) => isBelow(pid)).reduce((sum, [, { mib }]) => sum + mib, 0);
}

type Bringer = Awaited<ReturnType<typeof openUploader>>;

/**
 * Ingests one document, or embeds it for a limited time. Returns seconds of the ingestion and of the embedding, chunks,
 * and maximum memory.
 */
async function ingest(
  world: World,
  bringer: Bringer,
  worker: number,
  file: UploadedFile,
  embedMs = Number.POSITIVE_INFINITY,
) {
  const tenant = await world.tenant();
  await world.db.updateTable('organization_accounts').set({ credits: '1000000' }).execute();
  const { documentIds } = await bringer.bring(tenant, [file]);
  const began = performance.now();
  let embedding: number | undefined;
  let peak = 0;
  for (;;) {
    peak = Math.max(peak, readTreeMemory(worker));
    const [document] = await listIngestedDocuments(world, documentIds);
    if (document?.status === 'embedding') embedding ??= performance.now();
    const isEnough = embedding !== undefined && performance.now() - embedding > embedMs;
    if (document?.status === 'ready' || (document?.status === 'embedding' && isEnough)) {
      const now = performance.now();
      const seconds = (now - began) / 1000;
      return { seconds, embedding: (now - (embedding ?? now)) / 1000, chunks: document.progress?.total ?? 0, peak };
    }
    if (document?.error || performance.now() - began > TIMEOUT_MS) throw new Error(JSON.stringify(document));
    await new Promise((resolve) => setTimeout(resolve, MEMORY_POLL_MS));
  }
}

/** Returns the chunks per second of the model alone. */
async function measureBaselineRate(text: string): Promise<number> {
  const gateway = createEmbeddingGateway({ env: {}, idleTimeoutMs: 120_000 });
  async function* blocks(): AsyncGenerator<Block> {
    for (const paragraph of text.split('\n\n')) yield { kind: 'paragraph', text: paragraph, page: null };
  }
  const texts = (await Array.fromAsync(chunkBlocks(blocks(), CHUNK_SIZES))).map((chunk) => chunk.text);
  const call = { signal: new AbortController().signal };
  await gateway.embed({ model: BUILTIN_EMBEDDING, texts: texts.slice(0, 8), purpose: 'document' }, call);
  const began = performance.now();
  await gateway.embed({ model: BUILTIN_EMBEDDING, texts, purpose: 'document' }, call);
  const rate = texts.length / ((performance.now() - began) / 1000);
  await gateway.close();
  return rate;
}

async function measure(
  world: World,
  bringer: Bringer,
  stack: Stack,
  wanted: { pages: number; mb: number; texts: number; embedMs: number },
) {
  const remote = stack.startWorker({ EMBEDDING_MODEL: 'scripted-embedding' });
  await stack.ready();
  const pid = remote.child.pid ?? 0;
  const rest = readTreeMemory(pid);
  const memory: readonly (readonly [string, () => UploadedFile])[] = [
    [
      `PDF of ${wanted.pages} pages`,
      () => ({ name: 'long.pdf', mediaType: 'application/pdf', text: createPdf(wanted.pages) }),
    ],
    [`CSV of ${wanted.mb} MB`, () => ({ name: 'large.csv', mediaType: 'text/csv', text: createCsv(wanted.mb * MIB) })],
  ];
  console.log(`worker at rest: ${rest.toFixed(0)} MiB`);
  for (const [name, file] of memory) {
    const { seconds, embedding, chunks, peak } = await ingest(world, bringer, pid, file(), wanted.embedMs);
    console.log(
      `${name}: ${chunks} chunks in ${seconds.toFixed(0)} s, ${embedding.toFixed(0)} s of them embedding; at most ${peak.toFixed(0)} MiB`,
    );
  }
  await remote.stop();
  const local = stack.startWorker({ EMBEDDING_MODEL: BUILTIN_EMBEDDING.name });
  await stack.ready();
  await ingest(world, bringer, local.child.pid ?? 0, { name: 'warm.txt', text: generateWords(50, 3) });
  for (let round = 0; round < 3; round++) {
    const text = Array.from({ length: wanted.texts }, (_, at) => generateWords(140, round * 1000 + at)).join('\n\n');
    const bare = await measureBaselineRate(text);
    const { embedding, chunks } = await ingest(world, bringer, local.child.pid ?? 0, { name: `${round}.txt`, text });
    const rate = chunks / embedding;
    console.log(
      `built-in model: ${bare.toFixed(1)} chunks/s bare, ${rate.toFixed(1)} ingested: ${(rate / bare).toFixed(2)}`,
    );
  }
  await local.stop();
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: '1000' },
      mb: { type: 'string', default: '200' },
      texts: { type: 'string', default: '300' },
      'embed-seconds': { type: 'string', default: '3600' },
    },
  });
  const say = (line: string) => console.log(line);
  const binary = await findTemporal({ cli: process.env.TEMPORAL_CLI, cacheDir: getCacheDir(), print: say });
  const postgres = await startNativePostgres({ port: 0, fsync: false, settings: {}, print: say });
  const temporal = await startTemporal({ binary, port: 0, namespace: 'default' });
  const models = await startModelServer();
  const servers = { postgresUrl: postgres.url, temporalAddress: temporal.address, modelServerUrl: models.url };
  const stack = await Stack.create(servers, 'bench', { LOG_LEVEL: 'warn' });
  try {
    await stack.startApi();
    const world = openWorld(stack.info);
    const bringer = await openUploader(toEnvironment(stack.info));
    const wanted = {
      pages: Number(values.pages),
      mb: Number(values.mb),
      texts: Number(values.texts),
      embedMs: Number(values['embed-seconds']) * 1000,
    };
    await measure(world, bringer, stack, wanted);
    await bringer.close();
    await world.close();
  } finally {
    await stack.stop();
    await models.close();
    await temporal.stop();
    await postgres.stop();
  }
}

await main();
