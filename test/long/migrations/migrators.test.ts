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
  server = await connect(postgresUrl);
  database = `holdfast_${randomUUID().replaceAll('-', '')}`;
  await server.query(`create database ${database}`);
  url = toDatabaseUrl(postgresUrl, database);
});
afterEach(async () => {
  await server.query(`drop database ${database}`);
  await server.end();
});

async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return client;
}

/** Resolves when this many sessions of the product wait for a lock of this kind. */
async function waitForBlockedSessions(kind: 'advisory' | 'transactionid', count: number): Promise<void> {
  const sessions = `select from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = $1 and a.application_name = 'holdfast' and l.locktype = $2 and not l.granted`;
  await eventually(
    async () => (await server.query(sessions, [database, kind])).rowCount,
    (found) => found === count,
  );
}

it('several concurrent migrators migrate an empty database once', async () => {
  const ends = await Promise.all(Array.from({ length: 4 }, () => runCommand(ENTRY, [], { DATABASE_URL: url })));
  expect(ends.filter((end) => end.stdout === APPLIED.stdout)).toHaveLength(1);
  expect(ends.filter((end) => end.stdout === CURRENT.stdout)).toHaveLength(3);
  expect(ends.map((end) => end.code)).toEqual([0, 0, 0, 0]);
});

describe('during a migration', () => {
  let obstacle: pg.Client;

  /** An uncommitted table blocks other sessions from creating one of that name. */
  beforeEach(async () => {
    obstacle = await connect(url);
    await obstacle.query('begin; create table audit_events ()');
  });

  async function twoMigrators() {
    const first = startCommand(ENTRY, [], { DATABASE_URL: url });
    await waitForBlockedSessions('transactionid', 1);
    const second = startCommand(ENTRY, [], { DATABASE_URL: url });
    await waitForBlockedSessions('advisory', 1);
    return { first, second };
  }

  it('another migrator names the process that it waits for, and then finds nothing to do', async () => {
    const { first, second } = await twoMigrators();
    await obstacle.end();
    expect(await first.ended).toEqual({ ...APPLIED, stderr: '' });
    expect(await second.ended).toEqual({ ...CURRENT, stderr: WAITED });
  });

  it('another migrator does all the work if the first is killed', async () => {
    const { first, second } = await twoMigrators();
    first.kill();
    expect(await first.ended).toEqual({ code: null, stdout: '', stderr: '' });
    await obstacle.end();
    expect(await second.ended).toEqual({ ...APPLIED, stderr: WAITED });
    expect(await dumpSchema(url)).toBe(readFileSync(SCHEMA_FILE, 'utf8'));
  });
});

describe('a database role that cannot create extensions', () => {
  let role: string;
  let theirs: string;

  beforeEach(async () => {
    role = `role_${randomUUID().replaceAll('-', '')}`;
    const inside = await connect(url);
    await inside.query(`create role ${role} login password 'ordinary'`);
    await inside.query(`grant create, usage on schema public to ${role}`);
    await inside.end();
    const address = new URL(url);
    Object.assign(address, { username: role, password: 'ordinary' });
    theirs = address.href;
  });
  afterEach(async () => {
    const inside = await connect(url);
    await inside.query(`drop owned by ${role} cascade`);
    await inside.query(`drop role ${role}`);
    await inside.end();
  });

  it('sees which extension and version is missing and what a superuser has to run', async () => {
    const end = await runCommand(ENTRY, [], { DATABASE_URL: theirs });
    expect(end).toEqual({
      code: INVALID_SETTING_EXIT_CODE,
      stdout: '',
      stderr: `DATABASE_URL: the product requires the extension \`vector\` (pgvector) 0.8.0 or later in the database ${database}, and this role may not create it; have a superuser run \`create extension vector\` there, then migrate again\n`,
    });
  });

  it('migrates if a superuser has created the extensions', async () => {
    const inside = await connect(url);
    await inside.query('create extension vector');
    await inside.end();
    expect(await runCommand(ENTRY, [], { DATABASE_URL: theirs })).toMatchObject(APPLIED);
  });
});
