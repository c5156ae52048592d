import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ENCRYPTED_COLUMNS, SERVER_SECRETS, toEncryptionContext } from '../../../src/platform/encrypted-columns.ts';
import { CIPHERTEXT_PATTERN, EncryptionError, KeyRing } from '../../../src/platform/keyring.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { ReencryptionError, reencrypt } from '../../../src/platform/reencryption.ts';
import { Client, eventually, getOwnerClient, openWorld, type World } from '../../support/client.ts';
import { runCommand } from '../../support/commands.ts';
import { Stack } from '../../support/stack.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [OLD, NEW, LOST] = [key('old'), key('new'), key('lost')];

let stack: Stack;
let world: World;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'keys', { ENCRYPTION_KEYS: `${OLD},${NEW}` });
  await stack.startApi();
  world = openWorld(stack.info);
  const encrypted = new KeyRing(OLD).encrypt(
    'made before the rotation',
    toEncryptionContext(SERVER_SECRETS, 'of this test'),
  );
  await world.db.insertInto('server_secrets').values({ name: 'of this test', sealed: encrypted }).execute();
});
afterAll(async () => {
  await world.close();
  await stack.stop();
});

const keys = (command: string[], more: Record<string, string> = {}) =>
  runCommand('scripts/keys.ts', command, {
    DATABASE_URL: stack.info.databaseUrl,
    ENCRYPTION_KEYS: `${NEW},${OLD}`,
    ...more,
  });

describe('npm run keys', () => {
  it('status says which key encrypts, how many values each key encrypted and which keys can be removed', async () => {
    const { code, stdout, stderr } = await keys(['status']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^new: 0 secrets \(encrypts\)$/m);
    expect(stdout).toMatch(/^old: [1-9]\d* secrets$/m);
    expect(stdout).toMatch(/^ {2}server_secrets\.sealed: [1-9]\d* with old$/m);
    expect(code).toBe(0);
  });

  it('rotate prints a new key and the steps to install it, and none of the old keys', async () => {
    const { code, stdout } = await keys(['rotate']);
    const entry = /^ {2}([\w-]+:[\w+/=]{44})$/m.exec(stdout)?.[1] ?? '';
    expect(new KeyRing(entry).ids()).toHaveLength(1);
    for (const known of [OLD, NEW]) expect(stdout).not.toContain(known.split(':')[1]);
    expect(stdout).toMatch(/1\. Add it as the last key[\s\S]*2\. Make it the first[\s\S]*3\. npm run keys reencrypt/);
    expect(code).toBe(0);
  });

  it('rotate puts a new key before those that npm start stores, readable by their owner only', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'holdfast-keys-'));
    const file = join(DATA_DIR, 'encryption.keys');
    await keys(['rotate'], { DATA_DIR, ENCRYPTION_KEYS: '' });
    const before = new KeyRing(readFileSync(file, 'utf8').trim());
    const place = { table: 'a', column: 'sealed', row: 'b' };
    const encrypted = before.encrypt('kept', place);
    const { code, stdout } = await keys(['rotate'], { DATA_DIR, ENCRYPTION_KEYS: '' });
    expect(code).toBe(0);
    const after = new KeyRing(readFileSync(file, 'utf8').trim());
    expect(after.ids()).toEqual([expect.any(String), ...before.ids()]);
    expect(stdout).toContain(after.current);
    expect(after.decrypt(encrypted, place)).toBe('kept');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    rmSync(DATA_DIR, { recursive: true });
  });

  it('reencrypt encrypts everything with the first key, after which the product runs without the old one', async () => {
    const { code, stdout } = await keys(['reencrypt']);
    expect(stdout).toMatch(/^server_secrets\.sealed: [1-9]\d*$/m);
    expect(stdout).toMatch(/all use new, and older keys can be removed$/m);
    expect(code).toBe(0);
    const after = (await keys(['status'])).stdout;
    expect(after).toMatch(/^old: 0 secrets \(may be removed\)$/m);
    const row = await world.db
      .selectFrom('server_secrets')
      .select('sealed')
      .where('name', '=', 'of this test')
      .executeTakeFirstOrThrow();
    expect(new KeyRing(NEW).decrypt(row.sealed, toEncryptionContext(SERVER_SECRETS, 'of this test'))).toBe(
      'made before the rotation',
    );
    const api = await stack.startApi(await findFreePort(), { ENCRYPTION_KEYS: NEW });
    await api.stop();
  });

  it('reencrypt changes nothing when it runs again', async () => {
    const { code, stdout } = await keys(['reencrypt']);
    expect(stdout).toMatch(/^0 secrets were encrypted again/m);
    expect(code).toBe(0);
  });

  it('status names a missing key that stored secrets need', async () => {
    const { stdout } = await keys(['status'], { ENCRYPTION_KEYS: OLD });
    expect(stdout).toMatch(/^new: [1-9]\d* secrets \(MISSING: these secrets cannot be read\)$/m);
  });

  it('reencrypt rejects a first key that no process has loaded', async () => {
    const { code, stderr } = await keys(['reencrypt'], { ENCRYPTION_KEYS: `${key('fresh')},${NEW},${OLD}` });
    expect(stderr).toContain('no process has been started with the key fresh yet');
    expect(code).toBe(1);
  });

  it('rejects a known key name with other bytes, naming the setting', async () => {
    const { code, stderr } = await keys(['reencrypt'], { ENCRYPTION_KEYS: `${key('new')},${OLD}` });
    expect(stderr).toContain('ENCRYPTION_KEYS: key new differs from the key');
    expect(code).toBe(78);
  });

  it('prints its usage for an unknown command', async () => {
    const { code, stderr } = await keys(['forget', 'everything']);
    expect(stderr).toContain('status | rotate | reencrypt');
    expect(code).toBe(1);
  });
});

describe('re-encryption', () => {
  const column = { table: 'vault', column: 'secret_sealed', id: 'id' };
  const before = new KeyRing(`${OLD},${NEW}`);
  const ring = new KeyRing(`${NEW},${OLD}`);

  beforeAll(async () => {
    await sql`create table vault (id uuid primary key, secret_sealed text)`.execute(world.db);
  });
  afterAll(async () => {
    await sql`drop table vault`.execute(world.db);
  });
  beforeEach(async () => {
    await sql`truncate vault`.execute(world.db);
  });

  /** Returns the encryption context of a row's secret. */
  const at = (id: string) => toEncryptionContext(column, id);

  /** Stores the ciphertext of each row, or null. */
  async function put(values: readonly (((id: string) => string) | null)[]): Promise<string[]> {
    const ids = values.map(() => randomUUID());
    const encrypted = values.map((make, index) => make?.(ids[index] ?? '') ?? null);
    await sql`insert into vault select * from unnest(${ids}::uuid[], ${encrypted}::text[])`.execute(world.db);
    return ids;
  }

  const by = (ring: KeyRing, text: string) => (id: string) => ring.encrypt(text, at(id));

  async function vault(): Promise<Map<string, string>> {
    const { rows } = await sql<{ id: string; secret_sealed: string }>`
      select id::text, secret_sealed from vault where secret_sealed is not null`.execute(world.db);
    return new Map(rows.map((row) => [row.id, row.secret_sealed]));
  }

  it('encrypts every secret with the first key, after which the old key is not needed', async () => {
    const secrets = Array.from({ length: 250 }, (_, index) => `secret ${index}`);
    const ids = await put([...secrets.map((secret) => by(before, secret)), null]);
    expect(await reencrypt(world.db, ring, [column])).toBe(250);
    const without = new KeyRing(NEW);
    const after = await vault();
    expect(ids.slice(0, -1).map((id) => without.decrypt(after.get(id) ?? '', at(id)))).toEqual(secrets);
  });

  it('resumes after an interruption, and changes nothing when run again', async () => {
    await put(['a', 'b', 'c'].map((secret) => by(ring, secret)));
    await put(['d', 'e'].map((secret) => by(before, secret)));
    expect(await reencrypt(world.db, ring, [column])).toBe(2);
    const done = await vault();
    expect(await reencrypt(world.db, ring, [column])).toBe(0);
    expect(await vault()).toEqual(done);
  });

  it('keeps concurrent writes, also those of processes from before the rotation', async () => {
    const ids = await put(Array.from({ length: 300 }, (_, index) => by(before, `first ${index}`)));
    const written = new Map<string, string>();
    const write = async (writer: KeyRing, from: number) => {
      for (let index = from; index < ids.length; index += 7) {
        const id = ids[index] ?? '';
        const text = `changed by ${from} at ${index}`;
        await sql`update vault set secret_sealed = ${writer.encrypt(text, at(id))} where id = ${id}`.execute(world.db);
        written.set(id, text);
      }
    };
    await Promise.all([reencrypt(world.db, ring, [column]), write(before, 1), write(ring, 2), write(before, 3)]);
    await reencrypt(world.db, ring, [column]);
    const after = await vault();
    const without = new KeyRing(NEW);
    for (const [index, id] of ids.entries())
      expect(without.decrypt(after.get(id) ?? '', at(id))).toBe(written.get(id) ?? `first ${index}`);
  });

  it('fails before any change if the key of a secret is missing, and names key and row', async () => {
    await put([by(before, 'readable'), by(new KeyRing(LOST), 'lost')]);
    const untouched = await vault();
    await expect(reencrypt(world.db, ring, [column])).rejects.toThrow(
      /ENCRYPTION_KEYS: lacks the key lost, which encrypts 1 values of vault\.secret_sealed/,
    );
    expect(await vault()).toEqual(untouched);
  });

  it('leaves each secret readable in its own row and column only', async () => {
    const ids = await put([by(ring, 'one'), by(ring, 'two')]);
    const stored = await vault();
    const [first = '', second = ''] = ids;
    const [one = '', two = ''] = ids.map((id) => stored.get(id) ?? '');
    for (const place of [at(second), { ...at(first), column: 'other_sealed' }, { ...at(first), table: 'other' }])
      expect(() => ring.decrypt(one, place)).toThrow(EncryptionError);
    // Swapped ciphertexts are not readable in the other row, and the command names the wrong one.
    for (const [id, value] of [
      [first, two],
      [second, one],
    ])
      await sql`update vault set secret_sealed = ${value} where id = ${id}`.execute(world.db);
    const rotated = new KeyRing(`${OLD},${NEW}`);
    await expect(reencrypt(world.db, rotated, [column])).rejects.toThrow(
      /^vault\.secret_sealed of [\w-]{36} cannot be decrypted/,
    );
  });

  it('rejects a value that is no ciphertext of the key ring', async () => {
    await put([by(before, 'fine'), () => 'sk-plain-text']);
    await expect(reencrypt(world.db, ring, [column])).rejects.toThrow(ReencryptionError);
  });
});

describe('columns of encrypted secrets', () => {
  it('are all declared, and declared ones exist with the key that names their rows', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '(^|_)sealed$' and table_name <> 'encryption_canary' and table_name <> 'vault'
      order by 1`.execute(world.db);
    const declared = ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort();
    expect(rows.map((row) => row.name)).toEqual(declared);
    const { rows: ids } = await sql<{ name: string }>`
      select t.relname || '.' || a.attname as name from pg_index i join pg_class t on t.oid = i.indrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0] where i.indisprimary and i.indnkeyatts = 1`.execute(
      world.db,
    );
    const keyed = ids.map((row) => row.name);
    for (const { table, id } of ENCRYPTED_COLUMNS) expect(keyed).toContain(`${table}.${id}`);
  });

  it('hold only ciphertexts of the key ring', async () => {
    const shared = openWorld();
    const { db } = shared;
    for (const { table, column } of [...ENCRYPTED_COLUMNS, { table: 'encryption_canary', column: 'sealed' }]) {
      for (const at of [db, world.db]) {
        const { rows } = await sql<{ value: string }>`
          select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(at);
        for (const { value } of rows) expect(value).toMatch(CIPHERTEXT_PATTERN);
      }
    }
    await shared.close();
  });
});

describe('a revoked key', () => {
  it('is rejected by every API process, wherever it was revoked', async () => {
    const shared = openWorld();
    const tenant = await shared.tenant();
    const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'to be revoked' });
    const elsewhere = getOwnerClient(tenant);
    const here = new Client(tenant.owner.base, made.body.value);
    const there = new Client(elsewhere.base, made.body.value);
    expect((await here.get('/whoami')).status).toBe(200);
    expect((await there.get('/whoami')).status).toBe(200);
    const revoked = await elsewhere.post(`${tenant.project}/api_key/${made.body.id}/revoke`);
    expect(revoked.status).toBe(200);
    for (const client of [there, here]) {
      await eventually(
        () => client.get('/whoami'),
        ({ status }) => status === 401,
      );
    }
    await shared.close();
  });
});
