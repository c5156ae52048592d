import { type Selectable, sql } from 'kysely';
import { type Executor, json, jsonOrNull } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { newId } from '../../platform/ids.ts';
import type { ForwarderStatus } from './contract.ts';
import { forwarderFailures } from './failures.ts';
import type { ForwarderConfig } from './kinds/kind.ts';
import type { TaskForwarderStatesTable, TaskForwardersTable } from './tables.ts';

/** A forwarder with its state. */
export type ForwarderRow = Selectable<TaskForwardersTable> & Omit<Selectable<TaskForwarderStatesTable>, 'forwarder_id'>;

/** Owner of a forwarder. */
interface ForwarderOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly subject: { readonly type: string; readonly id: string };
}

/** Editable fields of a forwarder. */
export interface ForwarderFields {
  readonly name: string;
  readonly config: ForwarderConfig;
}

/** Finds a live forwarder of the project. */
export function findForwarder(db: Executor, projectId: string, id: string): Promise<ForwarderRow | undefined> {
  return selectLive(db).where('f.project_id', '=', projectId).where('f.id', '=', id).executeTakeFirst();
}

/** Locks a forwarder against edits until the transaction ends. Runs can still end. */
export async function lockForwarder(trx: Executor, projectId: string, id: string): Promise<ForwarderRow | undefined> {
  // Locks the row first, so the following read sees its current state.
  await sql`select 1 from task_forwarders where id = ${id} for no key update`.execute(trx);
  return findForwarder(trx, projectId, id);
}

/** Lists the forwarders of a project, newest first. */
export function listForwarders(db: Executor, projectId: string, page: PageRequest): Promise<Page<ForwarderRow>> {
  return paginate(selectLive(db).where('f.project_id', '=', projectId), sortByNewest('f.id'), page);
}

/** Creates a forwarder. Use it in a transaction. */
export async function createForwarder(
  trx: Executor,
  { orgId, projectId, subject }: ForwarderOwner,
  type: string,
  { name, config }: ForwarderFields,
): Promise<string> {
  const id = newId();
  const scope = { org_id: orgId, project_id: projectId, created_by_type: subject.type, created_by: subject.id };
  await trx
    .insertInto('task_forwarders')
    .values({ id, ...scope, type, name, config: json(config) })
    .execute();
  await trx.insertInto('task_forwarder_states').values({ forwarder_id: id }).execute();
  return id;
}

/** Updates a forwarder that the transaction has locked. */
export async function updateForwarder(trx: Executor, id: string, fields: Partial<ForwarderFields>): Promise<void> {
  const { config, ...rest } = fields;
  await trx
    .updateTable('task_forwarders')
    .set({ ...rest, ...(config && { config: json(config) }), modified: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Pauses a forwarder, or resumes it and clears its failures. */
export async function setForwarderStatus(trx: Executor, id: string, status: ForwarderStatus): Promise<void> {
  const paused = status === 'paused';
  await sql`update task_forwarder_states set status = ${status}, reason = ${jsonOrNull(paused ? forwarderFailures.paused_by_editor : null)},
      paused_at = ${paused ? sql`now()` : null}, failing_since = null
    where forwarder_id = ${id}`.execute(trx);
}

/** Deletes a forwarder. Its row stays for past deliveries. Pending deliveries are given up. */
export async function deleteForwarder(trx: Executor, id: string): Promise<void> {
  await trx.updateTable('task_forwarders').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute();
  await sql`update forward_deliveries set status = 'failed', due_at = null, reason = ${json(forwarderFailures.forwarder_deleted)}
    where forwarder_id = ${id} and status = 'pending'`.execute(trx);
}

function selectLive(db: Executor) {
  return db
    .selectFrom('task_forwarders as f')
    .innerJoin('task_forwarder_states as s', 's.forwarder_id', 'f.id')
    .selectAll('f')
    .select(['s.status', 's.reason', 's.paused_at', 's.failing_since', 's.last_delivered'])
    .where('f.deleted_at', 'is', null);
}
