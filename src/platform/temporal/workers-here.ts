import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOf } from '../local/lock.ts';
import { PROCESS_ID } from '../presence.ts';

/** The name by which Temporal knows what polls in this process: of no other, not even in a container of the same host. */
export const POLLER_IDENTITY = `${process.pid}@${hostname()}/${PROCESS_ID}`;

/** A process that takes work, as it tells others on its machine (or in its container) of itself. */
export interface WorkerHere {
  readonly pid: number;
  /** When the process began: its id alone may be another's by now. */
  readonly started: string;
  readonly identity: string;
  readonly namespace: string;
  /** Whole names of the task queues that it serves. */
  readonly queues: readonly string[];
}

const NAME = /^holdfast-worker-[\w-]+\.json$/;

/** Tells of this process until the answered function is called, or it is gone. */
export function tellOfWorker(namespace: string, queues: readonly string[]): () => void {
  const { pid } = process;
  const here: WorkerHere = { pid, started: startOf(pid) ?? '', identity: POLLER_IDENTITY, namespace, queues };
  const path = join(tmpdir(), `holdfast-worker-${PROCESS_ID}.json`);
  writeFileSync(path, JSON.stringify(here), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/** The processes that take work here. What ended without a word is not among them, and its file is removed. */
export function workersHere(): WorkerHere[] {
  const paths = readdirSync(tmpdir()).filter((name) => NAME.test(name));
  return paths.flatMap((name) => {
    const path = join(tmpdir(), name);
    const worker = read(path);
    if (worker === undefined || startOf(worker.pid) === worker.started) return worker ?? [];
    rmSync(path, { force: true });
    return [];
  });
}

/** What a file says; undefined where it is another user's, is being written, or is gone. */
function read(path: string): WorkerHere | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as WorkerHere;
  } catch {
    return undefined;
  }
}
