import Type from 'typebox';
import { toChangePayload } from '../../src/audit/changes.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { Problems } from '../../src/platform/errors.ts';
import { omitUndefined } from '../../src/platform/omit-undefined.ts';
import type { TriggerType } from '../../src/triggers/kinds/index.ts';
import type { TriggerKind } from '../../src/triggers/kinds/kind.ts';
import { setNextRun, type TriggerRow, updateTrigger } from '../../src/triggers/queries.ts';
import type { TriggerConfig } from '../../src/triggers/tables.ts';
import type { Caller } from '../caller.ts';
import { assertImmutableFields } from '../immutable-fields.ts';
import { operation } from '../operation.ts';
import { getDatabaseNow, lockRunnableTrigger, reloadTrigger, TAG } from './common.ts';
import { triggerOfType } from './parents.ts';
import { toKindPath } from './paths.ts';
import { getTriggerRecord, toTriggerRecord } from './records.ts';
import { type NewTrigger, toBodySchema } from './schemas.ts';
import { assertRevisionAllowed } from './target.ts';

/** The operation that updates a trigger of a kind. */
export function createUpdateOperation(kind: TriggerKind<TriggerType>) {
  const { type, secretField } = kind;
  return operation(
    {
      id: `trigger.${type}.update`,
      method: 'POST',
      path: `${toKindPath(type)}/{trigger_id}`,
      tag: TAG,
      summary: `Update a ${type} trigger`,
      description: kind.descriptions.update,
      auth: { permission: 'project:edit' },
      request: {
        checks: 'dry-run',
        body: Type.Partial(toBodySchema(kind)),
        parents: { trigger_id: triggerOfType(type) },
        idempotent: false,
        example: { status: 'paused' },
      },
      response: { schemas: { 200: getTriggerRecord(kind) } },
      audit: { event: 'trigger.updated' },
    },
    async ({ ctx, caller, parents, body, change }) => {
      const { id } = parents.trigger_id;
      const { name, description, status, task_agent_revision_id } = body;
      const fields = omitUndefined({ name, description, status, task_agent_revision_id });
      const hasSecret = secretField !== undefined && Reflect.get(body, secretField) !== undefined;
      const row = await change(async (trx) => {
        const locked = await lockRunnableTrigger(trx, caller, id, type);
        const before = { ...locked, ...locked.config };
        const config = kind.toConfig(locked.config, body) as TriggerConfig;
        const changes = toChangePayload(before, { ...fields, ...config }, kind.auditedFields);
        const now = await getDatabaseNow(trx);
        await assertValidChange(kind, trx, caller, { locked, body, changed: changes.changed, now });
        if (changes.changed.length === 0 && !hasSecret) return { result: locked, audited: 'unchanged' };
        await updateTrigger(trx, id, { ...fields, config });
        await kind.store?.(trx, ctx.ring, id, config, body, false);
        const { next_run: nextRun } = locked;
        const after = { ...locked, ...fields };
        const state = { status: after.status, config, now, nextRun, changed: changes.changed };
        const next = await kind.findNextRun?.(state);
        if (next !== undefined) await setNextRun(trx, id, next);
        const payload = secretField === undefined ? changes : { ...changes, secret: hasSecret };
        const audited = { resource: { type: 'trigger', id }, name: name ?? locked.name, payload };
        return { result: await reloadTrigger(trx, caller, id), audited };
      });
      return toTriggerRecord(ctx, caller, row);
    },
  );
}

interface RequestedChange {
  readonly locked: TriggerRow;
  readonly body: Partial<NewTrigger>;
  /** Names of changed fields. */
  readonly changed: readonly string[];
  readonly now: Date;
}

/** Validates a change beyond the schema. Throws a 422 with all problems. */
async function assertValidChange(
  kind: TriggerKind<TriggerType>,
  trx: Executor,
  caller: Caller,
  { locked, body, changed, now }: RequestedChange,
): Promise<void> {
  const target = { type: locked.target_type, id: locked.target_id };
  const revisionId =
    body.task_agent_revision_id === undefined ? locked.task_agent_revision_id : body.task_agent_revision_id;
  const immutable = [...kind.immutableFields, 'target_type', 'target_id'];
  const problems = new Problems();
  await problems.run(() =>
    assertImmutableFields({ ...locked, ...locked.config }, body, immutable, 'make another trigger'),
  );
  await problems.run(() => kind.assertSettings({ body, before: locked.config, targetType: locked.target_type, now }));
  await problems.run(() => assertRevisionAllowed(trx, caller, target, revisionId));
  await problems.run(async () => kind.assertTarget?.(trx, caller.projectId, target, body, changed));
  problems.throwIfAny();
}
