import { type Selectable, sql } from 'kysely';
import { type Executor, json } from '../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import type { RunError } from '../runs/contract.ts';
import type { EventStatus, TargetType } from './contract.ts';
import type { TriggerType } from './kinds/index.ts';
import type { TriggerEventsTable } from './tables.ts';
import { TARGETS } from './targets.ts';

/** An event with the outcome of its run. */
export interface TriggerEventRow extends Omit<Selectable<TriggerEventsTable>, 'status'> {
  readonly status: EventStatus;
}

/** The run of event `e`, of any kind. */
const RUN = sql.join(
  Object.values(TARGETS).map(
    ({ run }) => sql`select status, is_error, completed from ${sql.table(run.table)} where id = e.run_id`,
  ),
  sql` union all `,
);

/** Status of event `e`. */
const STATUS = sql<EventStatus>`case when e.status <> 'accepted' then e.status else coalesce((
  select case when r.completed is null then 'accepted' when r.status = 'completed' and not r.is_error then 'completed'
    else 'failed' end from (${RUN}) r), 'accepted') end`;

/** Filters of a list of events. */
interface TriggerEventFilter {
  readonly status?: EventStatus;
  readonly triggerId?: string;
  readonly triggerType?: TriggerType;
  readonly targetType?: TargetType;
  readonly targetId?: string;
}

/** Lists events of the project's live triggers, newest first. */
export function listTriggerEvents(db: Executor, projectId: string, filter: TriggerEventFilter, page: PageRequest) {
  let rows = selectEvents(db).where('e.project_id', '=', projectId);
  if (filter.triggerId !== undefined) rows = rows.where('e.trigger_id', '=', filter.triggerId);
  if (filter.triggerType !== undefined) rows = rows.where('t.type', '=', filter.triggerType);
  if (filter.targetType !== undefined) rows = rows.where('t.target_type', '=', filter.targetType);
  if (filter.targetId !== undefined) rows = rows.where('t.target_id', '=', filter.targetId);
  if (filter.status !== undefined) rows = rows.where(STATUS, '=', filter.status);
  return paginate(rows, sortByNewest('e.id'), page);
}

/** Finds an event of a live trigger of the project. */
export function findTriggerEvent(db: Executor, projectId: string, id: string): Promise<TriggerEventRow | undefined> {
  return selectEvents(db).where('e.project_id', '=', projectId).where('e.id', '=', id).executeTakeFirst();
}

function selectEvents(db: Executor) {
  return db
    .selectFrom('trigger_events as e')
    .innerJoin('triggers as t', (join) => join.onRef('t.id', '=', 'e.trigger_id').on('t.deleted_at', 'is', null))
    .selectAll('e')
    .select(STATUS.as('status'));
}

/** A new event. */
interface NewTriggerEvent {
  readonly id: string;
  readonly trigger: { readonly id: string; readonly project_id: string };
  readonly status: 'accepted' | 'duplicate' | 'rejected';
  readonly idempotencyKey?: string | null;
  readonly due?: Date | null;
  readonly runId?: string | null;
  readonly duplicateOf?: string | null;
  readonly error?: RunError | null;
  /** Whether its outcome counts for the trigger's health. */
  readonly counted: boolean;
}

/** Inserts an event. Returns false if the trigger has one with the same due time. */
export async function insertTriggerEvent(trx: Executor, event: NewTriggerEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('trigger_events')
    .values({
      id: event.id,
      project_id: event.trigger.project_id,
      trigger_id: event.trigger.id,
      status: event.status,
      idempotency_key: event.idempotencyKey ?? null,
      due: event.due ?? null,
      run_id: event.runId ?? null,
      duplicate_of: event.duplicateOf ?? null,
      error: event.error ? json(event.error) : null,
      counted: event.counted,
    })
    .onConflict((conflict) => conflict.columns(['trigger_id', 'due']).where('due', 'is not', null).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Marks an event of the same transaction as rejected. */
export async function rejectEvent(trx: Executor, id: string, why: RunError, counted: boolean): Promise<void> {
  await trx
    .updateTable('trigger_events')
    .set({ status: 'rejected', run_id: null, error: json(why), counted })
    .where('id', '=', id)
    .execute();
}

/** Maximum number of newest events that are checked for failures. */
const MAX_CHECKED_EVENTS = 100;

/** Returns whether the last ended events of a trigger all failed. Cancelled runs do not count. */
export async function hasOnlyFailures(
  db: Executor,
  trigger: { readonly id: string },
  failures: number,
): Promise<boolean> {
  const { rows } = await sql<{ failing: boolean | null }>`
    select count(*) >= ${failures} and bool_and(failed) as failing from (
      select failed from (
        select e.id, e.status = 'rejected' or r.completed is not null as ended,
          e.status = 'rejected' or r.status = 'failed' or (r.is_error and r.status <> 'cancelled') as failed
        from (
          select e.* from trigger_events e join trigger_states s on s.trigger_id = e.trigger_id
          where e.trigger_id = ${trigger.id} and e.counted and e.created > s.counted_since
          order by e.id desc limit ${MAX_CHECKED_EVENTS}
        ) e left join lateral (${RUN}) r on true
      ) newest where ended order by id desc limit ${failures}
    ) ends`.execute(db);
  return rows[0]?.failing === true;
}
