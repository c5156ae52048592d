import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import type { RunRef } from '../platform/temporal/run-ref.ts';
import type { WaitingFor } from './contract.ts';
import type { RunKind } from './kind.ts';
import { FIRST_ID } from './open.ts';
import { scheduleProbes } from './outages.ts';
import { isRunVisible } from './visibility.ts';

/** Filter of waiting runs in a project. */
export interface WaitingRunsFilter {
  /** Caller; runs that it cannot see are skipped. */
  readonly principal: Principal;
  readonly waitingFor: WaitingFor['kind'];
  /** Provider that the runs wait for; any if undefined. */
  readonly provider: string | undefined;
  /** Tasks and agents of the runs; any if empty. */
  readonly parentIds: readonly string[];
}

/** Runs resumed or stopped per statement. */
const BATCH = 100;

/**
 * Schedules the next provider attempt of waiting runs now, in small batches, child runs included. Returns their number
 * without child runs. Probes the outage first, at most once per second.
 */
export async function retryRunsNow(trx: Executor, kind: RunKind, filter: WaitingRunsFilter): Promise<number> {
  const { rows } = await sql<{ id: string; is_own: boolean }>`
    select r.id, ${isTopLevel(kind)} as is_own from ${selectRuns(kind, filter)} order by r.id for update of r`.execute(
    trx,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await retryNow(trx, kind, ids);
  return rows.filter((run) => run.is_own).length;
}

/** Schedules the next attempt of locked runs now. Returns whether one of them waits. */
export async function retryNow(trx: Executor, kind: RunKind, ids: readonly string[]): Promise<boolean> {
  const providers = (await kind.retryNow?.(trx, ids)) ?? [];
  for (const provider of providers) await scheduleProbes(trx, provider);
  return providers.length > 0;
}

/** Resumes the held runs of a kind and returns them. Signal their workflows after the commit. */
export function releaseRuns(trx: Executor, kind: RunKind, filter: WaitingRunsFilter): Promise<RunRef[]> {
  const { release } = kind;
  if (release === undefined) return Promise.resolve([]);
  return processInBatches(trx, kind, filter, (ids) => release(trx, ids), sql`and r.status = 'held'`);
}

/** Marks runs of a kind as stopping and returns them. Cancel their workflows after the commit. */
export function stopWaitingRuns(trx: Executor, kind: RunKind, filter: WaitingRunsFilter): Promise<RunRef[]> {
  return processInBatches(trx, kind, filter, (ids) => kind.beginStop(trx, ids));
}

async function processInBatches(
  trx: Executor,
  kind: RunKind,
  filter: WaitingRunsFilter,
  work: (ids: readonly string[]) => Promise<unknown>,
  rest: RawBuilder<unknown> = sql``,
): Promise<RunRef[]> {
  const done: RunRef[] = [];
  for (let after = FIRST_ID; ; ) {
    const { rows } = await sql<RunRef>`
      select r.id, r.restarts from ${selectRuns(kind, filter)} and ${isTopLevel(kind)} ${rest} and r.id > ${after}::uuid
      order by r.id limit ${BATCH} for update of r`.execute(trx);
    const last = rows.at(-1);
    if (!last) return done;
    await work(rows.map(({ id }) => id));
    done.push(...rows);
    after = last.id;
  }
}

/** Rows `r` of a kind that match a filter, as the rest of a statement after `from`. */
function selectRuns(
  kind: RunKind,
  { principal, waitingFor, provider, parentIds }: WaitingRunsFilter,
): RawBuilder<unknown> {
  const { table, parent } = kind;
  const column = sql.ref(`r.${parent.column}`);
  return sql`${sql.table(table)} r join ${sql.table(parent.table)} p on p.id = ${column}
    where r.project_id = ${principal.projectId} and r.completed is null and r.status <> 'cancelling' and r.waiting_for ->> 'kind' = ${waitingFor}
      and ${provider === undefined ? sql`true` : sql`r.waiting_for ->> 'provider' = ${provider}`}
      and ${parentIds.length === 0 ? sql`true` : sql`${column} = any(${[...parentIds]}::uuid[])`} and ${isRunVisible(principal, kind, 'p')}`;
}

/** SQL condition: a row `r` of a kind is no child run. */
function isTopLevel({ isPartOfRun: ofAnotherRun }: RunKind): RawBuilder<boolean> {
  return ofAnotherRun === undefined ? sql<boolean>`true` : sql<boolean>`(not (${ofAnotherRun}))`;
}
