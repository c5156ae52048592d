import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCacheDir, type PrintLine } from './cache-dir.ts';
import { type NativePostgres, startNativePostgres } from './native-postgres.ts';
import { getPgliteUrl } from './pglite-address.ts';
import { findFreePort } from './ports.ts';
import { getLocalEncryptionKeys } from './preconditions.ts';
import { collectLastLines, forEachLine, hasExited, killGroup, waitForExit } from './processes.ts';
import { retryWithTimeout, waitForPostgres } from './retry.ts';
import { findTemporal, startTemporal } from './temporal.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const START_TIMEOUT_MS = 120_000;
/** Milliseconds between SIGTERM and SIGKILL. */
const STOP_TIMEOUT_MS = 15_000;

/** Environment variables. */
export type Environment = Readonly<Record<string, string>>;

/** Entry files of the product's processes. */
export const ENTRIES = {
  bootstrap: join(ROOT, 'scripts/bootstrap.ts'),
  console: join(ROOT, 'scripts/console.ts'),
  worker: join(ROOT, 'activities/worker.ts'),
  api: join(ROOT, 'api/server.ts'),
  serve: join(ROOT, 'scripts/serve.ts'),
  pglite: join(ROOT, 'src/platform/local/pglite.ts'),
};

/** A running process. */
export interface RunningProcess {
  /** Process id; undefined if there is none. */
  readonly pid: number | undefined;
  readonly ended: Promise<unknown>;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the settings that connect a process of the product to its servers. */
export function toStackSettings(stack: {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly dataDir: string;
  /** Key ring. Default: the one of the data folder. */
  readonly encryptionKeys?: string | undefined;
}): Record<string, string> {
  return {
    DATABASE_URL: stack.databaseUrl,
    TEMPORAL_ADDRESS: stack.temporalAddress,
    TEMPORAL_NAMESPACE: stack.namespace,
    DATA_DIR: stack.dataDir,
    ENCRYPTION_KEYS: stack.encryptionKeys ?? getLocalEncryptionKeys(stack.dataDir),
  };
}

/** Returns the part of this environment that a process inherits. */
export function getBaseEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}

/** A process of the product without a supervisor. It ends with this process. */
export class ProductProcess implements RunningProcess {
  readonly child: ChildProcess;
  /** Resolves with its last output when it ends. */
  readonly ended: Promise<string>;

  /** `entry` is relative to the project root. */
  constructor(entry: string, env: Environment, logFile: string, args: readonly string[] = [], nodeArgs: string[] = []) {
    this.child = spawn(process.execPath, [...nodeArgs, join(ROOT, entry), ...args], {
      cwd: ROOT,
      env: { ...getBaseEnvironment(), HOLDFAST_SUPERVISED: '1', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const log = createWriteStream(logFile, { flags: 'a' });
    this.child.stdout?.pipe(log, { end: false });
    this.child.stderr?.pipe(log, { end: false });
    const lastLines = collectLastLines(this.child, undefined, 5);
    this.ended = once(this.child, 'close').then(() => `${entry} ended: ${lastLines.join(' | ')}`);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Resolves with its first matching line. Rejects if it ends before. */
  waitForLine(matches: (waitForLine: string) => boolean = () => true): Promise<string> {
    const firstLine = new Promise<string>((resolve) =>
      forEachLine(this.child.stdout, (waitForLine) => matches(waitForLine) && resolve(waitForLine)),
    );
    return this.raceWithExit(firstLine);
  }

  /** Resolves with `work`. Rejects with its last output if it ends before. */
  raceWithExit<T>(work: Promise<T>): Promise<T> {
    const ended = this.ended.then((output) => Promise.reject(new Error(output)));
    ended.catch(() => undefined);
    return Promise.race([work, ended]);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await waitForExit(this.child);
  }

  async stop(): Promise<void> {
    if (hasExited(this.child)) return;
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await waitForExit(this.child);
    clearTimeout(timer);
  }
}

/** Resolves once the process serves `work`; kills it otherwise. */
async function ensureServing<P extends ProductProcess>(started: P, work: Promise<unknown>): Promise<P> {
  try {
    await started.raceWithExit(work);
    return started;
  } catch (error) {
    await started.kill();
    throw error;
  }
}

/** Resolves when a started API accepts requests. */
export function waitForApi<P extends ProductProcess>(started: P, baseUrl: string): Promise<P> {
  const health = () => assertOk(`${baseUrl}/-/health`);
  const { signal } = new AbortController();
  return ensureServing(
    started,
    retryWithTimeout(health, { timeoutMs: START_TIMEOUT_MS, signal, isPermanent: () => hasExited(started.child) }),
  );
}

/** Resolves when a started worker accepts work. */
export function waitForWorker<P extends ProductProcess>(started: P): Promise<P> {
  return ensureServing(
    started,
    started.waitForLine((line) => line.includes('worker ready')),
  );
}

/** Resolves when a combined process accepts requests and work. */
export async function waitForServe<P extends ProductProcess>(started: P, baseUrl: string): Promise<P> {
  await Promise.all([waitForApi(started, baseUrl), waitForWorker(started)]);
  return started;
}

/** Resolves when the API reports that the product is ready. */
export function waitUntilReady(baseUrl: string): Promise<void> {
  const { signal } = new AbortController();
  return retryWithTimeout(() => assertOk(`${baseUrl}/-/ready`), { timeoutMs: START_TIMEOUT_MS, signal });
}

async function assertOk(url: string): Promise<void> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
}

/** Database that `npm start` can run on. */
export type DatabaseKind = 'native' | 'pglite';

/** A server that can restart with its data. */
interface Restartable {
  /** Resolves when it is available. */
  readonly launch: () => Promise<RunningProcess>;
}

/** Creates a separate database: a native one with fsync, as in production, or the embedded one. */
export async function createDatabase(
  kind: DatabaseKind,
  folder: string,
  print?: PrintLine,
): Promise<Restartable & { readonly url: string; remove(): void }> {
  return kind === 'native' ? createNativeDatabase(print) : createEmbeddedDatabase(folder);
}

async function createNativeDatabase(print: PrintLine = () => undefined) {
  const first = await startNativePostgres({ port: 0, fsync: true, print });
  const { dataDir, port, url } = first;
  let unusedServer: NativePostgres | undefined = first;
  const launch = async (): Promise<RunningProcess> => {
    const server = unusedServer ?? (await startNativePostgres({ dataDir, port, fsync: true }));
    unusedServer = undefined;
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return { ...server, pid };
  };
  return { url, launch, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function createEmbeddedDatabase(folder: string) {
  const port = await findFreePort();
  const dataDir = join(folder, 'pglite');
  mkdirSync(dataDir, { recursive: true });
  const url = getPgliteUrl(dataDir, port);
  const { signal } = new AbortController();
  const launch = () => {
    const args = [dataDir, String(port)];
    const started = new ProductProcess('src/platform/local/pglite.ts', {}, join(folder, 'pglite.log'), args);
    return ensureServing(started, waitForPostgres(url, START_TIMEOUT_MS, signal));
  };
  return { url, launch, remove: () => undefined };
}

/** Creates a separate Temporal server with its state in a file of the folder. */
export async function createTemporal(
  folder: string,
  namespace: string,
  print: PrintLine,
): Promise<Restartable & { readonly address: string; readonly binary: string }> {
  const binary = await findTemporal({ cli: process.env.TEMPORAL_CLI, cacheDir: getCacheDir(), print });
  const port = await findFreePort();
  const launch = async (): Promise<RunningProcess> => {
    const { child, stop } = await startTemporal({ binary, port, namespace, dbFile: join(folder, 'temporal.db') });
    const kill = async () => {
      killGroup(child);
      await waitForExit(child);
    };
    return { pid: child.pid, ended: waitForExit(child), kill, stop };
  };
  return { launch, binary, address: `127.0.0.1:${port}` };
}
