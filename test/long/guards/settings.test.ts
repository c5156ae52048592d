import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadConfig, SETTINGS } from '../../../src/platform/config.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { openKeyRing } from '../../../src/platform/keyring.ts';
import { getBaseEnvironment } from '../../../src/platform/local/launch.ts';
import { INVALID_SETTING_EXIT_CODE } from '../../../src/platform/local/parent-watch.ts';
import { registerWorker } from '../../../src/platform/temporal/local-workers.ts';
import { eventually } from '../../support/client.ts';
import { runCommand } from '../../support/commands.ts';
import { findEntry, type ProductEntry } from '../../support/product-bundle.ts';
import { modelsYaml, Stack } from '../../support/stack.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const KEY = Buffer.alloc(32, 1).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 2).toString('base64');

describe('the settings table of docs/settings.md', () => {
  const bare = (cell: string) => {
    const text = cell.trim().replace(/^`(.*)`$/, '$1');
    return ['—', '–', '-', 'none', '(none)'].includes(text) ? '' : text;
  };

  it('matches the settings in the code', () => {
    const page = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|(.*)\|(.*)\|\s*$/gm)].map((match) => ({
      name: match[1],
      defaultText: bare(match[2] ?? ''),
      description: (match[3] ?? '').trim(),
    }));
    expect(rows).toEqual(SETTINGS);
  });
});

describe('an invalid value', () => {
  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'example.com'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_POOL_SIZE', '0'],
    ['TEMPORAL_ADDRESS', 'http://localhost:7233'],
    ['LOG_LEVEL', 'loud'],
    ['BODY_LIMIT', '10MB'],
    ['INITIAL_CREDITS', '-1'],
    ['RATE_LIMIT', '1.5'],
    ['SET_CURRENT_VERSION', 'yes'],
    ['MODEL_SILENCE_MS', '1'],
    ['SIGN_UP', 'anybody'],
    ['OWNER_EMAIL', 'me'],
    ['REQUEST_TIMEOUT_MS', '1'],
    ['PASSWORD_COST', '9'],
    ['SESSION_DAYS', '0'],
    ['SIGN_IN_RATE_LIMIT', 'many'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['CORS_ORIGINS', '*'],
    ['TRUST_PROXY', 'everybody'],
    ['SMTP_URL', 'mail.example.com'],
    ['BLOB_STORE', 'disk'],
    ['WORKER_QUEUES', 'runs:10,imports:10'],
    ['WORKER_QUEUES', 'runs:2,runs:3'],
    ['WORKER_QUEUES', 'ingestion:0'],
    ['WORKER_QUEUES', 'ingestion:'],
    ['WORKER_QUEUES', 'runs:1:2'],
    ['WORKER_QUEUES', ','],
  ])('of %s (%s) is rejected by name', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name}: must be `));
  });

  it('differs from the default for every setting, and each setting is read', () => {
    const read = new Set<string>();
    const bucket = { BLOB_STORE: 's3', S3_BUCKET: 'some', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
    for (const env of [{}, bucket] as NodeJS.ProcessEnv[]) {
      const heard = new Proxy(env, { get: (target, name) => read.add(String(name)) && target[String(name)] });
      expect(() => loadConfig(heard)).not.toThrow();
    }
    expect([...read].toSorted()).toEqual(SETTINGS.map(({ name }) => name).toSorted());
  });

  it.each(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
    'is a missing %s if files are stored in a bucket',
    (name) => {
      const bucket = { BLOB_STORE: 's3', S3_BUCKET: 'some', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
      expect(() => loadConfig({ ...bucket, [name]: '' })).toThrow(new RegExp(`^${name}: is not set`));
    },
  );
});

describe('a process with an invalid setting', () => {
  let stack: Stack;
  let good: Record<string, string>;

  beforeAll(async () => {
    stack = await Stack.create(inject('servers'), 'settings');
    const { databaseUrl, temporalAddress, namespace, dataDir } = stack.info;
    good = {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
      DATA_DIR: dataDir,
      MODELS_FILE: join(dataDir, 'models.yaml'),
      TEST_MODEL_KEY: 'k',
      ENCRYPTION_KEYS: `good:${KEY}`,
      PORT: '0',
      LOG_LEVEL: 'info',
    };
  });
  afterAll(() => stack.stop());

  /** Runs a process until it exits. Undefined settings are omitted. */
  async function run(entry: ProductEntry, settings: Record<string, string | undefined>) {
    const env = Object.entries({ ...good, ...settings }).filter(([, value]) => value !== undefined);
    const child = spawn(process.execPath, [join(ROOT, findEntry(entry))], {
      cwd: ROOT,
      env: { ...getBaseEnvironment(), ...Object.fromEntries(env) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    // A process that starts despite an invalid setting would not exit.
    const impatience = setTimeout(() => child.kill('SIGKILL'), 150_000);
    const [code] = await once(child, 'close');
    clearTimeout(impatience);
    return { code, lines: said.trim().split('\n') };
  }

  const API = 'api/server.ts';
  const WORKER = 'activities/worker.ts';

  /** Both processes parse settings alike, so most settings are tested in one. */
  async function expectRefusal(
    entries: readonly ProductEntry[],
    settings: Record<string, string | undefined>,
    name: string,
    words: string | RegExp,
  ) {
    for (const { code, lines } of await Promise.all(entries.map((entry) => run(entry, settings)))) {
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(new RegExp(`^${name}: `));
      expect(lines[0]).toMatch(words);
      expect(code).toBe(INVALID_SETTING_EXIT_CODE);
    }
  }

  it('is a worker that polls only the queues of WORKER_QUEUES', async () => {
    const worker = stack.startWorker({ WORKER_QUEUES: 'ingestion:2' });
    const health = (WORKER_QUEUES: string) => runCommand('scripts/worker-health.ts', [], { ...good, WORKER_QUEUES });
    const polls = await eventually(
      () => health('ingestion:2'),
      ({ code }) => code === 0,
    );
    expect(polls.stdout).toBe('the worker polls\n');
    for (const other of ['runs:1', 'background:1'])
      expect((await health(other)).stdout).toBe('no worker of this host polls\n');
    // A worker that does not poll is reported even if another one polls.
    const installation = {
      temporalAddress: good.TEMPORAL_ADDRESS,
      temporalNamespace: stack.info.namespace,
      taskQueuePrefix: 'holdfast',
    };
    const untell = registerWorker(installation, ['holdfast-ingestion']);
    expect(await health('ingestion:2')).toMatchObject({
      code: 1,
      stdout: `the worker of process ${process.pid} does not poll holdfast-ingestion\n`,
    });
    untell();
    // Other installations on the machine are ignored.
    const other = registerWorker({ ...installation, temporalAddress: '127.0.0.1:1' }, ['holdfast-ingestion']);
    expect(await health('ingestion:2')).toMatchObject({ code: 0 });
    other();
    await worker.stop();
    expect((await health('ingestion:2')).stdout).toBe('no worker of this host polls\n');
  });

  function modelsFile(text: string): string {
    const file = join(mkdtempSync(join(tmpdir(), 'holdfast-settings-')), 'models.yaml');
    writeFileSync(file, text);
    return file;
  }

  it('rejects a MODELS_FILE with an unknown key, and names it', () => {
    const text = modelsYaml('http://127.0.0.1:1').replace('vendor: test', 'vendor: test, colour: blue');
    return expectRefusal([API], { MODELS_FILE: modelsFile(text) }, 'MODELS_FILE', 'colour');
  });

  it('rejects malformed ENCRYPTION_KEYS without printing them', async () => {
    await expectRefusal([WORKER], { ENCRYPTION_KEYS: 'first:dG9vIHNob3J0' }, 'ENCRYPTION_KEYS', /^(?!.*dG9vIHNob3J0)/);
  });

  it('rejects a key that differs from the one that encrypted the database, or is missing', async () => {
    const encryptedStack = await Stack.create(inject('servers'), 'settings-encrypted');
    const db = openDatabase(encryptedStack.info.databaseUrl, 1, () => undefined);
    await openKeyRing(db, `first:${KEY}`);
    await db.destroy();
    const DATABASE_URL = encryptedStack.info.databaseUrl;
    await expectRefusal(
      [API, WORKER],
      { DATABASE_URL, ENCRYPTION_KEYS: `first:${OTHER_KEY}` },
      'ENCRYPTION_KEYS',
      'key first differs',
    );
    await expectRefusal([API], { DATABASE_URL, ENCRYPTION_KEYS: undefined }, 'ENCRYPTION_KEYS', 'is not set');
  });

  it('rejects a missing or unreachable database', async () => {
    await expectRefusal(
      [API, WORKER],
      { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:9/x' },
      'DATABASE_URL',
      /^(?!.*hunter2).*cannot be reached/,
    );
    await expectRefusal([WORKER], { DATABASE_URL: undefined }, 'DATABASE_URL', 'is not set');
  });

  it('rejects a missing Temporal address', () =>
    expectRefusal([API, WORKER], { TEMPORAL_ADDRESS: undefined }, 'TEMPORAL_ADDRESS', 'is not set'));

  it('rejects an unreachable Temporal as a worker', async () => {
    const { code, lines } = await run(WORKER, { TEMPORAL_ADDRESS: '127.0.0.1:9' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^TEMPORAL_ADDRESS: Temporal cannot be reached at 127\.0\.0\.1:9/);
    expect(code).toBe(INVALID_SETTING_EXIT_CODE);
  });

  it('rejects a port in use as an API', async () => {
    const port = new URL(inject('stack').baseUrl).port;
    const { code, lines } = await run(API, { PORT: port, HOST: '127.0.0.1', LOG_LEVEL: 'silent' });
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^PORT: .*${port}`))]);
    expect(code).toBe(INVALID_SETTING_EXIT_CODE);
  });
});
