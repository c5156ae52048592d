import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/platform/config.ts';
import { findFreePort, isPortTaken } from '../../src/platform/local/ports.ts';
import { assertPortsFree, getLocalEncryptionKeys, lockDataDir } from '../../src/platform/local/preconditions.ts';

describe('the ports', () => {
  let server: Server;
  let taken: number;
  let env: Record<string, string>;

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    taken = typeof address === 'object' && address ? address.port : 0;
    const names = ['PORT', 'EMBEDDED_POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT'];
    const free = new Set<number>();
    while (free.size < names.length) free.add(await findFreePort());
    env = Object.fromEntries(names.map((name, index) => [name, String([...free][index])]));
  });
  afterEach(() => server.close());

  test('are taken while a server listens, and free afterwards', async () => {
    expect(await isPortTaken(taken)).toBe(true);
    server.close();
    await once(server, 'close');
    expect(await isPortTaken(taken)).toBe(false);
  });

  test('pass if all are free', async () => {
    await expect(assertPortsFree(loadConfig(env))).resolves.toBeUndefined();
  });

  test.each(['PORT', 'EMBEDDED_POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT'])(
    'are named with the setting %s if they are taken',
    async (name) => {
      const config = loadConfig({ ...env, [name]: String(taken) });
      await expect(assertPortsFree(config)).rejects.toThrow(`${name}: port ${taken} is taken`);
    },
  );

  test('of external servers in the settings are not checked', async () => {
    const elsewhere = { DATABASE_URL: 'postgresql://db/x', TEMPORAL_ADDRESS: 'temporal:7233' };
    const ports = {
      EMBEDDED_POSTGRES_PORT: String(taken),
      TEMPORAL_PORT: String(taken),
      TEMPORAL_UI_PORT: String(taken),
    };
    await expect(assertPortsFree(loadConfig({ ...env, ...elsewhere, ...ports }))).resolves.toBeUndefined();
  });

  test('that two settings share are rejected before anything starts', async () => {
    const config = loadConfig({ ...env, TEMPORAL_UI_PORT: env.PORT });
    await expect(assertPortsFree(config)).rejects.toThrow(`TEMPORAL_UI_PORT: port ${env.PORT} is also that of PORT`);
  });
});

describe('the folder of development state', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-data-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('can be claimed once, and again after its release', () => {
    const lock = lockDataDir(folder);
    expect(() => lockDataDir(folder)).toThrow(`DATA_DIR: Holdfast already runs on ${folder} (process ${process.pid})`);
    lock.release();
    lockDataDir(folder).release();
  });

  test('keeps one key ring of 32 bytes permanently, readable by its owner only', () => {
    const keys = getLocalEncryptionKeys(folder);
    const [, value = ''] = keys.split(':');
    expect(Buffer.from(value, 'base64')).toHaveLength(32);
    expect(getLocalEncryptionKeys(folder)).toBe(keys);
    expect(readFileSync(join(folder, 'encryption.keys'), 'utf8').trim()).toBe(keys);
    expect(statSync(join(folder, 'encryption.keys')).mode & 0o777).toBe(0o600);
  });
});
