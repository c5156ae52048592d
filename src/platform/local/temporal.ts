import type { ChildProcess } from 'node:child_process';
import { Connection } from '@temporalio/client';
import type { PrintLine } from './cache-dir.ts';
import { findFreePort, isPortTaken } from './ports.ts';
import { collectLastLines, type GuardSpec, spawnGuarded, stopChild } from './processes.ts';

export { type FindTemporalOptions, findTemporal } from './find-temporal.ts';

const START_TIMEOUT_MS = 60_000;
/** The dev server waits for its pollers; what it stored is safe before it ends. */
const STOP_GRACE_MS = 5000;

/**
 * By default the dev server reads its queues at most 20 times a second, which costs 50 ms per step: the first three
 * lift that (one workflow with one activity: 150 → 23 ms). One partition per queue and the matcher with fairness keep
 * tasks from resting in another partition's backlog (50 clients: 55 → 70 runs a second). Deployment versions are on by
 * default in server 1.29.
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

export interface TemporalServerOptions {
  /** Path of the Temporal CLI. */
  readonly binary: string;
  /** Port of the frontend on 127.0.0.1; 0 chooses a free one. */
  readonly port: number;
  /** Port of the web interface; none is served when null or left out. */
  readonly uiPort?: number | null;
  /** SQLite file that keeps everything; in memory when left out. */
  readonly dbFile?: string;
  readonly namespace: string;
  /** Hears every line the server logs (errors). */
  readonly log?: PrintLine;
}

export interface TemporalServer {
  /** host:port of the frontend. */
  readonly address: string;
  /** The guard process that runs the server and ends with it. */
  readonly child: ChildProcess;
  /** Stops the server within 10 s. */
  stop(): Promise<void>;
}

/** What runs the dev server with the settings that suit one machine. */
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

/**
 * Starts a dev server and waits until its namespace answers. Throws with the server's last words when it can't start.
 */
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
 * Waits until the namespace can be read at the address. Throws the last error after `timeoutMs`, and at once when
 * `signal` aborts.
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
