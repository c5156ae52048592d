/**
 * A Temporal server as one runs in production, on Postgres: for `npm run bench -- --temporal <folder>`. Its index of workflows is a
 * SQLite file, since Postgres would need an extension for it (btree_gin) that the one of the bench has not.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Connection } from '@temporalio/client';
import type { RunningProcess } from '../src/platform/local/launch.ts';
import { startNativePostgres } from '../src/platform/local/native-postgres.ts';
import { findFreePort } from '../src/platform/local/ports.ts';
import {
  collectLastLines,
  hasExited,
  killGroup,
  spawnGuarded,
  stopChild,
  waitForExit,
} from '../src/platform/local/processes.ts';
import { retryWithTimeout } from '../src/platform/local/retry.ts';
import type { OpenedTemporal } from './servers.ts';

const run = promisify(execFile);
const START_MS = 120_000;
const STOP_MS = 20_000;
const SHARDS = 4;
const RETENTION_SECONDS = 7 * 86_400;
/** Its database. */
const DATABASE = 'temporal';
/** What such a server is told besides its defaults; see docs/operations.md. */
const DYNAMIC: Readonly<Record<string, unknown>> = {
  'history.transferProcessorMaxPollRPS': 5000,
  'history.timerProcessorMaxPollRPS': 5000,
  'history.visibilityProcessorMaxPollRPS': 1000,
  'matching.useNewMatcher': true,
  'matching.enableFairness': true,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
};

/**
 * Starts the `temporal-server` of the folder on a Postgres of its own, whose schema its `temporal-sql-tool` makes, and makes
 * the namespace. `started` hears of each at once.
 */
export async function startProductionTemporal(
  programs: string,
  folder: string,
  namespace: string,
  started: (running: Pick<RunningProcess, 'stop'>) => void,
): Promise<OpenedTemporal> {
  const program = join(programs, 'temporal-server');
  const { stdout: version } = await run(program, ['--version']);
  const postgres = await startNativePostgres({ port: 0, fsync: true });
  started(postgres);
  const database = new URL(postgres.url);
  await makeSchema(join(programs, 'temporal-sql-tool'), database);
  const ports = await Promise.all(Array.from({ length: 8 }, findFreePort));
  const home = join(folder, 'temporal');
  mkdirSync(home);
  writeFileSync(join(home, 'dynamic.json'), JSON.stringify(dynamic(DYNAMIC)));
  writeFileSync(join(home, 'config.json'), JSON.stringify(configOf(database, ports, home)));
  const args = ['--config-file', join(home, 'config.json'), '--allow-no-auth', 'start'];
  const child = spawnGuarded({ command: program, args, stopSignal: 'SIGTERM', graceMs: STOP_MS });
  const last = collectLastLines(child);
  const server: RunningProcess = {
    pid: child.pid,
    ended: waitForExit(child),
    async kill() {
      killGroup(child);
      await waitForExit(child);
    },
    stop: () => stopChild(child, STOP_MS),
  };
  started(server);
  const address = `127.0.0.1:${ports[0]}`;
  try {
    await makeNamespace(address, namespace, () => hasExited(child));
  } catch (error) {
    throw new Error(`Temporal did not start: ${last.join(' | ')}`, { cause: error });
  }
  const [pid] = readFileSync(join(postgres.dataDir, 'postmaster.pid'), 'utf8').split('\n');
  const below: RunningProcess = { ...postgres, pid: Number(pid) };
  return {
    address,
    version: `${version.trim()} on Postgres`,
    running: { temporal: server, 'temporal-postgres': below },
  };
}

async function makeSchema(tool: string, { hostname, port, username, password }: URL): Promise<void> {
  const at = ['--plugin', 'postgres12', '--ep', hostname, '--port', port, '--user', username, '--pw', password];
  const call = (...args: string[]) => run(tool, [...at, '--db', DATABASE, ...args]);
  await call('create-database');
  await call('setup-schema', '--version', '0.0');
  await call('update-schema', '--schema-name', 'postgresql/v12/temporal');
}

function configOf(database: URL, ports: readonly number[], home: string): object {
  const [frontend, ...others] = ports;
  const rpc = (grpcPort = 0, membershipPort = 0) => ({ rpc: { grpcPort, membershipPort, bindOnLocalHost: true } });
  const executions = {
    pluginName: 'postgres12',
    databaseName: DATABASE,
    connectAddr: database.host,
    connectProtocol: 'tcp',
    user: database.username,
    password: database.password,
    maxConns: 20,
    maxIdleConns: 20,
    maxConnLifetime: '1h',
  };
  const visibility = {
    pluginName: 'sqlite',
    databaseName: join(home, 'visibility.db'),
    connectAddr: 'localhost',
    connectProtocol: 'tcp',
    connectAttributes: { setup: 'true', cache: 'private', journal_mode: 'wal', synchronous: 'normal' },
  };
  const cluster = {
    enabled: true,
    initialFailoverVersion: 1,
    rpcName: 'frontend',
    rpcAddress: `127.0.0.1:${frontend}`,
  };
  return {
    log: { stdout: true, level: 'error' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: SHARDS,
      datastores: { default: { sql: executions }, visibility: { sql: visibility } },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: {
      frontend: rpc(frontend, others[0]),
      history: rpc(others[1], others[2]),
      matching: rpc(others[3], others[4]),
      worker: rpc(others[5], others[6]),
    },
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: { active: cluster },
    },
    dynamicConfigClient: { filepath: join(home, 'dynamic.json'), pollInterval: '10s' },
  };
}

/** Dynamic settings in the form of their file. */
function dynamic(settings: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, [{ value }]]));
}

async function makeNamespace(address: string, namespace: string, lasting: () => boolean): Promise<void> {
  const { signal } = new AbortController();
  const make = async () => {
    const connection = await Connection.connect({ address, connectTimeout: '2 s' });
    try {
      const known = () => connection.workflowService.describeNamespace({ namespace });
      if (!(await known().catch(() => undefined))) {
        const workflowExecutionRetentionPeriod = { seconds: String(RETENTION_SECONDS) as never };
        await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
      }
      // Known to every part of the server only after its caches were refreshed.
      await connection.workflowService.describeTaskQueue({ namespace, taskQueue: { name: 'probe' }, taskQueueType: 1 });
    } finally {
      await connection.close();
    }
  };
  await retryWithTimeout(make, { timeoutMs: START_MS, signal, isPermanent: lasting });
}
