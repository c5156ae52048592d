/**
 * `node bench/knowledge-scale.ts [--chunks 1000000] [--dimension 384] [--memory 3GB] [--only recall,search,…] [--compared 40] [--data FOLDER]`:
 * what knowledge costs at the size of a company, on a native Postgres of its own. A million chunks take some 8 GB of disk. With a
 * folder the filled database is kept there: another run measures other sections in it.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createFoundation, type Foundation } from '../src/bootstrap.ts';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { newId } from '../src/platform/ids.ts';
import { type NativePostgres, startNativePostgres } from '../src/platform/local/native-postgres.ts';
import { buildIndex, type Recall, recallsOf, searcher, timesOf } from './knowledge.ts';
import {
  addDocuments,
  type FilledKnowledge,
  fillKnowledge,
  findFilled,
  type KnowledgeOwner,
  makeCollections,
  PER_DOCUMENT,
  vectorsTable,
} from './knowledge-data.ts';
import { vectorText } from './knowledge-world.ts';
import { timesOf as summed, timed } from './measure.ts';

const SERVING_MS = 20_000;
const QUERIES = 100;
/** Candidates that are ranked anew by their whole vectors, behind an index of single bits. */
const RERANKED = 200;
/** Chunks of a tenant that leaves: the index of vectors mends its graph around each when it is vacuumed. */
const LEAVING = 2000;
/** Chunks between two words of how far the loading has come. */
const SAID_EVERY = 100_000;

/** A filled database, and what is to be known of it. */
interface Ground {
  readonly url: string;
  readonly db: Db;
  readonly owner: KnowledgeOwner;
  readonly filled: FilledKnowledge;
  /** Queries of each scope that are compared with an exact search. */
  readonly compared: number;
  /** Memory to build an index with. */
  readonly memory: string;
}

/** What is measured once the database is filled, in this order. */
const SECTIONS: Readonly<Record<string, (ground: Ground) => Promise<void>>> = {
  sizes,
  search: serve,
  recall,
  insert: insertWhileServing,
  bits,
  delete: deleteTenant,
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
    const found = (await findFilled(db)) ?? (await fill(db, size));
    const ground = { ...found, url: postgres.url, db, compared: Number(size.compared), memory: size.memory };
    for (const name of wanted) {
      const ms = await timed(async () => SECTIONS[name]?.(ground));
      say(`— the section ${name} took`, `${seconds(ms)}; ${seconds(performance.now() - began)} since the start`);
    }
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}

/** Fills the database; nothing of it waits for the disk, since what is cut off is made anew. */
async function fill(
  db: Db,
  { chunks, dimension, memory }: { chunks: number; dimension: number; memory: string },
): Promise<{ owner: KnowledgeOwner; filled: FilledKnowledge }> {
  const [old] = (await sql`select from documents limit 1`.execute(db)).rows;
  if (old) throw new Error('the folder holds a database that was not filled to its end: remove it');
  const owner = await tenant(db, 'owner');
  await syncing(db, 'off');
  const began = performance.now();
  let loaded = 0;
  const rate = (done: number) => {
    const ms = performance.now() - began;
    return `${seconds(ms)}, ${Math.round(done / (ms / 1000))} chunks/s`;
  };
  const filled = await fillKnowledge(
    db,
    owner,
    { chunks, dimension },
    {
      stored: (done) => {
        if (done > 0 && done % SAID_EVERY === 0) say(`${done} chunks`, rate(done));
      },
      build: async (statement) => {
        if (loaded === 0) say('loaded without the large indexes', rate(chunks));
        loaded ||= performance.now();
        const ms = await timed(async () => void (await buildIndex(db, statement, memory)));
        say(`index ${/using (\w+)/i.exec(statement)?.[1]}`, seconds(ms));
      },
    },
  );
  await syncing(db, 'on');
  say('vacuum analyze', seconds(await timed(async () => void (await sql`vacuum analyze`.execute(db)))));
  return { owner, filled };
}

/** Whether the server waits for the disk from now on. */
async function syncing(db: Db, is: 'on' | 'off'): Promise<void> {
  for (const name of ['fsync', 'full_page_writes'])
    await sql`alter system set ${sql.ref(name)} = ${sql.raw(is)}`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
  if (is === 'on') await sql`checkpoint`.execute(db);
}

function tenant(db: Db, name: string): Promise<Foundation> {
  return createFoundation(db, { organization: name, project: name, email: `${name}@example.com`, credits: '1' });
}

async function sizes({ db, filled: { space } }: Ground): Promise<void> {
  const { rows } = await sql<{ name: string; size: string }>`
    select c.relname as name, pg_size_pretty(pg_relation_size(c.oid)) as size from pg_class c
    where c.relname in (${vectorsTable(space)}, 'chunks', 'chunks_words') or c.oid in (select indexrelid from pg_index where indrelid = ${vectorsTable(space)}::regclass)
    order by pg_relation_size(c.oid) desc`.execute(db);
  for (const { name, size } of rows) say(`size of ${name.replace(/[0-9a-f]{32}/, '…')}`, size);
}

async function recall({ db, owner, filled, compared }: Ground): Promise<void> {
  const told = (found: Recall) => say(`recall@10, ${found.scope}`, found.recall.toFixed(3));
  await recallsOf(db, owner, filled, { compared, told });
}

async function serve({ url, db, owner, filled }: Ground): Promise<void> {
  const { floor, us } = await timesOf(url, db, owner, filled, [10, QUERIES]);
  say('search, p50 and p95', `${us.p50.toFixed(1)}, ${us.p95.toFixed(1)} ms`);
  say(
    'bare SQL, p50 and p95',
    `${floor.p50.toFixed(1)}, ${floor.p95.toFixed(1)} ms; ratio ${(us.p50 / floor.p50).toFixed(2)}`,
  );
  const find = searcher(db, owner, filled);
  for (const [share, id] of Object.entries(filled.collections)) {
    const samples: number[] = [];
    for (let n = 0; n < QUERIES / 2; n++)
      samples.push(await timed(async () => void (await find(filled.world.query(), id))));
    say(`search in the collection of ${share} %, p50`, `${summed(samples).p50.toFixed(1)} ms`);
  }
}

async function insertWhileServing({ db, owner, filled }: Ground): Promise<void> {
  const find = searcher(db, owner, filled);
  const until = performance.now() + SERVING_MS;
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
      samples.push(await timed(async () => void (await find(filled.world.query(), filled.collections[100]!))));
  };
  const began = performance.now();
  await Promise.all([insert(), query()]);
  const rate = (inserted * PER_DOCUMENT) / ((performance.now() - began) / 1000);
  say(
    'inserts while one client searches',
    `${rate.toFixed(0)} chunks/s; its search p50 ${summed(samples).p50.toFixed(1)} ms`,
  );
}

/** An index of one bit a number, whose candidates are ranked anew. */
async function bits({ db, filled: { space, world }, memory }: Ground): Promise<void> {
  const bit = (vector: string) => `(binary_quantize(${vector}::halfvec(${space.dimension}))::bit(${space.dimension}))`;
  const table = vectorsTable(space);
  const statement = `create index bits on ${table} using hnsw (${bit('embedding')} bit_hamming_ops)`;
  say('index of single bits', seconds(await timed(async () => void (await buildIndex(db, statement, memory)))));
  const { rows } = await sql<{ size: string }>`select pg_size_pretty(pg_relation_size('bits')) as size`.execute(db);
  say('size of the index of single bits', rows[0]?.size ?? '');
  let found = 0;
  const samples: number[] = [];
  for (let n = 0; n < QUERIES / 2; n++) {
    const vector = vectorText(world.query().vector);
    const nearest = (first: string) =>
      sql.raw<{ id: string }>(
        `select chunk_id as id from (${first}) c order by (embedding <=> '${vector}'::halfvec) + 0, chunk_id limit 10`,
      );
    const exact = await nearest(`select chunk_id, embedding from ${table}`).execute(db);
    await db.transaction().execute(async (trx) => {
      await sql.raw(`set local hnsw.ef_search = ${RERANKED}`).execute(trx);
      const first = `select chunk_id, embedding from ${table} order by ${bit('embedding')} <~> ${bit(`'${vector}'`)} limit ${RERANKED}`;
      samples.push(
        await timed(async () => {
          const quick = new Set((await nearest(first).execute(trx)).rows.map(({ id }) => id));
          found += exact.rows.filter(({ id }) => quick.has(id)).length;
        }),
      );
    });
  }
  say(
    'recall@10 by single bits, ranked anew',
    `${(found / (QUERIES / 2) / 10).toFixed(3)}, p50 ${summed(samples).p50.toFixed(1)} ms`,
  );
  await sql`drop index bits`.execute(db);
}

/** Takes a tenant of a few documents away. */
async function deleteTenant({ db, filled }: Ground): Promise<void> {
  const owner = await tenant(db, `second-${newId()}`);
  const collections = await makeCollections(db, owner, filled.space);
  const ids = Array.from({ length: LEAVING / PER_DOCUMENT }, () => newId());
  say(
    `a tenant of ${LEAVING} chunks added`,
    seconds(await timed(() => addDocuments(db, owner, ids, 0, { ...filled, collections }))),
  );
  const ms = await timed(async () => {
    await sql`with gone as (delete from chunks where document_id in (select id from documents where project_id = ${owner.projectId}) returning id, document_id)
      delete from ${sql.id(vectorsTable(filled.space))} v using gone where v.document_id = gone.document_id and v.chunk_id = gone.id`.execute(
      db,
    );
  });
  say(`chunks and vectors of a tenant of ${LEAVING} chunks deleted`, seconds(ms));
}

/** With the indexes, which Postgres leaves for later where little is gone. */
async function vacuum({ db, filled: { space } }: Ground): Promise<void> {
  for (const table of [vectorsTable(space), 'chunks'])
    say(
      `vacuum of ${table === 'chunks' ? table : 'vectors'}`,
      seconds(await timed(async () => void (await sql`vacuum (index_cleanup on) ${sql.id(table)}`.execute(db)))),
    );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function say(what: string, value: string): void {
  console.log(`${what}: ${value}`);
}

await main();
