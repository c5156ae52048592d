/**
 * A native Postgres 16 with pgvector for development, tests and benchmarks. As a script (`npm run postgres`) it stores
 * data in DATA_DIR/native-postgres, prints its DATABASE_URL and runs until Ctrl-C.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { loadConfig } from '../config.ts';
import { createSharedDir, getTempDir, isTraversableBy, type PrintLine, type ProcessUser } from './cache-dir.ts';
import { findUnprivilegedUser, installNativePostgres } from './native-postgres-install.ts';
import { findFreePort, isPortTaken } from './ports.ts';
import { collectLastLines, hasExited, killGroup, spawnGuarded, stopChild, waitForExit } from './processes.ts';
import { generatePassword, getOrCreateSecret } from './secret-file.ts';

const run = promisify(execFile);
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

/** Options of a native Postgres. */
interface NativePostgresOptions {
  /** Data folder. Default: a temporary one that `stop()` removes. */
  readonly dataDir?: string;
  /** TCP port on 127.0.0.1; 0 selects a free one. */
  readonly port: number;
  /**
   * Whether commits wait for the disk. False is for tests: a power failure may lose data, a crash of the server does
   * not.
   */
  readonly fsync: boolean;
  /** Additional server settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Receives progress of long steps. */
  readonly print?: PrintLine;
  /** Receives every log line of the server. */
  readonly log?: PrintLine;
}

/** A running native Postgres. */
export interface NativePostgres {
  /** Connection string of the database `holdfast` (UTF-8, with the extension `vector`). */
  readonly url: string;
  readonly port: number;
  /** Actual data folder. */
  readonly dataDir: string;
  /** Stops cleanly within 15 s, ends open sessions, and removes a temporary data folder. */
  stop(): Promise<void>;
  /** Resolves when the server has ended for any reason. */
  readonly ended: Promise<void>;
  /** Kills all processes of the server, like a crash. The data stays. */
  kill(): Promise<void>;
}

/** Starts a server and waits until it accepts queries. Throws with the server's last line if it fails. */
export async function startNativePostgres(options: NativePostgresOptions): Promise<NativePostgres> {
  const print = options.print ?? (() => {});
  const runAs = await findUnprivilegedUser();
  const programs = await installNativePostgres(print, runAs);
  const dataDir = prepareDataDir(options.dataDir, runAs, print);
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await initializeCluster(programs, dataDir, runAs);
  const password = await ensurePassword(programs, dataDir, runAs);
  const port = options.port || (await findFreePort());
  const child = spawnGuarded({
    command: join(programs, 'bin', 'postgres'),
    args: ['-D', dataDir, ...toServerArgs(port, options)],
    cwd: dataDir,
    runAs,
    stopSignal: 'SIGINT',
    graceMs: STOP_TIMEOUT_MS - 2000,
  });
  const lastLines = collectLastLines(child, options.log);
  const stop = async () => {
    await stopChild(child, STOP_TIMEOUT_MS);
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const url = createUrlBuilder(port, password);
    await waitUntilServing(url, dataDir, () => hasExited(child));
    await ensureDatabase(url);
  } catch (error) {
    await stop();
    throw new Error(`Postgres did not start: ${lastLines.at(-1) ?? String(error)}`, { cause: error });
  }
  const kill = async () => {
    const pids = listServerProcesses(dataDir);
    for (const pid of pids) killIfRunning(pid);
    // The guard must still exist to reap them: a server that restarts on the data must not find their ids in use.
    await waitUntilGone(pids);
    killGroup(child);
    await waitForExit(child);
  };
  return { url: createUrlBuilder(port, password)('holdfast'), port, dataDir, stop, kill, ended: waitForExit(child) };
}

/** Returns the connection string of a database of the server. */
type UrlBuilder = (database: string) => string;

function createUrlBuilder(port: number, password: string): UrlBuilder {
  return (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/** Waits until none of the processes exists, at most 10 s. */
async function waitUntilGone(pids: readonly number[]): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (pids.some(isAlive) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function prepareDataDir(requestedDir: string | undefined, runAs: ProcessUser | undefined, print: PrintLine): string {
  const dataDir =
    requestedDir === undefined ? mkdtempSync(join(getTempDir(runAs), 'holdfast-postgres-')) : resolve(requestedDir);
  if (!runAs) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return dataDir;
  }
  const folder = isTraversableBy(join(dataDir, '..'), runAs) ? dataDir : getFallbackDir(dataDir);
  if (folder !== dataDir) print(`the user that runs Postgres cannot access ${dataDir}; the data is in ${folder}`);
  createSharedDir(join(folder, '..'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, runAs.uid, runAs.gid);
  return folder;
}

function getFallbackDir(dataDir: string): string {
  return join('/var/lib/holdfast', `postgres-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
}

async function initializeCluster(programs: string, dataDir: string, runAs: ProcessUser | undefined): Promise<void> {
  const ctype = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
  const locale = ['--encoding=UTF8', '--locale=C', `--lc-ctype=${ctype}`];
  const args = ['-D', dataDir, '--username=postgres', '--auth=trust', ...locale, '--no-sync', '--no-instructions'];
  await run(join(programs, 'bin', 'initdb'), args, { ...runAs, cwd: dataDir });
}

/**
 * Returns the superuser's password, which is stored in the data folder. The first start sets it before the server
 * listens, since every local user can reach its port.
 */
async function ensurePassword(programs: string, dataDir: string, runAs: ProcessUser | undefined): Promise<string> {
  const file = join(dataDir, 'holdfast.password');
  if (existsSync(file)) return getOrCreateSecret(file, generatePassword);
  const password = generatePassword();
  const singleUserArgs = ['--single', '-D', dataDir, '-F', 'postgres'];
  const passwordChange = run(join(programs, 'bin', 'postgres'), singleUserArgs, { ...runAs, cwd: dataDir });
  passwordChange.child.stdin?.end(`alter user postgres password '${password}'\n`);
  await passwordChange;
  writeFileSync(
    join(dataDir, 'pg_hba.conf'),
    '# type database user address method\nhost all all 127.0.0.1/32 scram-sha-256\n',
  );
  return getOrCreateSecret(file, () => password);
}

function toServerArgs(port: number, options: NativePostgresOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '300',
    timezone: 'UTC',
    ...(options.fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener, a server crash during the connection would end this process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function waitUntilServing(url: UrlBuilder, dataDir: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (true) {
    if (hasEnded()) throw new Error('the server ended');
    try {
      const result = await withClient(url('postgres'), (client) => client.query('show data_directory'));
      if (result.rows[0]?.data_directory === dataDir) return;
      throw new Error('its port belongs to another Postgres');
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((wake) => setTimeout(wake, 50));
    }
  }
}

async function ensureDatabase(url: UrlBuilder): Promise<void> {
  await withClient(url('postgres'), async (client) => {
    const existing = await client.query("select 1 from pg_database where datname = 'holdfast'");
    if (existing.rowCount === 0) await client.query('create database holdfast');
  });
  await withClient(url('holdfast'), (client) => client.query('create extension if not exists vector'));
}

/** Returns the postmaster and, if the system lists them, its children, which lead their own process groups. */
function listServerProcesses(dataDir: string): number[] {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const children = `/proc/${postmaster}/task/${postmaster}/children`;
  const childPids = existsSync(children)
    ? readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).map(Number)
    : [];
  return [postmaster, ...childPids];
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '5434' }, 'no-fsync': { type: 'boolean', default: false } },
  });
  const port = Number(values.port);
  const print: PrintLine = (line) => process.stderr.write(`${line}\n`);
  if (port !== 0 && (await isPortTaken(port))) {
    throw new Error(`port ${port} is taken; choose another with: npm run postgres -- --port <port>`);
  }
  const dataDir = join(loadConfig().dataDir, 'native-postgres');
  const server = await startNativePostgres({ dataDir, port, fsync: !values['no-fsync'], print, log: print });
  print(`Postgres 16 with pgvector, data in ${server.dataDir}; Ctrl-C stops it`);
  process.stdout.write(`DATABASE_URL=${server.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void server.stop().then(() => process.exit(0)));
  }
  await server.ended;
  print('Postgres has ended');
}

if (import.meta.main) {
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}
