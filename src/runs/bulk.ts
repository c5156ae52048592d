import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import { scheduleProbes } from '../models/outages.ts';
import type { Executor } from '../platform/db/client.ts';
import type { RunRef } from '../platform/temporal/run-ref.ts';
import type { WaitingFor } from './contract.ts';
import type { RunKind } from './kind.ts';
import { FIRST_ID } from './open.ts';
import { isRunVisible } from './visibility.ts';

/** Runs of a project that wait for one reason. */
export interface WaitingRunsFilter {
  /** Who asks: runs that they do not see are left alone. */
  readonly principal: Principal;
  readonly waitingFor: WaitingFor['kind'];
  /** Provider that they wait for; any if undefined. */
  readonly provider: string | undefined;
  /** Tasks and agents that they are of; any if there are none. */
  readonly parentIds: readonly string[];
}

/** Runs that are resumed or stopped by one statement. */
const BATCH = 100;

/**
 * Has the runs of a kind make their next attempt at their provider now, in small batches; so do those that are parts of other runs,
 * which are not counted. Returns how many there are. The outage is probed first, once per second at most.
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

/** Has runs, whose locks are held, make their next attempt at what they wait for now. Returns whether one of them waits. */
export async function retryNow(trx: Executor, kind: RunKind, ids: readonly string[]): Promise<boolean> {
  const providers = (await kind.retryNow?.(trx, ids)) ?? [];
  for (const provider of providers) await scheduleProbes(trx, provider);
  return providers.length > 0;
}

/** Lets the held runs of a kind go on. Returns those that do; their workflows are to be signaled after the commit. */
export function releaseRuns(trx: Executor, kind: RunKind, filter: WaitingRunsFilter): Promise<RunRef[]> {
  const { release } = kind;
  if (release === undefined) return Promise.resolve([]);
  return processInBatches(trx, kind, filter, (ids) => release(trx, ids), sql`and r.status = 'held'`);
}

/** Stores that the runs of a kind are to stop. Returns them; their workflows are to be cancelled after the commit. */
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

/** The rows `r` of a kind that a filter means, as the end of a statement after `from`. */
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

/** Whether a row `r` of a kind is no part of another run. */
function isTopLevel({ isPartOfRun: ofAnotherRun }: RunKind): RawBuilder<boolean> {
  return ofAnotherRun === undefined ? sql<boolean>`true` : sql<boolean>`(not (${ofAnotherRun}))`;
}
