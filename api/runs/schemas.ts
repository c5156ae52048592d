import Type from 'typebox';
import { databaseNow } from '../../src/platform/clock.ts';
import type { WaitingFor as WaitingForRow } from '../../src/runs/contract.ts';
import { Id, Nullable, Timestamp } from '../schemas.ts';

/** Settings of what runs are of: who sees them. */
export const VISIBILITIES = ['owner_only', 'editors_and_owners', 'all_viewers'] as const;

export const WaitingFor = Type.Object(
  {
    kind: Type.String({
      description: 'approval, budget, reconnect, tool_change, retry, held, worker, paused or equal_bytes',
    }),
    since: Timestamp,
    until: Nullable(Timestamp),
    detail: Type.String(),
  },
  { title: 'WaitingFor' },
);
export const RunError = Type.Object({ reason: Type.String(), message: Type.String() }, { title: 'RunError' });

/** Whether what a run has used is a guess in part. */
export const UsageEstimated = Type.Boolean({
  description: 'whether a part of tokens and credits is estimated: a model call ended before its provider counted them',
});

/** The task or agent that a run is of; its runs stay readable once it is deleted. */
export const RunOf = Type.Object({ id: Id, name: Type.String(), deleted: Type.Boolean() });

const ReceiptCall = Type.Object({ tool_call_id: Id, tool_name: Type.String(), detail: Nullable(Type.String()) });
/** Fields of a receipt besides the run. */
export const RECEIPT = {
  stopped: Type.Array(ReceiptCall, { description: 'calls that did not happen any more' }),
  done: Type.Array(ReceiptCall, { description: 'calls that took effect before the stop' }),
  unknown: Type.Array(ReceiptCall, { description: 'calls of which nobody knows' }),
  spent: Type.Object(
    {
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      charged_credits: Type.String(),
      estimated: UsageEstimated,
    },
    { description: "what the run's model calls cost, those of its tasks and the one that was cut off included" },
  ),
};

/** Milliseconds after which a run that does not move is said to wait for a worker. */
const WORKER_LATE_MS = 5000;

/** Why a run is not moving: what was stored, or that no worker has taken it up or is there to go on with it. */
export function whyWaiting(run: {
  readonly status: string;
  readonly created: Date;
  readonly waiting_for: WaitingForRow | null;
  readonly without_worker: Date | null;
}): WaitingForRow | null {
  const queued = run.status === 'queued';
  const since = queued ? run.created : run.without_worker;
  if (run.waiting_for !== null || since === null || databaseNow() - since.getTime() < WORKER_LATE_MS)
    return run.waiting_for;
  const detail = queued ? 'no worker has taken the run up yet' : 'no worker is there; the run goes on when one is';
  return { kind: 'worker', since: since.toISOString(), until: null, detail };
}
