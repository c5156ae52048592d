import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RunKind } from '../../src/runs/kind.ts';
import { cancelWorkflow, requestStop } from '../../src/runs/stop.ts';
import type { Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import { awaitRuns, watchRuns } from '../plugins/waiting.ts';

/** Declaration that the cancel operations share. */
export const CANCEL_OPERATION = {
  summary: 'Cancel a run',
  description:
    'Responds once the run has stopped, and lists its tool calls by outcome. Returns 409 RUN_ENDED if the run has already ended.',
  request: { idempotent: true, prefersWait: true },
  errors: { 409: ['RUN_ENDED'] },
} as const;

/** Request to stop a run. */
interface CancelInput<Row> {
  readonly ctx: ApiContext;
  readonly kind: RunKind;
  readonly run: Row & { readonly id: string; readonly restarts: number; readonly status: string };
  /** Labels of the run's parent in the audit event. */
  readonly labels: Readonly<Record<string, string>>;
  readonly read: () => Promise<Row | undefined>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly change: Change;
}

/** Requests a run to stop and returns it after it has ended. */
export async function cancelRun<Row extends { readonly completed: Date | null }>(
  cancel: CancelInput<Row>,
): Promise<Row> {
  const { ctx, kind, run, labels, read, request, reply, change } = cancel;
  // A repeat with the same Idempotency-Key only waits for the stop that the first request started.
  if (request.earlierRun !== undefined) change.none();
  using watch = watchRuns(ctx, kind, [run.id]);
  const resource = { type: kind.resource, id: run.id };
  const details = { resource, labels, payload: { status_before: run.status } };
  if (request.earlierRun === undefined) {
    await change(async (trx) => {
      const begins = await requestStop(trx, kind, run.id, request.idempotency?.owner);
      return { result: begins, audited: begins ? details : 'unchanged' };
    });
  }
  if (run.completed === null) await cancelWorkflow(ctx, { kind, id: run.id, restarts: run.restarts });
  const isDone = (row: Row) => row.completed !== null;
  return await awaitRuns(ctx, { watch, resource: kind.resource, id: run.id, request, reply, read, isDone });
}
