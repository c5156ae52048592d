import { pickFields } from '../../src/audit/changes.ts';
import { Problems } from '../../src/platform/errors.ts';
import type { TriggerType } from '../../src/triggers/kinds/index.ts';
import type { TriggerKind } from '../../src/triggers/kinds/kind.ts';
import { createTrigger, type TriggerOwner } from '../../src/triggers/queries.ts';
import type { TriggerConfig } from '../../src/triggers/tables.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { NOT_DELETED } from '../record-limit.ts';
import { getDatabaseNow, reloadTrigger, TAG } from './common.ts';
import { toKindPath } from './paths.ts';
import { getTriggerRecord, toTriggerRecord } from './records.ts';
import { type NewTrigger, toBodySchema } from './schemas.ts';
import { assertRevisionAllowed, assertTargetAllowed } from './target.ts';

const EXAMPLE_TARGET = { target_type: 'task', target_id: '0190a000-0000-7000-8000-000000000000' };

/** The operation that creates a trigger of a kind. */
export function createCreateOperation(kind: TriggerKind<TriggerType>) {
  const { type, auditedOnCreate } = kind;
  return operation(
    {
      id: `trigger.${type}.create`,
      method: 'POST',
      path: toKindPath(type),
      tag: TAG,
      summary: `Create a ${type} trigger`,
      description: kind.descriptions.create,
      recordLimit: { table: 'triggers', label: 'triggers', condition: NOT_DELETED },
      auth: { permission: 'project:edit' },
      request: {
        body: toBodySchema(kind),
        checks: async ({ ctx, caller, body }) => assertValid(kind, ctx, caller, body, await getDatabaseNow(ctx.db)),
        idempotent: false,
        example: { ...EXAMPLE_TARGET, ...kind.example },
      },
      response: { schemas: { 200: getTriggerRecord(kind) } },
      audit: { event: 'trigger.created' },
    },
    async ({ ctx, caller, body, change }) => {
      const { name, description = '', status = 'active', task_agent_revision_id = null } = body;
      const target = { type: body.target_type, id: body.target_id };
      const config = kind.toConfig(undefined, body) as TriggerConfig;
      const now = await getDatabaseNow(ctx.db);
      await assertValid(kind, ctx, caller, body, now);
      const next = await kind.findNextRun?.({ status, config, now, nextRun: null, changed: undefined });
      const { row, secrets } = await change(async (trx) => {
        const fields = { name, description, status, task_agent_revision_id, config };
        const id = await createTrigger(trx, toTriggerOwner(caller), type, target, fields, next ?? null);
        const stored = (await kind.store?.(trx, ctx.ring, id, config, body, true)) ?? {};
        const payload = {
          type,
          target_type: target.type,
          target_id: target.id,
          ...pickFields(config, auditedOnCreate),
        };
        return {
          result: { row: await reloadTrigger(trx, caller, id), secrets: stored },
          audited: { resource: { type: 'trigger', id }, name, payload },
        };
      });
      return { ...(await toTriggerRecord(ctx, caller, row)), ...secrets };
    },
  );
}

/** Validates what the schema cannot, even if some fields are missing. Throws a 422 with all problems. */
async function assertValid(
  kind: TriggerKind<TriggerType>,
  { db }: ApiContext,
  caller: Caller,
  body: Partial<NewTrigger>,
  now: Date,
): Promise<void> {
  const { target_type: type, target_id: id, task_agent_revision_id: revisionId = null } = body;
  const problems = new Problems();
  await problems.run(() => kind.assertSettings({ body, before: undefined, targetType: type, now }));
  if (type !== undefined && id !== undefined) {
    const target = { type, id };
    const isAllowed = await problems.run(async () => {
      await assertTargetAllowed(db, caller, target);
      return true;
    });
    if (isAllowed) {
      await problems.run(() => assertRevisionAllowed(db, caller, target, revisionId));
      await problems.run(async () => kind.assertTarget?.(db, caller.projectId, target, body, undefined));
    }
  }
  problems.throwIfAny();
}

/** Returns the owner of a trigger that a caller creates. */
function toTriggerOwner(caller: Caller): TriggerOwner {
  const { orgId, projectId, subject, clientId } = caller;
  return { orgId, projectId, by: subject, clientId };
}
