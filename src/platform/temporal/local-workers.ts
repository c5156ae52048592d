import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestJson } from '../digest.ts';
import { getProcessStart } from '../local/lock.ts';
import { PROCESS_ID } from '../presence.ts';

/** Poller identity of this process at Temporal. It is unique, even in a container of the same host. */
export const POLLER_IDENTITY = `${process.pid}@${hostname()}/${PROCESS_ID}`;

/** A worker process, as it registers itself on its machine or in its container. */
interface LocalWorker {
  readonly pid: number;
  /** Start time of the process, since its id may be reused. */
  readonly started: string;
  readonly identity: string;
  /** Full names of its task queues. */
  readonly queues: readonly string[];
}

/** Key of an installation, common to its workers and its health check. */
interface Installation {
  readonly temporalAddress: string | undefined;
  readonly temporalNamespace: string;
  readonly taskQueuePrefix: string;
}

/** Returns the file name prefix of an installation, which separates it from others on the same machine. */
function getFilePrefix({ temporalAddress, temporalNamespace, taskQueuePrefix }: Installation): string {
  const key = digestJson([temporalAddress ?? null, temporalNamespace, taskQueuePrefix]).slice(0, 16);
  return `holdfast-worker-${key}-`;
}

/** Registers this process until the returned function is called or the process ends. */
export function registerWorker(installation: Installation, queues: readonly string[]): () => void {
  const { pid } = process;
  const worker: LocalWorker = { pid, started: getProcessStart(pid) ?? '', identity: POLLER_IDENTITY, queues };
  const path = join(tmpdir(), `${getFilePrefix(installation)}${PROCESS_ID}.json`);
  writeFileSync(path, JSON.stringify(worker), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/** Lists the installation's worker processes on this machine. Removes files of processes that crashed. */
export function listLocalWorkers(installation: Installation): LocalWorker[] {
  const prefix = getFilePrefix(installation);
  const paths = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
  return paths.flatMap((name) => {
    const path = join(tmpdir(), name);
    const worker = readWorkerFile(path);
    if (worker === undefined || getProcessStart(worker.pid) === worker.started) return worker ?? [];
    rmSync(path, { force: true });
    return [];
  });
}

/** Reads a file. Returns undefined if it is foreign, incomplete or gone. */
function readWorkerFile(path: string): LocalWorker | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LocalWorker;
  } catch {
    return undefined;
  }
}
