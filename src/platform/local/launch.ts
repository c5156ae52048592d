import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productCacheDir, type Say } from './cache-dir.ts';
import { type NativePostgres, startNativePostgres } from './native-postgres.ts';
import { pgliteUrl } from './pglite-address.ts';
import { freePort } from './ports.ts';
import { localEncryptionKeys } from './preconditions.ts';
import { eachLine, exited, hasExited, keepLastLines, killGroup } from './processes.ts';
import { findTemporal, startTemporal } from './temporal.ts';
import { retrying, waitForPostgres } from './waiting.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const START_MS = 120_000;
/** Milliseconds a process has between SIGTERM and SIGKILL. */
const STOP_MS = 15_000;

/** Environment variables. */
export type Settings = Readonly<Record<string, string>>;

/** Entries of the product's processes. */
export const ENTRIES = {
  bootstrap: join(ROOT, 'scripts/bootstrap.ts'),
  console: join(ROOT, 'scripts/console.ts'),
  worker: join(ROOT, 'activities/worker.ts'),
  api: join(ROOT, 'api/server.ts'),
  serve: join(ROOT, 'scripts/serve.ts'),
  pglite: join(ROOT, 'src/platform/local/pglite.ts'),
};

/** Something that runs until it ends, is stopped or killed. */
export interface Running {
  /** Process id; undefined where there is none. */
  readonly pid: number | undefined;
  readonly ended: Promise<unknown>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** What each process of the product has to be told of the servers it stands on. */
export function settingsOf(stack: {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly dataDir: string;
  /** The key ring; one of the folder's own when left out. */
  readonly encryptionKeys?: string | undefined;
}): Record<string, string> {
  return {
    DATABASE_URL: stack.databaseUrl,
    TEMPORAL_ADDRESS: stack.temporalAddress,
    TEMPORAL_NAMESPACE: stack.namespace,
    DATA_DIR: stack.dataDir,
    ENCRYPTION_KEYS: stack.encryptionKeys ?? localEncryptionKeys(stack.dataDir),
  };
}

/** What a process gets of the environment that it is started in. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}

/** One process of the product, which ends with us; nobody starts it again. */
export class ProductProcess implements Running {
  readonly child: ChildProcess;
  /** Resolves with its last words when it has ended. */
  readonly ended: Promise<string>;

  /** `entry` is a path from the root of the project. */
  constructor(entry: string, env: Settings, logFile: string, args: readonly string[] = [], nodeArgs: string[] = []) {
    this.child = spawn(process.execPath, [...nodeArgs, join(ROOT, entry), ...args], {
      cwd: ROOT,
      env: { ...bareEnvironment(), HOLDFAST_SUPERVISED: '1', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const log = createWriteStream(logFile, { flags: 'a' });
    this.child.stdout?.pipe(log, { end: false });
    this.child.stderr?.pipe(log, { end: false });
    const last = keepLastLines(this.child, undefined, 5);
    this.ended = once(this.child, 'close').then(() => `${entry} ended: ${last.join(' | ')}`);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Resolves with the first line that it writes and that fits; rejects when it ends without one. */
  line(fits: (line: string) => boolean = () => true): Promise<string> {
    const found = new Promise<string>((resolve) => eachLine(this.child.stdout, (line) => fits(line) && resolve(line)));
    return this.unlessEnded(found);
  }

  /** Resolves with `work`; rejects with its last words when it ends before. */
  unlessEnded<T>(work: Promise<T>): Promise<T> {
    const ended = this.ended.then((words) => Promise.reject(new Error(words)));
    ended.catch(() => undefined);
    return Promise.race([work, ended]);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await exited(this.child);
  }

  async stop(): Promise<void> {
    if (hasExited(this.child)) return;
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
    await exited(this.child);
    clearTimeout(timer);
  }
}

/** Resolves when a process serves what its work asks for; ends it where it does not. */
async function well<P extends ProductProcess>(started: P, work: Promise<unknown>): Promise<P> {
  try {
    await started.unlessEnded(work);
    return started;
  } catch (error) {
    await started.kill();
    throw error;
  }
}

/** Resolves when an API that was just started takes requests. */
export function apiIsUp<P extends ProductProcess>(started: P, baseUrl: string): Promise<P> {
  const health = () => answers(`${baseUrl}/-/health`);
  const { signal } = new AbortController();
  return well(started, retrying(health, { timeoutMs: START_MS, signal, lasting: () => hasExited(started.child) }));
}

/** Resolves when a worker that was just started takes work. */
export function workerIsUp<P extends ProductProcess>(started: P): Promise<P> {
  return well(
    started,
    started.line((line) => line.includes('worker ready')),
  );
}

/** Resolves when a process that was just started to do both takes requests and work. */
export async function serveIsUp<P extends ProductProcess>(started: P, baseUrl: string): Promise<P> {
  await Promise.all([apiIsUp(started, baseUrl), workerIsUp(started)]);
  return started;
}

/** Resolves when the API says that all of the product is there. */
export function productIsReady(baseUrl: string): Promise<void> {
  const { signal } = new AbortController();
  return retrying(() => answers(`${baseUrl}/-/ready`), { timeoutMs: START_MS, signal });
}

async function answers(url: string): Promise<void> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
}

export type DatabaseKind = 'native' | 'pglite';

/** A server that can be started again on what it kept. */
export interface Restartable {
  /** Resolves when it serves. */
  readonly launch: () => Promise<Running>;
}

/** A database of its own: native with fsync, as a server that keeps its promises runs, or the embedded one. */
export async function ownDatabase(
  kind: DatabaseKind,
  folder: string,
  say?: Say,
): Promise<Restartable & { readonly url: string; remove(): void }> {
  return kind === 'native' ? nativeDatabase(say) : embeddedDatabase(folder);
}

async function nativeDatabase(say: Say = () => undefined) {
  const first = await startNativePostgres({ port: 0, fsync: true, say });
  const { dataDir, port, url } = first;
  let waiting: NativePostgres | undefined = first;
  const launch = async (): Promise<Running> => {
    const server = waiting ?? (await startNativePostgres({ dataDir, port, fsync: true }));
    waiting = undefined;
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return { ...server, pid };
  };
  return { url, launch, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function embeddedDatabase(folder: string) {
  const port = await freePort();
  const dataDir = join(folder, 'pglite');
  mkdirSync(dataDir, { recursive: true });
  const url = pgliteUrl(dataDir, port);
  const { signal } = new AbortController();
  const launch = () => {
    const args = [dataDir, String(port)];
    const started = new ProductProcess('src/platform/local/pglite.ts', {}, join(folder, 'pglite.log'), args);
    return well(started, waitForPostgres(url, START_MS, signal));
  };
  return { url, launch, remove: () => undefined };
}

/** A Temporal of its own that keeps its state in a file of the folder. */
export async function ownTemporal(
  folder: string,
  namespace: string,
  say: Say,
): Promise<Restartable & { readonly address: string; readonly binary: string }> {
  const binary = await findTemporal({ cli: process.env.TEMPORAL_CLI, cacheDir: productCacheDir(), say });
  const port = await freePort();
  const launch = async (): Promise<Running> => {
    const { child, stop } = await startTemporal({ binary, port, namespace, dbFile: join(folder, 'temporal.db') });
    const kill = async () => {
      killGroup(child);
      await exited(child);
    };
    return { pid: child.pid, ended: exited(child), kill, stop };
  };
  return { launch, binary, address: `127.0.0.1:${port}` };
}
