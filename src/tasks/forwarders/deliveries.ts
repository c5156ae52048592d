import { type RawBuilder, type Selectable, sql } from 'kysely';
import { hasScope } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal-grants.ts';
import { type Executor, json } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { newId } from '../../platform/ids.ts';
import type { Backlog } from '../../platform/telemetry/backlog.ts';
import { isRunVisible } from '../../runs/visibility.ts';
import { taskRunKind } from '../run-kind.ts';
import type { DeliveryStatus } from './contract.ts';
import { forwarderFailures } from './failures.ts';
import type { ForwardAttemptsTable, ForwardDeliveriesTable } from './tables.ts';

export type DeliveryRow = Selectable<ForwardDeliveriesTable>;
export type AttemptRow = Selectable<ForwardAttemptsTable>;

/**
 * Part of the statement that ends task runs: inserts deliveries to their forwarders. `ended` selects runs with a
 * forwarder (id, org_id, project_id, task_id, forwarder_id). Returns the IDs of deliveries that are due now. Deliveries
 * of a paused forwarder wait.
 */
export function insertDeliveriesCte(ended: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`forwarded as (
    insert into forward_deliveries (id, org_id, project_id, forwarder_id, task_id, run_id, due_at)
    select ${newId()}::uuid, e.org_id, e.project_id, f.id, e.task_id, e.id, case when s.status = 'active' then now() end
    from (${ended}) e join task_forwarders f on f.id = e.forwarder_id and f.deleted_at is null
      join task_forwarder_states s on s.forwarder_id = f.id
    on conflict do nothing
    returning case when due_at is not null then id end as due_id
  )`;
}

/** Finds a delivery of a forwarder. */
export function findDelivery(db: Executor, forwarderId: string, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('forward_deliveries')
    .selectAll()
    .where('forwarder_id', '=', forwarderId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Filters of a list of deliveries. */
interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly taskId?: string | undefined;
  readonly runId?: string | undefined;
}

/** Lists deliveries of runs that the principal can see, newest first. */
export function listDeliveries(
  db: Executor,
  principal: Principal,
  forwarderId: string,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  const visible = isDeliveredRunVisible(principal);
  let rows = selectWithRuns(db).where('d.forwarder_id', '=', forwarderId).where(visible).selectAll('d');
  if (filter.status !== undefined) rows = rows.where('d.status', '=', filter.status);
  if (filter.taskId !== undefined) rows = rows.where('d.task_id', '=', filter.taskId);
  if (filter.runId !== undefined) rows = rows.where('d.run_id', '=', filter.runId);
  return paginate(rows, sortByNewest('d.id'), page);
}

/**
 * Returns whether the principal can see the run of a delivery. A deleted run requires permission to see all runs of the
 * project.
 */
export async function isDeliveryVisible(db: Executor, principal: Principal, id: string): Promise<boolean> {
  const visible = isDeliveredRunVisible(principal);
  const row = await selectWithRuns(db).where('d.id', '=', id).where(visible).select('d.id').executeTakeFirst();
  return row !== undefined;
}

/** SQL condition for {@link selectWithRuns}: roles and scopes let the principal see the run of a delivery. */
const isDeliveredRunVisible = (principal: Principal): RawBuilder<boolean> =>
  hasScope(principal.grants, ['task:view']) ? isRunVisible(principal, taskRunKind, 't') : sql<boolean>`false`;

/** Selects deliveries `d` with their runs `r` and tasks `t`. */
function selectWithRuns(db: Executor) {
  return db
    .selectFrom('forward_deliveries as d')
    .leftJoin('task_runs as r', 'r.id', 'd.run_id')
    .leftJoin('tasks as t', 't.id', 'r.task_id');
}

/**
 * Cancels pending deliveries of runs that the principal cannot see, so that a new destination does not receive them.
 */
export async function cancelHiddenDeliveries(trx: Executor, principal: Principal, forwarderId: string): Promise<void> {
  const visible = selectWithRuns(trx)
    .where('d.forwarder_id', '=', forwarderId)
    .where('d.status', '=', 'pending')
    .where(isDeliveredRunVisible(principal))
    .select('d.id');
  await trx
    .updateTable('forward_deliveries')
    .set({ status: 'failed', due_at: null, reason: json(forwarderFailures.destination_changed) })
    .where('forwarder_id', '=', forwarderId)
    .where('status', '=', 'pending')
    .where('id', 'not in', visible)
    .execute();
}

/** Maximum number of listed attempts. */
const MAX_LISTED_ATTEMPTS = 100;

/** Lists the attempts at a delivery, newest first. */
export function listAttempts(db: Executor, deliveryId: string): Promise<AttemptRow[]> {
  return db
    .selectFrom('forward_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(MAX_LISTED_ATTEMPTS)
    .execute();
}

/** Requeues a delivery. A partly delivered one goes only to the remaining recipients. */
export async function requeueDelivery(trx: Executor, id: string): Promise<DeliveryRow | undefined> {
  const { rows } =
    await sql<DeliveryRow>`update forward_deliveries set status = 'pending', tries = 0, tries_since = now(),
      due_at = now(), delivered = null, reached = case when status = 'delivered' then '{}' else reached end
    where id = ${id} returning *`.execute(trx);
  return rows[0];
}

/** Maximum number of deliveries that an edit of a forwarder starts. Maintenance starts the others. */
const MAX_WOKEN_DELIVERIES = 100;

/** Makes all pending deliveries of a forwarder due and restarts their retries. Returns some of them to wake. */
export async function expediteDeliveries(trx: Executor, forwarderId: string): Promise<string[]> {
  await sql`update forward_deliveries set due_at = now(), tries = 0, tries_since = now()
    where forwarder_id = ${forwarderId} and status = 'pending'`.execute(trx);
  const { rows } = await sql<{ id: string }>`select id from forward_deliveries
    where forwarder_id = ${forwarderId} and status = 'pending' order by id limit ${MAX_WOKEN_DELIVERIES}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A delivery whose workflow must be started or woken. */
interface OverdueDelivery {
  readonly id: string;
  readonly org_id: string;
}

/** Lists deliveries that are overdue by a grace period, or wait for a forwarder that is active again. */
export async function listOverdueDeliveries(db: Executor, graceSeconds: number): Promise<OverdueDelivery[]> {
  const { rows } = await sql<OverdueDelivery>`
    select d.id, d.org_id from task_forwarder_states s join forward_deliveries d on d.forwarder_id = s.forwarder_id
    where s.status = 'active' and d.status = 'pending'
      and (d.due_at < now() - make_interval(secs => ${graceSeconds}) or d.due_at is null)
    order by d.due_at nulls first limit 500`.execute(db);
  return rows;
}

/** Due deliveries of forwarders. */
export const deliveryBacklog: Backlog = {
  name: 'deliveries',
  query: sql`select count(*) as depth, min(due_at) as since from forward_deliveries where status = 'pending' and due_at <= now()`,
};
