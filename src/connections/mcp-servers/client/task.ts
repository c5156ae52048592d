/** Calls as tasks (protocol revision 2025-11-25): one request creates the task, which is polled until it ends. */

import { setTimeout as pause } from 'node:timers/promises';
import type { StandardSchemaV1 } from '@modelcontextprotocol/client';
import { isRecord } from '../../../platform/json-schema.ts';
import { toShortText } from '../../visible-text.ts';
import type { McpProgress } from './call-tool.ts';
import type { Connection } from './connection.ts';
import { CLOSE_TIMEOUT_MS, DEFAULT_POLL_MS, MAX_FAILED_POLLS, MAX_POLL_MS, MIN_POLL_MS } from './limits.ts';
import { McpFailure } from './types.ts';

type Result = Record<string, unknown>;

/** Accepts any response: the SDK has no request schemas for tasks. */
const ANY_RESULT: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'holdfast', validate: (value) => ({ value }) },
};
const MAX_TASK_ID_LENGTH = 1024;

/** Parameters that make a call a task. */
export function toTaskParams(ttlMs: number): { readonly task: { readonly ttl: number } } {
  return { task: { ttl: ttlMs } };
}

/**
 * Waits for a task and returns its result. Cancels it if the wait is aborted. Throws an McpFailure with an unknown
 * outcome if the task is lost.
 */
export async function waitForTask(
  connection: Connection,
  created: Result,
  onProgress?: (progress: McpProgress) => void,
): Promise<Result> {
  const { taskId: id } = created;
  if (typeof id !== 'string' || id === '' || id.length > MAX_TASK_ID_LENGTH)
    throw toLostFailure('the server did not return its ID', undefined);
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
      task = await this.#poll();
      this.#reportProgress(polls, task);
    }
    if (task.status === 'input_required') throw await this.#rejectInput();
    this.isOver = true;
    if (task.status === 'cancelled') throw toTaskFailure(task, 'the server cancelled it');
    const end = await this.#send('tasks/result').catch((error: unknown) => {
      if (this.#connection.options.signal?.aborted) throw error;
      // A failed task has reported its status already.
      throw task.status === 'failed'
        ? toTaskFailure(task, 'the server says that it failed')
        : toLostFailure('its result is gone', error);
    });
    return isRecord(end) ? end : {};
  }

  /** Polls the task. Retries because one failed poll does not mean that it is lost. */
  async #poll(): Promise<Result> {
    const { signal } = this.#connection.options;
    for (let tries = 1; ; tries++) {
      try {
        const task = await this.#send('tasks/get');
        if (isRecord(task) && typeof task.status === 'string') return task;
        throw toLostFailure('the server does not return its status', undefined);
      } catch (error) {
        if (signal?.aborted || error instanceof McpFailure) throw error;
        const isUnknown = error instanceof this.#connection.sdk.ProtocolError;
        if (isUnknown || tries === MAX_FAILED_POLLS) throw toLostFailure('the server no longer knows it', error);
        await pause(DEFAULT_POLL_MS, undefined, { signal });
      }
    }
  }

  /** Cancels the task because nobody can answer the question. */
  async #rejectInput(): Promise<McpFailure> {
    const stopped = await this.cancel();
    this.isOver = true;
    const message = 'the server asks for input during the call, which is not supported';
    return stopped
      ? new McpFailure('failed', 'INPUT_REQUIRED', `${message}; the task was cancelled`)
      : toLostFailure(message, undefined);
  }

  /** Cancels the task. Returns whether the server confirms it. */
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

  #reportProgress(polls: number, { statusMessage }: Result): void {
    if (typeof statusMessage === 'string') this.#onProgress?.({ progress: polls, message: statusMessage });
  }
}

function getPollInterval({ pollInterval }: Result): number {
  const requestedMs = typeof pollInterval === 'number' ? pollInterval : DEFAULT_POLL_MS;
  return Math.min(Math.max(requestedMs, MIN_POLL_MS), MAX_POLL_MS);
}

function toTaskFailure({ statusMessage }: Result, message: string): McpFailure {
  const details = typeof statusMessage === 'string' ? `: ${toShortText(statusMessage)}` : '';
  return new McpFailure('failed', 'TASK_FAILED', `${message}${details}`);
}

function toLostFailure(reason: string, cause: unknown): McpFailure {
  return new McpFailure('unknown', 'TASK_LOST', `the call was started as a task, and ${reason}`, { cause });
}
