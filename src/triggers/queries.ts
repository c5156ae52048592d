import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Executor, json } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import type { SubjectRef } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Target, TargetType } from './contract.ts';
import type { TriggerType } from './kinds/index.ts';
import type { TriggersTable } from './tables.ts';

/** A trigger with its state. */
export interface TriggerRow extends Selectable<TriggersTable> {
  readonly next_run: Date | null;
  /** Time of the last started run. */
  readonly last_fired: Date | null;
  /** Last part of its URL. Null for triggers without deliveries. */
  readonly endpoint: string | null;
}

/** Editable fields of a trigger. */
type TriggerFields = Pick<TriggerRow, 'name' | 'description' | 'status' | 'task_agent_revision_id' | 'config'>;

/** Owner of a trigger, for whom it runs. */
export interface TriggerOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly by: SubjectRef;
  /** OAuth client that created it as its project. Null for a user. */
  readonly clientId: string | null;
}

/** Finds a live trigger of the project, of the given type if any. */
export function findTrigger(
  db: Executor,
  projectId: string,
  id: string,
  type?: TriggerType,
): Promise<TriggerRow | undefined> {
  const found = selectLiveTriggers(db).where('t.project_id', '=', projectId).where('t.id', '=', id);
  return (type === undefined ? found : found.where('t.type', '=', type)).executeTakeFirst();
}

/** Locks a live trigger against edits until the transaction ends. It can still fire. */
export async function lockTrigger(
  trx: Executor,
  projectId: string,
  id: string,
  type: TriggerType,
): Promise<TriggerRow | undefined> {
  // Locks the row first, so the following read sees its current state.
  await sql`select from triggers where id = ${id} for no key update`.execute(trx);
  return findTrigger(trx, projectId, id, type);
}

/** Finds a live trigger in any project. Deleting a project deletes its triggers. */
export function findFiringTrigger(
  db: Executor,
  by: { readonly id: string } | { readonly endpoint: string },
): Promise<TriggerRow | undefined> {
  const found = selectLiveTriggers(db);
  const one = 'id' in by ? found.where('t.id', '=', by.id) : found.where('n.endpoint', '=', by.endpoint);
  return one.executeTakeFirst();
}

/** Filters of a list of triggers. */
interface TriggerFilter {
  readonly type?: TriggerType;
  readonly targetType?: TargetType;
  readonly targetId?: string;
}

/** Lists live triggers of a project, newest first. */
export function listTriggers(
  db: Executor,
  projectId: string,
  filter: TriggerFilter,
  page: PageRequest,
): Promise<Page<TriggerRow>> {
  let rows = selectLiveTriggers(db).where('t.project_id', '=', projectId);
  if (filter.type !== undefined) rows = rows.where('t.type', '=', filter.type);
  if (filter.targetType !== undefined) rows = rows.where('t.target_type', '=', filter.targetType);
  if (filter.targetId !== undefined) rows = rows.where('t.target_id', '=', filter.targetId);
  return paginate(rows, sortByNewest('t.id'), page);
}

/** Creates a trigger with the first due time of a schedule, in a transaction. Returns its ID. */
export async function createTrigger(
  trx: Executor,
  owner: TriggerOwner,
  type: TriggerType,
  target: Target,
  { config, ...fields }: TriggerFields,
  nextRun: Date | null = null,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('triggers')
    .values({
      ...fields,
      id,
      type,
      org_id: owner.orgId,
      project_id: owner.projectId,
      target_type: target.type,
      target_id: target.id,
      config: json(config),
      created_by_type: owner.by.type === 'project' ? 'project' : 'user',
      created_by: owner.by.id,
      client_id: owner.clientId,
    })
    .execute();
  await trx.insertInto('trigger_states').values({ trigger_id: id, next_run: nextRun }).execute();
  return id;
}

/** Updates a locked trigger. Activating it resets its failures. */
export async function updateTrigger(trx: Executor, id: string, fields: Partial<TriggerFields>): Promise<void> {
  const { config, ...rest } = fields;
  await trx
    .updateTable('triggers')
    .set({
      ...rest,
      ...(config && { config: json(config) }),
      ...(rest.status !== undefined && { paused_because: null }),
      modified: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
  if (rest.status !== 'active') return;
  await trx
    .updateTable('trigger_states')
    .set({ counted_since: sql<Date>`now()` })
    .where('trigger_id', '=', id)
    .execute();
}

/** Sets the next due time of a schedule. Null for never. */
export async function setNextRun(trx: Executor, id: string, at: Date | RawBuilder<Date> | null): Promise<void> {
  await trx.updateTable('trigger_states').set({ next_run: at }).where('trigger_id', '=', id).execute();
}

function selectLiveTriggers(db: Executor) {
  return db
    .selectFrom('triggers as t')
    .innerJoin('trigger_states as s', 's.trigger_id', 't.id')
    .leftJoin('trigger_endpoints as n', 'n.trigger_id', 't.id')
    .selectAll('t')
    .select(['s.next_run', 'n.endpoint'])
    .select(
      sql<Date | null>`(select e.created from trigger_events e where e.trigger_id = t.id and e.status = 'accepted'
        order by e.id desc limit 1)`.as('last_fired'),
    )
    .where('t.deleted_at', 'is', null);
}
