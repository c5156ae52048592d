import { type RawBuilder, sql } from 'kysely';

/** Channel on which workers hear of runs that were accepted. */
export const ACCEPTED_CHANNEL = 'holdfast_accepted';

/** Seconds for which a process that took up a run before its workflow did keeps what came of it. */
export const KEPT_AHEAD_SECONDS = 60;

/** A run as workers are told of it. */
export interface AcceptedRun {
  /** Its kind, by its name. */
  readonly kind: string;
  readonly id: string;
  /** Whether its workflow is started only where it is not over soon. */
  readonly putOff: boolean;
}

/** An expression of the statement that stores a run: tells the workers of it once that is committed. */
export function tellAccepted(run: AcceptedRun): RawBuilder<unknown> {
  return sql`pg_notify(${ACCEPTED_CHANNEL}, ${writeAccepted(run)})`;
}

/** What workers are told. */
export function writeAccepted({ kind, id, putOff }: AcceptedRun): string {
  return putOff ? `${kind}:${id}:${PUT_OFF}` : `${kind}:${id}`;
}

const PUT_OFF = 'put-off';

/** The run that workers were told of. */
export function readAccepted(told: string): AcceptedRun {
  const [kind = '', id = '', how] = told.split(':');
  return { kind, id, putOff: how === PUT_OFF };
}

/** When a workflow that is put off for so long is due for whoever looks, as an expression of the statement that stores its run. */
export function workflowDue(putOffMs: number | undefined): RawBuilder<Date | null> {
  return sql<Date | null>`now() + make_interval(secs => ${putOffMs === undefined ? null : (putOffMs + SPARE_MS) / 1000}::float8)`;
}

/** Milliseconds that the process which accepted a run has for the start of its workflow, once that is put off no longer. */
const SPARE_MS = 1000;

/** Who begins a run's first step. */
export interface Beginner {
  /** The worker process, by its own queue. */
  readonly queue: string;
  /** Before the run's workflow asks for it: only a run that nobody has begun. */
  readonly ahead: boolean;
  /** The queue of the process that had begun it and is dead. */
  readonly insteadOf?: string;
}

/** A condition on a row `r` of runs: another process than these has lately begun it ahead of its workflow, and may still be at it. */
export function begunAheadElsewhere(by: Beginner | undefined): RawBuilder<boolean> {
  return sql<boolean>`(r.begun_ahead_by is not null and r.begun_ahead_by not in (${by?.queue ?? ''}, ${by?.insteadOf ?? ''})
    and r.started > now() - make_interval(secs => ${KEPT_AHEAD_SECONDS}))`;
}
