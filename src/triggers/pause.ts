import { type AuditEvent, SYSTEM } from '../audit/chain.ts';
import { change } from '../audit/change.ts';
import { type Db, json } from '../platform/db/client.ts';
import type { RunError } from '../runs/contract.ts';
import { setNextRun, type TriggerRow } from './queries.ts';

/** Pauses a trigger that keeps failing, once, with the reason. */
export async function pauseTrigger(db: Db, trigger: TriggerRow, why: RunError): Promise<void> {
  await change(db, async (trx) => {
    const paused = await trx
      .updateTable('triggers')
      .set({ status: 'paused', paused_because: json(why) })
      .where('id', '=', trigger.id)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!paused) return { result: undefined, audited: 'unchanged' };
    await setNextRun(trx, trigger.id, null);
    const audited: AuditEvent = {
      scope: { orgId: trigger.org_id, projectId: trigger.project_id },
      actor: SYSTEM,
      type: 'trigger.paused',
      resource: { type: 'trigger', id: trigger.id },
      message: `trigger paused: ${trigger.name.slice(0, 200)}`,
      payload: { ...why },
      requestId: null,
      ipAddress: null,
      audience: { permission: 'project:view', of: trigger.project_id },
    };
    return { result: undefined, audited };
  });
}
