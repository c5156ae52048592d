/** Calls that a server only makes as tasks (revision 2025-11-25): begun by one request, asked after until they are over. */

import { setTimeout as pause } from 'node:timers/promises';
import type { StandardSchemaV1 } from '@modelcontextprotocol/client';
import { isRecord } from '../../../platform/json-schema.ts';
import type { McpProgress } from './call-tool.ts';
import type { Connection } from './connection.ts';
import { CLOSE_TIMEOUT_MS, DEFAULT_POLL_MS, MAX_FAILED_POLLS, MAX_POLL_MS, MIN_POLL_MS } from './limits.ts';
import { McpFailure } from './types.ts';
import { toShortText } from './visible-text.ts';

type Result = Record<string, unknown>;

/** Takes whatever a server answers; the library has no schemas for tasks that a request may be made with. */
const ANY_RESULT: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'holdfast', validate: (value) => ({ value }) },
};
const MAX_TASK_ID_LENGTH = 1024;

/** What a request for a call must say so that the server makes a task of it. */
export function toTaskParams(ttlMs: number): { readonly task: { readonly ttl: number } } {
  return { task: { ttl: ttlMs } };
}

/**
 * The result of a call that a server made a task of: waits until it is over. A task that nobody waits for any more is
 * cancelled. Throws an McpFailure that leaves open whether the call happened where nobody can learn what became of the task.
 */
export async function waitForTask(
  connection: Connection,
  created: Result,
  onProgress?: (progress: McpProgress) => void,
): Promise<Result> {
  const { taskId: id } = created;
  if (typeof id !== 'string' || id === '' || id.length > MAX_TASK_ID_LENGTH)
    throw toLostFailure('it does not say which task it began', undefined);
  const task = new RunningTask(connection, id, onProgress);
  try {
    return await task.result(created);
  } finally {
    if (!task.isOver) await task.cancel();
  }
}

class RunningTask {
  readonly #connection: Connection;
  readonly #id: string;
  readonly #onProgress: ((progress: McpProgress) => void) | undefined;
  isOver = false;

  constructor(connection: Connection, id: string, onProgress: ((progress: McpProgress) => void) | undefined) {
    this.#connection = connection;
    this.#id = id;
    this.#onProgress = onProgress;
  }

  async result(created: Result): Promise<Result> {
    let task = created;
    for (let polls = 1; task.status === 'working'; polls++) {
      await pause(getPollInterval(task), undefined, { signal: this.#connection.options.signal });
      task = await this.#look();
      this.#tell(polls, task);
    }
    if (task.status === 'input_required') throw await this.#stopAsking();
    this.isOver = true;
    if (task.status === 'cancelled') throw toTaskFailure(task, 'the server cancelled it');
    const end = await this.#send('tasks/result').catch((error: unknown) => {
      if (this.#connection.options.signal?.aborted) throw error;
      // What failed has told so already.
      throw task.status === 'failed'
        ? toTaskFailure(task, 'the server says that it failed')
        : toLostFailure('its result is gone', error);
    });
    return isRecord(end) ? end : {};
  }

  /** How the task stands. A server that does not answer for once may know it all the same. */
  async #look(): Promise<Result> {
    const { signal } = this.#connection.options;
    for (let tries = 1; ; tries++) {
      try {
        const task = await this.#send('tasks/get');
        if (isRecord(task) && typeof task.status === 'string') return task;
        throw toLostFailure('the server does not say how it stands', undefined);
      } catch (error) {
        if (signal?.aborted || error instanceof McpFailure) throw error;
        const isUnknown = error instanceof this.#connection.sdk.ProtocolError;
        if (isUnknown || tries === MAX_FAILED_POLLS) throw toLostFailure('the server does not know it any more', error);
        await pause(DEFAULT_POLL_MS, undefined, { signal });
      }
    }
  }

  /** Nobody answers the server's question: the task is stopped. */
  async #stopAsking(): Promise<McpFailure> {
    const stopped = await this.cancel();
    this.isOver = true;
    const words = 'the server wants to be told something in the middle of it, which nobody can do here';
    return stopped
      ? new McpFailure('failed', 'INPUT_REQUIRED', `${words}; it was cancelled`)
      : toLostFailure(words, undefined);
  }

  /** Whether the server says that it is cancelled. */
  async cancel(): Promise<boolean> {
    try {
      const task = await this.#send('tasks/cancel', { timeout: CLOSE_TIMEOUT_MS });
      return isRecord(task) && task.status === 'cancelled';
    } catch {
      return false;
    }
  }

  #send(method: string, options: Connection['options'] = this.#connection.options): Promise<unknown> {
    return this.#connection.client.request({ method, params: { taskId: this.#id } }, ANY_RESULT, options);
  }

  #tell(polls: number, { statusMessage }: Result): void {
    if (typeof statusMessage === 'string') this.#onProgress?.({ progress: polls, message: statusMessage });
  }
}

function getPollInterval({ pollInterval }: Result): number {
  const wanted = typeof pollInterval === 'number' ? pollInterval : DEFAULT_POLL_MS;
  return Math.min(Math.max(wanted, MIN_POLL_MS), MAX_POLL_MS);
}

function toTaskFailure({ statusMessage }: Result, words: string): McpFailure {
  const said = typeof statusMessage === 'string' ? `: ${toShortText(statusMessage)}` : '';
  return new McpFailure('failed', 'TASK_FAILED', `${words}${said}`);
}

function toLostFailure(reason: string, cause: unknown): McpFailure {
  return new McpFailure('unknown', 'TASK_LOST', `the call was begun as a task, and ${reason}`, { cause });
}
