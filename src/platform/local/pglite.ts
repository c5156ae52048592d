/**
 * The embedded Postgres (PGlite with pgvector) on a socket. As a process: `node pglite.ts <dataDir> <port>`. It stores
 * data in <dataDir>/postgres, and ends on SIGTERM or with its supervisor.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { SettingError } from '../config.ts';
import { acquireLock, LockedError } from './lock.ts';
import { exitWithParent, INVALID_SETTING_EXIT_CODE } from './parent-watch.ts';
import { getPglitePassword, getPgliteUrl } from './pglite-address.ts';
import { PgliteServer } from './pglite-server.ts';

/** The system caches files as well. The default is 160 MB. */
const SHARED_BUFFERS = '16MB';
/**
 * Execution budget of a function before V8 optimizes it. The low default compiles the complete database twice at
 * startup, which costs 100 MB and a third of the time.
 */
const TIERING_BUDGET = 200_000_000;

/** At least the total of all connection pools. Clients share one session anyway. */
const MAX_CONNECTIONS = 40;

/** The running embedded database. */
export interface Pglite {
  /** Connection string. */
  readonly url: string;
  /** Disconnects the clients and closes the database. */
  stop(): Promise<void>;
}

/**
 * Opens or creates the database in `<dataDir>/postgres` and serves it on 127.0.0.1. Throws SettingError if another
 * process has it open (two would corrupt it) or the port is taken. Calls `onFailure` if the database fails later.
 */
export async function startPglite(dataDir: string, port: number, onFailure: (error: unknown) => void): Promise<Pglite> {
  mkdirSync(dataDir, { recursive: true });
  mkdirSync(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 });
  const lock = acquireDatabaseLock(dataDir);
  const db = await PGlite.create({
    dataDir: join(dataDir, 'postgres'),
    extensions: { vector },
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
  });
  const password = getPglitePassword(dataDir);
  const server = new PgliteServer({ db, port, password, maxConnections: MAX_CONNECTIONS, onFailure });
  const close = async () => {
    await db.close();
    lock.release();
  };
  try {
    await db.exec('create extension if not exists vector');
    await server.listen();
  } catch (error) {
    await close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new SettingError('EMBEDDED_POSTGRES_PORT', `port ${port} is taken; choose another, or set DATABASE_URL`);
  }
  const stop = async () => {
    await server.close();
    await close();
  };
  return { url: getPgliteUrl(dataDir, port), stop };
}

function acquireDatabaseLock(dataDir: string) {
  try {
    return acquireLock(join(dataDir, 'postgres.lock'));
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new SettingError(
      'DATA_DIR',
      `process ${error.pid} has the database in ${dataDir} open; stop it or choose another folder`,
    );
  }
}

async function main(dataDir: string, port: number): Promise<void> {
  const database = await startPglite(dataDir, port, (error) => {
    process.stderr.write(`the embedded Postgres has failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
  let stopPromise: Promise<void> | undefined;
  const stop = () => {
    stopPromise ??= database.stop();
    return stopPromise;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop().then(() => process.exit(0)));
  exitWithParent(stop);
  console.log(`embedded Postgres serves ${join(dataDir, 'postgres')} on 127.0.0.1:${port}`);
  console.log('it never calls fsync, so a power cut can lose data; DATABASE_URL selects a real server');
}

if (import.meta.main) {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  main(process.argv[2] ?? '.holdfast', Number(process.argv[3] ?? 5433)).catch((error: Error) => {
    process.stderr.write(`${error instanceof SettingError ? error.message : error.stack}\n`);
    process.exit(error instanceof SettingError ? INVALID_SETTING_EXIT_CODE : 1);
  });
}
