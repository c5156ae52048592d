import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { dumpSchema } from '../../../scripts/schema.ts';
import { type Db, openDatabase } from '../../../src/platform/db/client.ts';
import { MIGRATIONS } from '../../../src/platform/db/migrate.ts';
import { INVALID_SETTING_EXIT_CODE } from '../../../src/platform/local/parent-watch.ts';
import { openWorld, type World } from '../../support/client.ts';
import { runCommand } from '../../support/commands.ts';
import { createDatabase } from '../../support/stack.ts';

const NAMES = Object.keys(MIGRATIONS);
const MIGRATE = 'scripts/migrate.ts';

let world: World;
let url: string;
let db: Db;
let settings: Record<string, string>;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  url = await createDatabase(inject('servers').postgresUrl, 'refused');
  db = openDatabase(url, 1, () => undefined);
  settings = {
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: world.stack.temporalAddress,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'holdfast-refused-')),
    MODELS_FILE: join(world.stack.dataDir, 'models.yaml'),
    TEST_MODEL_KEY: 'k',
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 1).toString('base64')}`,
    PORT: '0',
  };
  return () => db.destroy();
});

const refusal = (line: string) => ({ code: INVALID_SETTING_EXIT_CODE, stdout: '', stderr: `DATABASE_URL: ${line}\n` });

describe('a database of a build before 0.1.0', () => {
  const line =
    'a build before 0.1.0 made this database, and no release can upgrade it; use an empty database (with `npm start`: another DATA_DIR), and carry projects over with `npm run export` of that build and `npm run import` of this one';

  /** The state of such a build: other migrations, and any schema. */
  beforeEach(async () => {
    await sql`delete from kysely_migration`.execute(db);
    await sql`insert into kysely_migration (name, timestamp) values ('0001-foundation', ''), ('0002-promises', '')`.execute(
      db,
    );
    await sql`drop table chunk_vectors`.execute(db);
  });

  it('is unchanged by `npm run migrate`, which says what to do', async () => {
    const before = await dumpSchema(url);
    expect(await runCommand(MIGRATE, [], settings)).toEqual(refusal(line));
    expect(await dumpSchema(url)).toBe(before);
  });

  it.each([
    ['npm start', 'scripts/bootstrap.ts', { MIGRATE: '1' }],
    ['the API', 'api/server.ts', {}],
  ])('prevents %s from starting', async (_, entry, more) => {
    expect(await runCommand(entry, [], { ...settings, ...more })).toEqual(refusal(line));
  });
});

it('a database migrated by a later release is rejected by `npm run migrate`', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('299912312359-later', '')`.execute(db);
  expect(await runCommand(MIGRATE, [], settings)).toEqual(
    refusal('a later release has migrated this database (299912312359-later); run that release or a later one'),
  );
});

it('a database without the newest migration prevents the API from starting until `npm run migrate` has run', async () => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  expect(await runCommand('api/server.ts', [], settings)).toEqual(
    refusal('the schema is older than this build; run `npm run migrate` first'),
  );
  const migrate = () => runCommand(MIGRATE, [], settings);
  expect(await migrate()).toEqual({ code: 0, stdout: `applied ${NAMES.join(', ')}\n`, stderr: '' });
  expect(await migrate()).toEqual({ code: 0, stdout: 'the schema is current\n', stderr: '' });
});
