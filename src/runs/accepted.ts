import { type RawBuilder, sql } from 'kysely';
import type { RunKind } from './kind.ts';

/** Channel on which workers hear of runs that were accepted. */
export const ACCEPTED_CHANNEL = 'holdfast_accepted';

/** Seconds for which a process that took up a run before its workflow did keeps what came of it. */
export const KEPT_AHEAD_SECONDS = 60;

/** An expression of the statement that stores a run: tells the workers of it once that is committed. */
export function tellAccepted(kind: Pick<RunKind, 'name'>, id: string): RawBuilder<unknown> {
  return sql`pg_notify(${ACCEPTED_CHANNEL}, ${`${kind.name}:${id}`})`;
}

/** What workers were told: the kind of the run by its name, and its id. */
export function readAccepted(told: string): { readonly kind: string; readonly id: string } {
  const [kind = '', id = ''] = told.split(':');
  return { kind, id };
}

/** Who begins a run's first step. */
export interface Beginner {
  /** The worker process, by its own queue. */
  readonly queue: string;
  /** Before the run's workflow asks for it: only a run that nobody has begun. */
  readonly ahead: boolean;
}

/** A condition on a row `r` of runs: another process has lately begun it ahead of its workflow, and may still be at it. */
export function begunAheadElsewhere(queue: string): RawBuilder<boolean> {
  return sql<boolean>`(r.begun_ahead_by is not null and r.begun_ahead_by <> ${queue}
    and r.started > now() - make_interval(secs => ${KEPT_AHEAD_SECONDS}))`;
}
