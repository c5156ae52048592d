import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { dumpSchema, SCHEMA_FILE } from '../../../scripts/schema.ts';
import { MIGRATIONS } from '../../../src/platform/db/migrate.ts';
import { INVALID_SETTING_EXIT_CODE } from '../../../src/platform/local/parent-watch.ts';
import { eventually } from '../../support/client.ts';
import { runCommand, startCommand } from '../../support/commands.ts';
import { toDatabaseUrl } from '../../support/stack.ts';

const ALL = Object.keys(MIGRATIONS);
const APPLIED = { code: 0, stdout: `applied ${ALL.join(', ')}\n` };
const CURRENT = { code: 0, stdout: 'the schema is current\n' };
const WAITED = expect.stringMatching(
  /^another process \(127\.0\.0\.1, connected since \d{4}-[-\d]+T[:\d]+Z, backend \d+\) is migrating this database; waiting until it has finished\n$/,
);
const ENTRY = 'scripts/migrate.ts';

let server: pg.Client;
let database: string;
let url: string;

beforeEach(async () => {
  const { postgresUrl } = inject('servers');
  server = await connected(postgresUrl);
  database = `holdfast_${randomUUID().replaceAll('-', '')}`;
  await server.query(`create database ${database}`);
  url = toDatabaseUrl(postgresUrl, database);
});
afterEach(async () => {
  await server.query(`drop database ${database}`);
  await server.end();
});

async function connected(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return client;
}

/** Resolves when so many sessions of the product wait in this database for a lock of this kind. */
async function waiting(kind: 'advisory' | 'transactionid', count: number): Promise<void> {
  const sessions = `select from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = $1 and a.application_name = 'holdfast' and l.locktype = $2 and not l.granted`;
  await eventually(
    async () => (await server.query(sessions, [database, kind])).rowCount,
    (found) => found === count,
  );
}

it('of several migrators at once one migrates an empty database and the others find it current', async () => {
  const ends = await Promise.all(Array.from({ length: 4 }, () => runCommand(ENTRY, [], { DATABASE_URL: url })));
  expect(ends.filter((end) => end.stdout === APPLIED.stdout)).toHaveLength(1);
  expect(ends.filter((end) => end.stdout === CURRENT.stdout)).toHaveLength(3);
  expect(ends.map((end) => end.code)).toEqual([0, 0, 0, 0]);
});

describe('while a migrator stands in the middle of its work', () => {
  let obstacle: pg.Client;

  /** A table that is not committed yet keeps every other session from making one of that name. */
  beforeEach(async () => {
    obstacle = await connected(url);
    await obstacle.query('begin; create table audit_events ()');
  });

  async function twoMigrators() {
    const first = startCommand(ENTRY, [], { DATABASE_URL: url });
    await waiting('transactionid', 1);
    const second = startCommand(ENTRY, [], { DATABASE_URL: url });
    await waiting('advisory', 1);
    return { first, second };
  }

  it('another says whom it waits for, and then finds nothing left to do', async () => {
    const { first, second } = await twoMigrators();
    await obstacle.end();
    expect(await first.ended).toEqual({ ...APPLIED, stderr: '' });
    expect(await second.ended).toEqual({ ...CURRENT, stderr: WAITED });
  });

  it('another does all of it when the first is killed', async () => {
    const { first, second } = await twoMigrators();
    first.kill();
    expect(await first.ended).toEqual({ code: null, stdout: '', stderr: '' });
    await obstacle.end();
    expect(await second.ended).toEqual({ ...APPLIED, stderr: WAITED });
    expect(await dumpSchema(url)).toBe(readFileSync(SCHEMA_FILE, 'utf8'));
  });
});

describe('a role that may not create extensions', () => {
  let role: string;
  let theirs: string;

  beforeEach(async () => {
    role = `role_${randomUUID().replaceAll('-', '')}`;
    const inside = await connected(url);
    await inside.query(`create role ${role} login password 'ordinary'`);
    await inside.query(`grant create, usage on schema public to ${role}`);
    await inside.end();
    const address = new URL(url);
    Object.assign(address, { username: role, password: 'ordinary' });
    theirs = address.href;
  });
  afterEach(async () => {
    const inside = await connected(url);
    await inside.query(`drop owned by ${role} cascade`);
    await inside.query(`drop role ${role}`);
    await inside.end();
  });

  it('is told which one is missing, of which version, and what a superuser has to run', async () => {
    const end = await runCommand(ENTRY, [], { DATABASE_URL: theirs });
    expect(end).toEqual({
      code: INVALID_SETTING_EXIT_CODE,
      stdout: '',
      stderr: `DATABASE_URL: the product requires the extension \`vector\` (pgvector) 0.8.0 or later in the database ${database}, and this role may not create it; have a superuser run \`create extension vector\` there, then migrate again\n`,
    });
  });

  it('migrates where somebody has created it', async () => {
    const inside = await connected(url);
    await inside.query('create extension vector');
    await inside.end();
    expect(await runCommand(ENTRY, [], { DATABASE_URL: theirs })).toMatchObject(APPLIED);
  });
});
