import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestJson } from '../digest.ts';
import { getProcessStart } from '../local/lock.ts';
import { PROCESS_ID } from '../presence.ts';

/** The name by which Temporal knows what polls in this process: of no other, not even in a container of the same host. */
export const POLLER_IDENTITY = `${process.pid}@${hostname()}/${PROCESS_ID}`;

/** A process that takes work, as it tells others on its machine (or in its container) of itself. */
export interface LocalWorker {
  readonly pid: number;
  /** When the process began: its id alone may be another's by now. */
  readonly started: string;
  readonly identity: string;
  /** Whole names of the task queues that it serves. */
  readonly queues: readonly string[];
}

/** An installation, as its workers and its health check know it alike. */
export interface Installation {
  readonly temporalAddress: string | undefined;
  readonly temporalNamespace: string;
  readonly taskQueuePrefix: string;
}

/** How the names of an installation's files begin: those of another one on the same machine are none of its business. */
function getFilePrefix({ temporalAddress, temporalNamespace, taskQueuePrefix }: Installation): string {
  const key = digestJson([temporalAddress ?? null, temporalNamespace, taskQueuePrefix]).slice(0, 16);
  return `holdfast-worker-${key}-`;
}

/** Tells of this process until the answered function is called, or it is gone. */
export function registerWorker(installation: Installation, queues: readonly string[]): () => void {
  const { pid } = process;
  const worker: LocalWorker = { pid, started: getProcessStart(pid) ?? '', identity: POLLER_IDENTITY, queues };
  const path = join(tmpdir(), `${getFilePrefix(installation)}${PROCESS_ID}.json`);
  writeFileSync(path, JSON.stringify(worker), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/** The installation's processes that take work here. What ended without a word is not among them, and its file is removed. */
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

/** What a file says; undefined where it is another user's, is being written, or is gone. */
function readWorkerFile(path: string): LocalWorker | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LocalWorker;
  } catch {
    return undefined;
  }
}
