/**
 * `node bench/knowledge-scale.ts [--chunks 1000000] [--dimension 384] [--memory 3GB] [--only recall,search,…]
 * [--compared 40] [--data FOLDER]`: measures large collections on its own native Postgres. A million chunks take about
 * 8 GB of disk. `--data` keeps the seeded database for further runs.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createFoundation, type Foundation } from '../src/bootstrap.ts';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { newId } from '../src/platform/ids.ts';
import { type NativePostgres, startNativePostgres } from '../src/platform/local/native-postgres.ts';
import { buildIndex, createSearcher, measureRecalls, measureSearchTimes, type Recall } from './knowledge.ts';
import {
  addDocuments,
  CHUNKS_PER_DOCUMENT,
  createCollections,
  findSeededKnowledge,
  getVectorsTable,
  type KnowledgeFixture,
  type KnowledgeOwner,
  seedKnowledge,
} from './knowledge-data.ts';
import { summarizeTimes as summed, timeJob } from './measure.ts';
import { toVectorText } from './synthetic-language.ts';

const SERVING_DURATION_MS = 20_000;
const QUERY_COUNT = 100;
/** Candidates of the single-bit index that are reranked by their full vectors. */
const RERANK_CANDIDATES = 200;
/** Chunks of the deleted tenant. Vacuum repairs the HNSW graph around each of them. */
const DELETED_TENANT_CHUNKS = 2000;
/** Chunks between two progress lines. */
const PROGRESS_INTERVAL_CHUNKS = 100_000;

/** A seeded database with its settings. */
interface SeededDatabase {
  readonly url: string;
  readonly db: Db;
  readonly owner: KnowledgeOwner;
  readonly filled: KnowledgeFixture;
  /** Queries per scope that are compared with an exact search. */
  readonly compared: number;
  /** `maintenance_work_mem` for index builds. */
  readonly memory: string;
}

/** Sections in the order of measurement. */
const SECTIONS: Readonly<Record<string, (database: SeededDatabase) => Promise<void>>> = {
  sizes: measureSizes,
  search: measureServing,
  recall: measureRecall,
  insert: measureInsertsWhileServing,
  bits: measureBitIndex,
  delete: measureTenantDeletion,
  vacuum,
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '1000000' },
      dimension: { type: 'string', default: '384' },
      memory: { type: 'string', default: '3GB' },
      only: { type: 'string', default: Object.keys(SECTIONS).join(',') },
      compared: { type: 'string', default: '40' },
      data: { type: 'string' },
    },
  });
  const wanted = values.only.split(',').filter(Boolean);
  for (const name of wanted)
    if (!SECTIONS[name]) throw new Error(`there is no section ${name}, but ${Object.keys(SECTIONS).join(', ')}`);
  const postgres = await startNativePostgres({
    ...(values.data !== undefined && { dataDir: values.data }),
    port: 0,
    fsync: true,
    settings: { shared_buffers: '3GB', max_wal_size: '8GB', max_parallel_maintenance_workers: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void postgres.stop().then(() => process.exit(130)));
  await measure(postgres, { ...values, chunks: Number(values.chunks), dimension: Number(values.dimension) }, wanted);
}

async function measure(
  postgres: NativePostgres,
  size: { chunks: number; dimension: number; memory: string; compared: string },
  wanted: readonly string[],
): Promise<void> {
  const db = openDatabase(postgres.url, 4, (error) => console.error(error.message), { prepare: true });
  const began = performance.now();
  try {
    await migrate(db);
    const found = (await findSeededKnowledge(db)) ?? (await seedDatabase(db, size));
    const database = { ...found, url: postgres.url, db, compared: Number(size.compared), memory: size.memory };
    for (const name of wanted) {
      const ms = await timeJob(async () => SECTIONS[name]?.(database));
      printLine(
        `— the section ${name} took`,
        `${formatSeconds(ms)}; ${formatSeconds(performance.now() - began)} since the start`,
      );
    }
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}

/** Seeds the database without fsync, because an interrupted load is repeated. */
async function seedDatabase(
  db: Db,
  { chunks, dimension, memory }: { chunks: number; dimension: number; memory: string },
): Promise<{ owner: KnowledgeOwner; filled: KnowledgeFixture }> {
  const [old] = (await sql`select from documents limit 1`.execute(db)).rows;
  if (old) throw new Error('the folder holds a database that was not filled to its end: remove it');
  const owner = await createTenant(db, 'owner');
  await setFsync(db, 'off');
  const began = performance.now();
  let loaded = 0;
  const rate = (done: number) => {
    const ms = performance.now() - began;
    return `${formatSeconds(ms)}, ${Math.round(done / (ms / 1000))} chunks/s`;
  };
  const filled = await seedKnowledge(
    db,
    owner,
    { chunks, dimension },
    {
      stored: (done) => {
        if (done > 0 && done % PROGRESS_INTERVAL_CHUNKS === 0) printLine(`${done} chunks`, rate(done));
      },
      build: async (statement) => {
        if (loaded === 0) printLine('loaded without the large indexes', rate(chunks));
        loaded ||= performance.now();
        const ms = await timeJob(async () => void (await buildIndex(db, statement, memory)));
        printLine(`index ${/using (\w+)/i.exec(statement)?.[1]}`, formatSeconds(ms));
      },
    },
  );
  await setFsync(db, 'on');
  printLine('vacuum analyze', formatSeconds(await timeJob(async () => void (await sql`vacuum analyze`.execute(db)))));
  return { owner, filled };
}

/** Turns fsync of the server on or off. */
async function setFsync(db: Db, is: 'on' | 'off'): Promise<void> {
  for (const name of ['fsync', 'full_page_writes'])
    await sql`alter system set ${sql.ref(name)} = ${sql.raw(is)}`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
  if (is === 'on') await sql`checkpoint`.execute(db);
}

function createTenant(db: Db, name: string): Promise<Foundation> {
  return createFoundation(db, { organization: name, project: name, email: `${name}@example.com`, credits: '1' });
}

async function measureSizes({ db, filled: { space } }: SeededDatabase): Promise<void> {
  const { rows } = await sql<{ name: string; size: string }>`
    select c.relname as name, pg_size_pretty(pg_relation_size(c.oid)) as size from pg_class c
    where c.relname in (${getVectorsTable(space)}, 'chunks', 'chunks_words') or c.oid in (select indexrelid from pg_index where indrelid = ${getVectorsTable(space)}::regclass)
    order by pg_relation_size(c.oid) desc`.execute(db);
  for (const { name, size } of rows) printLine(`size of ${name.replace(/[0-9a-f]{32}/, '…')}`, size);
}

async function measureRecall({ db, owner, filled, compared }: SeededDatabase): Promise<void> {
  const report = (found: Recall) => printLine(`recall@10, ${found.scope}`, found.recall.toFixed(3));
  await measureRecalls(db, owner, filled, { compared, report });
}

async function measureServing({ url, db, owner, filled }: SeededDatabase): Promise<void> {
  const { baseline, holdfast } = await measureSearchTimes(url, db, owner, filled, [10, QUERY_COUNT]);
  printLine('search, p50 and p95', `${holdfast.p50.toFixed(1)}, ${holdfast.p95.toFixed(1)} ms`);
  printLine(
    'bare SQL, p50 and p95',
    `${baseline.p50.toFixed(1)}, ${baseline.p95.toFixed(1)} ms; ratio ${(holdfast.p50 / baseline.p50).toFixed(2)}`,
  );
  const find = createSearcher(db, owner, filled);
  for (const [share, id] of Object.entries(filled.collections)) {
    const samples: number[] = [];
    for (let n = 0; n < QUERY_COUNT / 2; n++)
      samples.push(await timeJob(async () => void (await find(filled.world.query(), id))));
    printLine(`search in the collection of ${share} %, p50`, `${summed(samples).p50.toFixed(1)} ms`);
  }
}

async function measureInsertsWhileServing({ db, owner, filled }: SeededDatabase): Promise<void> {
  const find = createSearcher(db, owner, filled);
  const until = performance.now() + SERVING_DURATION_MS;
  const samples: number[] = [];
  let inserted = 0;
  const insert = async () => {
    while (performance.now() < until) {
      await addDocuments(db, owner, [newId()], filled.documents + inserted, filled);
      inserted++;
    }
  };
  const query = async () => {
    while (performance.now() < until)
      samples.push(await timeJob(async () => void (await find(filled.world.query(), filled.collections[100]!))));
  };
  const began = performance.now();
  await Promise.all([insert(), query()]);
  const rate = (inserted * CHUNKS_PER_DOCUMENT) / ((performance.now() - began) / 1000);
  printLine(
    'inserts while one client searches',
    `${rate.toFixed(0)} chunks/s; its search p50 ${summed(samples).p50.toFixed(1)} ms`,
  );
}

/** Measures an index with one bit per dimension and reranked candidates. */
async function measureBitIndex({ db, filled: { space, world }, memory }: SeededDatabase): Promise<void> {
  const bit = (vector: string) => `(binary_quantize(${vector}::halfvec(${space.dimension}))::bit(${space.dimension}))`;
  const table = getVectorsTable(space);
  const statement = `create index bits on ${table} using hnsw (${bit('embedding')} bit_hamming_ops)`;
  printLine(
    'index of single bits',
    formatSeconds(await timeJob(async () => void (await buildIndex(db, statement, memory)))),
  );
  const { rows } = await sql<{ size: string }>`select pg_size_pretty(pg_relation_size('bits')) as size`.execute(db);
  printLine('size of the index of single bits', rows[0]?.size ?? '');
  let found = 0;
  const samples: number[] = [];
  for (let n = 0; n < QUERY_COUNT / 2; n++) {
    const vector = toVectorText(world.query().vector);
    const nearest = (first: string) =>
      sql.raw<{ id: string }>(
        `select chunk_id as id from (${first}) c order by (embedding <=> '${vector}'::halfvec) + 0, chunk_id limit 10`,
      );
    const exact = await nearest(`select chunk_id, embedding from ${table}`).execute(db);
    await db.transaction().execute(async (trx) => {
      await sql.raw(`set local hnsw.ef_search = ${RERANK_CANDIDATES}`).execute(trx);
      const first = `select chunk_id, embedding from ${table} order by ${bit('embedding')} <~> ${bit(`'${vector}'`)} limit ${RERANK_CANDIDATES}`;
      samples.push(
        await timeJob(async () => {
          const quick = new Set((await nearest(first).execute(trx)).rows.map(({ id }) => id));
          found += exact.rows.filter(({ id }) => quick.has(id)).length;
        }),
      );
    });
  }
  printLine(
    'recall@10 by single bits, reranked',
    `${(found / (QUERY_COUNT / 2) / 10).toFixed(3)}, p50 ${summed(samples).p50.toFixed(1)} ms`,
  );
  await sql`drop index bits`.execute(db);
}

/** Measures the deletion of a small tenant. */
async function measureTenantDeletion({ db, filled }: SeededDatabase): Promise<void> {
  const owner = await createTenant(db, `second-${newId()}`);
  const collections = await createCollections(db, owner, filled.space);
  const ids = Array.from({ length: DELETED_TENANT_CHUNKS / CHUNKS_PER_DOCUMENT }, () => newId());
  printLine(
    `a tenant of ${DELETED_TENANT_CHUNKS} chunks added`,
    formatSeconds(await timeJob(() => addDocuments(db, owner, ids, 0, { ...filled, collections }))),
  );
  const ms = await timeJob(async () => {
    await sql`with gone as (delete from chunks where document_id in (select id from documents where project_id = ${owner.projectId}) returning id, document_id)
      delete from ${sql.id(getVectorsTable(filled.space))} v using gone where v.document_id = gone.document_id and v.chunk_id = gone.id`.execute(
      db,
    );
  });
  printLine(`chunks and vectors of a tenant of ${DELETED_TENANT_CHUNKS} chunks deleted`, formatSeconds(ms));
}

/** Includes the indexes, which Postgres otherwise skips after few deletions. */
async function vacuum({ db, filled: { space } }: SeededDatabase): Promise<void> {
  for (const table of [getVectorsTable(space), 'chunks'])
    printLine(
      `vacuum of ${table === 'chunks' ? table : 'vectors'}`,
      formatSeconds(
        await timeJob(async () => void (await sql`vacuum (index_cleanup on) ${sql.id(table)}`.execute(db))),
      ),
    );
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function printLine(what: string, value: string): void {
  console.log(`${what}: ${value}`);
}

await main();
