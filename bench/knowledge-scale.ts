/**
 * `node bench/knowledge-scale.ts [--chunks 1000000] [--dimension 384] [--memory 3GB]`: what knowledge costs at the size of a company,
 * on a native Postgres of its own in a temporary folder. A million chunks take some 8 GB of disk.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createFoundation, type Foundation } from '../src/identity/bootstrap.ts';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { newId } from '../src/platform/ids.ts';
import { startNativePostgres } from '../src/platform/local/native-postgres.ts';
import { buildIndex, recallsOf, searcher, timesOf } from './knowledge.ts';
import {
  addDocuments,
  type FilledKnowledge,
  fillKnowledge,
  makeCollections,
  PER_DOCUMENT,
  vectorsTable,
  vectorText,
} from './knowledge-data.ts';
import { timesOf as summed, timed } from './measure.ts';

const SERVING_MS = 20_000;
const QUERIES = 100;
/** Candidates that are ranked anew by their whole vectors, behind an index of single bits. */
const RERANKED = 200;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      chunks: { type: 'string', default: '1000000' },
      dimension: { type: 'string', default: '384' },
      memory: { type: 'string', default: '3GB' },
    },
  });
  const [chunks, dimension] = [Number(values.chunks), Number(values.dimension)];
  const postgres = await startNativePostgres({
    port: 0,
    fsync: true,
    settings: { shared_buffers: '3GB', max_wal_size: '8GB', max_parallel_maintenance_workers: '1' },
  });
  const db = openDatabase(postgres.url, 4, (error) => console.error(error), { prepare: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void postgres.stop().then(() => process.exit(130)));
  try {
    await migrate(db);
    const owner = await tenant(db, 'owner');
    const began = performance.now();
    let loaded = 0;
    const filled = await fillKnowledge(db, owner, { chunks, dimension }, async (statement) => {
      loaded ||= performance.now() - began;
      const ms = await timed(async () => void (await buildIndex(db, statement, values.memory)));
      say(`index ${/using (\w+)/i.exec(statement)?.[1]}`, seconds(ms));
    });
    say('loaded without the large indexes', `${seconds(loaded)}, ${Math.round(chunks / (loaded / 1000))} chunks/s`);
    await sql`vacuum analyze`.execute(db);
    await sizes(db, filled);
    await serve(postgres.url, db, owner, filled);
    await insertWhileServing(db, owner, filled, chunks);
    await bits(db, filled);
    await deleteTenant(db, filled);
    await vacuum(db, filled);
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}

function tenant(db: Db, name: string): Promise<Foundation> {
  return createFoundation(db, { organization: name, project: name, email: `${name}@example.com`, credits: '1' });
}

async function sizes(db: Db, { space }: FilledKnowledge): Promise<void> {
  const { rows } = await sql<{ name: string; size: string }>`
    select c.relname as name, pg_size_pretty(pg_relation_size(c.oid)) as size from pg_class c
    where c.relname in (${vectorsTable(space)}, 'chunks', 'chunks_words') or c.oid in (select indexrelid from pg_index where indrelid = ${vectorsTable(space)}::regclass)
    order by pg_relation_size(c.oid) desc`.execute(db);
  for (const { name, size } of rows) say(`size of ${name.replace(/[0-9a-f]{32}/, '…')}`, size);
}

async function serve(url: string, db: Db, owner: Foundation, filled: FilledKnowledge): Promise<void> {
  for (const { scope, recall } of await recallsOf(db, owner, filled)) say(`recall@10, ${scope}`, recall.toFixed(3));
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

async function insertWhileServing(db: Db, owner: Foundation, filled: FilledKnowledge, chunks: number): Promise<void> {
  const find = searcher(db, owner, filled);
  const until = performance.now() + SERVING_MS;
  const samples: number[] = [];
  let inserted = 0;
  const insert = async () => {
    while (performance.now() < until) {
      await addDocuments(db, owner, [newId()], chunks / PER_DOCUMENT + inserted, filled);
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
async function bits(db: Db, { space, world }: FilledKnowledge): Promise<void> {
  const bit = (vector: string) => `(binary_quantize(${vector}::halfvec(${space.dimension}))::bit(${space.dimension}))`;
  const table = vectorsTable(space);
  const statement = `create index bits on ${table} using hnsw (${bit('embedding')} bit_hamming_ops)`;
  say('index of single bits', seconds(await timed(async () => void (await buildIndex(db, statement, '3GB')))));
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

/** Takes a tenant of a hundred documents away. */
async function deleteTenant(db: Db, filled: FilledKnowledge): Promise<void> {
  const owner = await tenant(db, 'second');
  const collections = await makeCollections(db, owner, filled.space);
  await addDocuments(
    db,
    owner,
    Array.from({ length: 100 }, () => newId()),
    0,
    { ...filled, collections },
  );
  const ms = await timed(async () => {
    await sql`with gone as (delete from chunks where document_id in (select id from documents where project_id = ${owner.projectId}) returning id, document_id)
      delete from ${sql.id(vectorsTable(filled.space))} v using gone where v.document_id = gone.document_id and v.chunk_id = gone.id`.execute(
      db,
    );
  });
  say('chunks and vectors of a tenant of 10,000 chunks deleted', seconds(ms));
}

async function vacuum(db: Db, { space }: FilledKnowledge): Promise<void> {
  for (const table of [vectorsTable(space), 'chunks'])
    say(
      `vacuum of ${table === 'chunks' ? table : 'vectors'}`,
      seconds(await timed(async () => void (await sql`vacuum ${sql.id(table)}`.execute(db)))),
    );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function say(what: string, value: string): void {
  console.log(`${what}: ${value}`);
}

await main();
