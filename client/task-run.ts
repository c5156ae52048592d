import { randomUUID } from 'node:crypto';
import { type Holdfast, resumingAfter } from './holdfast.ts';
import { TASK } from './prefixes.ts';
import type { OperationAt, Schemas } from './types.ts';

/** Where a task is. */
export interface TaskPath {
  readonly org_id: string;
  readonly project_id: string;
  readonly task_id: string;
}

type RunTask = OperationAt<'post', `${typeof TASK}/run`>;

/** What a run of a task is given; files are the `task_files` of its body. Its `error` event stays that: no EventSource reads here. */
export interface TaskOrder {
  readonly body: RunTask['requestBody']['content']['application/json'];
  readonly query?: Omit<NonNullable<RunTask['parameters']['query']>, 'error_event'>;
}

/**
 * Runs a task and gives the events of the run, each once and in order, until it is done, however often the connection is cut.
 * After `text_restarted` and `no_text` the text before is void. Throws ApiError where the API refuses.
 */
export async function* runTask(
  client: Holdfast,
  path: TaskPath,
  { body, query }: TaskOrder,
  signal?: AbortSignal,
): AsyncGenerator<Schemas['TaskRunStreamEvent']> {
  const header = { 'Idempotency-Key': randomUUID() };
  let runId: string | undefined;
  const open = async (lastEventId: string | undefined) => {
    if (runId !== undefined) {
      const params = { path: { ...path, task_run_id: runId }, query: { follow: true } };
      return client.stream('get', `${TASK}/run/{task_run_id}/events`, {
        params,
        headers: resumingAfter(lastEventId),
        signal,
      });
    }
    const stream = await client.stream('post', `${TASK}/run`, { params: { path, query, header }, body, signal });
    runId = stream.headers.get('x-task-run-id') ?? undefined;
    return stream;
  };
  yield* client.resuming(open, { signal });
}
