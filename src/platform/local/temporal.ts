import type { ChildProcess } from 'node:child_process';
import { Connection } from '@temporalio/client';
import type { PrintLine } from './cache-dir.ts';
import { findFreePort, isPortTaken } from './ports.ts';
import { collectLastLines, type GuardSpec, spawnGuarded, stopChild } from './processes.ts';

export { type FindTemporalOptions, findTemporal } from './find-temporal.ts';

const START_TIMEOUT_MS = 60_000;
/** The dev server waits for its pollers. Its data is safe before it ends. */
const STOP_GRACE_MS = 5000;

/**
 * By default the dev server polls its queues at most 20 times a second, which costs 50 ms per step. The first three
 * settings lift that (one workflow with one activity: 150 → 23 ms). One partition per queue and the fair matcher
 * prevent a backlog in another partition (50 clients: 55 → 70 runs a second). Deployment versions are on by default in
 * server 1.29.
 */
const DYNAMIC_CONFIG: Readonly<Record<string, string>> = {
  'history.transferProcessorMaxPollRPS': '5000',
  'history.timerProcessorMaxPollRPS': '5000',
  'history.visibilityProcessorMaxPollRPS': '1000',
  'matching.numTaskqueueReadPartitions': '1',
  'matching.numTaskqueueWritePartitions': '1',
  'matching.useNewMatcher': 'true',
  'matching.enableFairness': 'true',
};

/** Options of a Temporal server. */
interface TemporalServerOptions {
  /** Path of the Temporal CLI. */
  readonly binary: string;
  /** Port of the frontend on 127.0.0.1; 0 selects a free one. */
  readonly port: number;
  /** Port of the web UI; none without it. */
  readonly uiPort?: number | null;
  /** SQLite file of the state. Default: in memory. */
  readonly dbFile?: string;
  readonly namespace: string;
  /** Receives every error line of the server. */
  readonly log?: PrintLine;
}

/** A running Temporal server. */
export interface TemporalServer {
  /** host:port of the frontend. */
  readonly address: string;
  /** The guard process of the server. */
  readonly child: ChildProcess;
  /** Stops the server within 10 s. */
  stop(): Promise<void>;
}

/** Returns the command of a dev server for one machine. */
export function createTemporalCommand(options: TemporalServerOptions): GuardSpec {
  const { binary, port, uiPort, dbFile, namespace } = options;
  return {
    command: binary,
    args: [
      ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--namespace', namespace],
      ...['--log-level', 'error', '--color', 'never'],
      ...(uiPort ? ['--ui-port', String(uiPort)] : ['--headless']),
      ...(dbFile ? ['--db-filename', dbFile] : []),
      ...(dbFile ? ['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal'] : []),
      ...Object.entries(DYNAMIC_CONFIG).flatMap(([key, value]) => ['--dynamic-config-value', `${key}=${value}`]),
    ],
    stopSignal: 'SIGTERM',
    graceMs: STOP_GRACE_MS,
  };
}

/** Starts a dev server and waits for its namespace. Throws with the server's last line on failure. */
export async function startTemporal(options: TemporalServerOptions): Promise<TemporalServer> {
  if (options.port && (await isPortTaken(options.port)))
    throw new Error(`Temporal did not start: port ${options.port} is taken`);
  const port = options.port || (await findFreePort());
  const child = spawnGuarded(createTemporalCommand({ ...options, port }));
  const lastLines = collectLastLines(child, options.log);
  const address = `127.0.0.1:${port}`;
  const stop = () => stopChild(child, 2 * STOP_GRACE_MS);
  const exitAbort = new AbortController();
  child.once('exit', () => exitAbort.abort(new Error('the server ended')));
  try {
    await waitForTemporal({
      address,
      namespace: options.namespace,
      timeoutMs: START_TIMEOUT_MS,
      signal: exitAbort.signal,
    });
  } catch (error) {
    await stop();
    throw new Error(`Temporal did not start: ${lastLines.at(-1) ?? String(error)}`, { cause: error });
  }
  return { address, child, stop };
}

/**
 * Waits until the namespace is available. Throws the last error after `timeoutMs`, and immediately if `signal` aborts.
 */
export async function waitForTemporal(options: {
  address: string;
  namespace: string;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<void> {
  const { address, namespace, timeoutMs, signal } = options;
  const deadline = Date.now() + timeoutMs;
  while (true) {
    signal.throwIfAborted();
    try {
      const connection = await Connection.connect({ address, connectTimeout: '2 s' });
      try {
        await connection.workflowService.describeNamespace({ namespace });
        return;
      } finally {
        await connection.close();
      }
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((wake) => setTimeout(wake, 100));
    }
  }
}
