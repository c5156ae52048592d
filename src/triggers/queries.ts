import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Executor, json } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import type { SubjectRef } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { findProject } from '../projects/queries.ts';
import type { Target, TargetType, TriggerType } from './contract.ts';
import type { TriggersTable } from './tables.ts';

/** A trigger with what stands with it. */
export interface TriggerRow extends Selectable<TriggersTable> {
  readonly next_run: Date | null;
  /** When it last started a run. */
  readonly last_fired: Date | null;
  /** Last part of the address that deliveries for it arrive at; null where none do. */
  readonly endpoint: string | null;
}

/** What people say of a trigger. */
export type TriggerFields = Pick<TriggerRow, 'name' | 'description' | 'status' | 'task_agent_revision_id' | 'config'>;

/** Whose a trigger is, and in whose name it runs. */
export interface TriggerOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly by: SubjectRef;
  /** OAuth client that makes it as its project; null for a user's. */
  readonly clientId: string | null;
}

/** A live trigger of the project, of one type where it is given. */
export function findTrigger(
  db: Executor,
  projectId: string,
  id: string,
  type?: TriggerType,
): Promise<TriggerRow | undefined> {
  const found = selectLiveTriggers(db).where('t.project_id', '=', projectId).where('t.id', '=', id);
  return (type === undefined ? found : found.where('t.type', '=', type)).executeTakeFirst();
}

/** A live trigger of the project, which nobody else edits until the transaction ends; it fires meanwhile. */
export async function lockTrigger(
  trx: Executor,
  projectId: string,
  id: string,
  type: TriggerType,
): Promise<TriggerRow | undefined> {
  // The row alone is locked first: what is read with it is read as it is once the lock is held.
  await sql`select from triggers where id = ${id} for no key update`.execute(trx);
  return findTrigger(trx, projectId, id, type);
}

/** A trigger that may fire, wherever it is: its project and organization are there. */
export async function findFiringTrigger(
  db: Executor,
  by: { readonly id: string } | { readonly endpoint: string },
): Promise<TriggerRow | undefined> {
  const found = selectLiveTriggers(db);
  const trigger = await ('id' in by
    ? found.where('t.id', '=', by.id)
    : found.where('n.endpoint', '=', by.endpoint)
  ).executeTakeFirst();
  return trigger && (await findProject(db, trigger.org_id, trigger.project_id)) && trigger;
}

export interface TriggerFilter {
  readonly type?: TriggerType;
  readonly targetType?: TargetType;
  readonly targetId?: string;
}

/** Live triggers of a project, the newest first. */
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

/** Makes a trigger, a schedule with the time that it is due first; belongs into a transaction. Answers its id. */
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

/** Changes a trigger that the transaction has locked. One that a person sets active begins anew: no earlier failure counts. */
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

/** Says when a schedule is due next; null for never. */
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
