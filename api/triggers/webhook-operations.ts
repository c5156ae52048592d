import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import { resolveSecret, webhook } from '../../src/triggers/kinds/webhook.ts';
import { webhookProblems } from '../../src/triggers/problems.ts';
import { type TriggerRow, updateTrigger } from '../../src/triggers/queries.ts';
import { getWebhookConfig } from '../../src/triggers/webhooks/config.ts';
import { setEndpoint } from '../../src/triggers/webhooks/endpoints.ts';
import { rotateSecret } from '../../src/triggers/webhooks/secrets.ts';
import { type Input, operation } from '../operation.ts';
import { lockRunnableTrigger, reloadTrigger, TAG } from './common.ts';
import { INGRESS_OPERATIONS } from './ingress.ts';
import { triggerOfType } from './parents.ts';
import { TRIGGERS } from './paths.ts';
import { getTriggerRecord, toTriggerRecord } from './records.ts';

type WebhookInput = Pick<
  Input<never, never, never, { readonly trigger_id: TriggerRow }, string>,
  'ctx' | 'caller' | 'parents' | 'change'
>;

/** Changes a webhook, and returns its record. */
async function changeWebhook(
  { ctx, caller, parents, change }: WebhookInput,
  apply: (trx: Executor, id: string) => Promise<unknown>,
) {
  const { id } = parents.trigger_id;
  const row = await change(async (trx) => {
    const { name } = await lockRunnableTrigger(trx, caller, id, 'webhook');
    await apply(trx, id);
    await updateTrigger(trx, id, {});
    return { result: await reloadTrigger(trx, caller, id), audited: { resource: { type: 'trigger', id }, name } };
  });
  return toTriggerRecord(ctx, caller, row);
}

const regenerate = operation(
  {
    id: 'trigger.webhook.regenerate_endpoint',
    method: 'POST',
    path: `${TRIGGERS}/webhook/{trigger_id}/regenerate-endpoint`,
    tag: TAG,
    summary: 'Regenerate the endpoint of a webhook trigger',
    auth: { permission: 'project:edit' },
    request: { parents: { trigger_id: triggerOfType('webhook') }, idempotent: false },
    response: { schemas: { 200: getTriggerRecord(webhook) } },
    audit: { event: 'trigger.endpoint_regenerated' },
  },
  (input) => changeWebhook(input, setEndpoint),
);

const rotate = operation(
  {
    id: 'trigger.webhook.rotate_secret',
    method: 'POST',
    path: `${TRIGGERS}/webhook/{trigger_id}/rotate-secret`,
    tag: TAG,
    summary: 'Rotate the secret of a webhook trigger',
    description:
      'The new secret is shown only in this response. The previous one is accepted until `previous_secret_expires_at`, for a day. Returns 422 if the `auth_method` has no secret.',
    auth: { permission: 'project:edit' },
    request: { parents: { trigger_id: triggerOfType('webhook') }, idempotent: false },
    response: { schemas: { 200: getTriggerRecord(webhook) } },
    audit: { event: 'trigger.secret_rotated' },
  },
  async (input) => {
    const { auth_method } = getWebhookConfig(input.parents.trigger_id);
    const secret = resolveSecret(auth_method, undefined);
    if (secret === undefined)
      throw errors.invalid('auth_method', webhookProblems.method_without_secret({ method: auth_method }));
    const record = await changeWebhook(input, (trx, id) => rotateSecret(trx, input.ctx.ring, id, secret.value));
    return { ...record, auth_secret: secret.value };
  },
);

/** Operations of webhooks besides those of every kind. */
export const WEBHOOK_OPERATIONS = [regenerate, rotate, ...INGRESS_OPERATIONS];
