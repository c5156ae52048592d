import { randomUUID } from 'node:crypto';
import { type Holdfast, resumingAfter } from './holdfast.ts';
import { TASK } from './prefixes.ts';
import type { OperationAt, Schemas } from './types.ts';

/** Path parameters of a task. */
export interface TaskPath {
  readonly org_id: string;
  readonly project_id: string;
  readonly task_id: string;
}

type RunTask = OperationAt<'post', `${typeof TASK}/run`>;

/** Body and query of a task run. Files are `task_files` of the body. */
export interface TaskOrder {
  readonly body: RunTask['requestBody']['content']['application/json'];
  readonly query?: Omit<NonNullable<RunTask['parameters']['query']>, 'error_event'>;
}

/**
 * Runs a task and yields the events of the run, each once and in order, until it is done, across lost connections.
 * `text_restarted` and `no_text` invalidate earlier text. Throws ApiError if the API rejects the request.
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
