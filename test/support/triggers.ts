import { newId } from '../../src/platform/ids.ts';
import { insertTriggerEvent } from '../../src/triggers/events.ts';
import { createTrigger } from '../../src/triggers/queries.ts';
import type { Tenant, World } from './client.ts';

/** Stores a trigger that nothing fires. Returns its id. */
export function addTrigger(
  { db }: Pick<World, 'db'>,
  { orgId, projectId, userId }: Pick<Tenant, 'orgId' | 'projectId' | 'userId'>,
  target: Parameters<typeof createTrigger>[3],
  type: Parameters<typeof createTrigger>[2] = 'webhook',
): Promise<string> {
  const owner = { orgId, projectId, by: { type: 'user', id: userId }, clientId: null };
  const rest = { description: '', status: 'active', task_agent_revision_id: null, config: {} } as const;
  return db.transaction().execute((trx) => createTrigger(trx, owner, type, target, { name: 'Stored', ...rest }));
}

/** Stores an event of a trigger that started nothing. Returns its id. */
export async function addTriggerEvent(
  { db }: Pick<World, 'db'>,
  { projectId }: Pick<Tenant, 'projectId'>,
  triggerId: string,
): Promise<string> {
  const id = newId();
  const trigger = { id: triggerId, project_id: projectId };
  await insertTriggerEvent(db, { id, trigger, status: 'rejected', counted: false });
  return id;
}
