import Type, { type Static } from 'typebox';
import { toChangePayload } from '../../src/audit/changes.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors, orNotFound, Problems } from '../../src/platform/errors.ts';
import { omitUndefined } from '../../src/platform/omit-undefined.ts';
import { webhookProblems } from '../../src/triggers/problems.ts';
import * as triggers from '../../src/triggers/queries.ts';
import { type AuthMethod, getWebhookConfig, type WebhookConfig } from '../../src/triggers/webhooks/config.ts';
import { setEndpoint } from '../../src/triggers/webhooks/endpoints.ts';
import { assertKeySigned, assertValidPaths } from '../../src/triggers/webhooks/input.ts';
import { assertValidAuthConfig, METHODS } from '../../src/triggers/webhooks/methods.ts';
import { generateSecret, rotateSecret, setSecret } from '../../src/triggers/webhooks/secrets.ts';
import type { Caller } from '../caller.ts';
import { assertImmutableFields } from '../immutable-fields.ts';
import { operation } from '../operation.ts';
import { Id, OneOf, PlainName } from '../schemas.ts';
import { TAG, triggerOperations } from './common.ts';
import { toTriggerOwner } from './owner.ts';
import { triggerOfType } from './parents.ts';
import { NEW_TRIGGER, TRIGGER_FIELDS } from './schemas.ts';
import { assertRevisionAllowed, assertTargetAllowed } from './target.ts';
import { AuthMethodField, WEBHOOK_FIELDS, WEBHOOKS, WebhookTrigger, webhookRecord } from './webhook-schemas.ts';

/** Fields whose values audit events contain. */
const SHOWN = [
  'name',
  'status',
  'task_agent_revision_id',
  'auth_method',
  'idempotency_ttl_seconds',
  'include_raw_payload',
];
const DAY_SECONDS = 86_400;

const CreateBody = Type.Object({
  ...NEW_TRIGGER,
  auth_method: AuthMethodField,
  ...TRIGGER_FIELDS,
  ...WEBHOOK_FIELDS,
});

const create = operation(
  {
    id: 'trigger.webhook.create',
    method: 'POST',
    path: WEBHOOKS,
    tag: TAG,
    summary: 'Create a webhook trigger',
    description:
      'Each delivery to its endpoint runs a task or an agent in the name of the creator. The creator must be allowed to run the target now and at each delivery. An omitted secret is generated and shown only in this response.',
    auth: { permission: 'project:edit' },
    request: {
      body: CreateBody,
      checks: ({ ctx, caller, body }) => assertValidNew(ctx.db, caller, body),
      idempotent: false,
      example: {
        name: 'New issues',
        target_type: 'task',
        target_id: '0190a000-0000-7000-8000-000000000000',
        auth_method: 'github',
        payload_mapping: { text: '$.issue.title' },
      },
    },
    response: { schemas: { 200: WebhookTrigger } },
    audit: { event: 'trigger.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const { name, description = '', status = 'active', task_agent_revision_id = null, auth_method } = body;
    const target = { type: body.target_type, id: body.target_id };
    const config = toConfig({ auth_method, ...DEFAULT_CONFIG }, body);
    await assertValidNew(ctx.db, caller, body);
    const secret = resolveSecret(auth_method, body.auth_secret);
    const row = await change(async (trx) => {
      await assertTargetAllowed(trx, caller, target);
      await assertRevisionAllowed(trx, caller, target, task_agent_revision_id);
      const fields = { name, description, status, task_agent_revision_id, config: { ...config } };
      const id = await triggers.createTrigger(trx, toTriggerOwner(caller), 'webhook', target, fields);
      await setEndpoint(trx, id);
      if (secret) await setSecret(trx, ctx.ring, id, secret.value);
      const payload = { type: 'webhook', target_type: target.type, target_id: target.id, auth_method };
      return {
        result: await reloadTrigger(trx, caller, id),
        audited: { resource: { type: 'trigger', id }, name, payload },
      };
    });
    return webhookRecord(ctx, caller, row, secret?.isMade ? secret.value : undefined);
  },
);

const DEFAULT_CONFIG = {
  auth_config: {},
  idempotency_key_path: null,
  idempotency_ttl_seconds: DAY_SECONDS,
  include_raw_payload: false,
  payload_mapping: null,
};

const ConfigBody = Type.Object(WEBHOOK_FIELDS);

/** Merges a body into the settings of a webhook. */
function toConfig(before: WebhookConfig, body: Static<typeof ConfigBody>): WebhookConfig {
  const { auth_config, idempotency_key_path, idempotency_ttl_seconds, include_raw_payload, payload_mapping } = body;
  const said = { auth_config, idempotency_key_path, idempotency_ttl_seconds, include_raw_payload, payload_mapping };
  return { ...before, ...omitUndefined(said) };
}

/** Validates what the schema cannot, even if some fields are missing. Throws a 422 with all problems. */
async function assertValidNew(db: Executor, caller: Caller, body: Partial<Static<typeof CreateBody>>): Promise<void> {
  const {
    auth_method,
    auth_secret,
    target_type: type,
    target_id: id,
    task_agent_revision_id: revisionId = null,
  } = body;
  const problems = new Problems();
  if (auth_method !== undefined) {
    const config = toConfig({ auth_method, ...DEFAULT_CONFIG }, body);
    await problems.run(() => assertValidConfig(type, config));
    await problems.run(() => assertKeySigned(config));
    await problems.run(() => void resolveSecret(auth_method, auth_secret));
  }
  if (type !== undefined && id !== undefined) {
    const target = { type, id };
    await problems.run(async () => {
      await assertTargetAllowed(db, caller, target);
      await assertRevisionAllowed(db, caller, target, revisionId);
    });
  }
  problems.throwIfAny();
}

/** Throws a 422 for incompatible settings or invalid paths. */
async function assertValidConfig(targetType: string | undefined, config: WebhookConfig): Promise<void> {
  const problems = new Problems();
  await problems.run(() => assertValidAuthConfig(config.auth_method, config.auth_config));
  await problems.run(() => assertValidPaths(config));
  const others = Object.keys(config.payload_mapping ?? {}).filter((name) => name !== 'message');
  if (targetType === 'task_agent')
    for (const name of others)
      problems.add(errors.invalid(['payload_mapping', name], webhookProblems.mapping_not_message).problems);
  problems.throwIfAny();
}

/** Returns the given secret of a method, or generates one. */
function resolveSecret(method: AuthMethod, value: string | undefined) {
  const { hasSecret, assertValidSecret: checkSecret } = METHODS[method];
  if (!hasSecret && value !== undefined)
    throw errors.invalid('auth_secret', webhookProblems.secret_not_used({ method }));
  if (!hasSecret) return undefined;
  if (value !== undefined) checkSecret(value);
  return { value: value ?? generateSecret(method), isMade: value === undefined };
}

const update = operation(
  {
    id: 'trigger.webhook.update',
    method: 'POST',
    path: `${WEBHOOKS}/{trigger_id}`,
    tag: TAG,
    summary: 'Update a webhook trigger',
    description:
      'A new auth_secret replaces all earlier secrets at once; rotate-secret keeps the previous one for a day. Setting status to active resets the count of failures.',
    auth: { permission: 'project:edit' },
    request: {
      body: Type.Object({
        name: Type.Optional(PlainName()),
        ...TRIGGER_FIELDS,
        ...WEBHOOK_FIELDS,
        auth_method: Type.Optional(AuthMethodField),
        target_type: Type.Optional(OneOf(['task', 'task_agent'])),
        target_id: Type.Optional(Id),
      }),
      parents: { trigger_id: triggerOfType('webhook') },
      idempotent: false,
      example: { status: 'paused' },
    },
    response: { schemas: { 200: WebhookTrigger } },
    audit: { event: 'trigger.updated' },
  },
  async ({ ctx, caller, parents, body, change }) => {
    const { id } = parents.trigger_id;
    const row = await change(async (trx) => {
      const locked = await lockRunnableTrigger(trx, caller, id);
      const before = getWebhookConfig(locked);
      assertImmutableFields(
        { ...locked, ...before },
        body,
        ['auth_method', 'target_type', 'target_id'],
        'make another trigger',
      );
      const { name, description, status, task_agent_revision_id } = body;
      const fields = omitUndefined({ name, description, status, task_agent_revision_id });
      const config = toConfig(before, body);
      const target = { type: locked.target_type, id: locked.target_id };
      const problems = new Problems();
      await problems.run(() => assertValidConfig(locked.target_type, config));
      // A path that was stored before this rule stays: a digest of the signed content keeps its deliveries apart.
      if (config.idempotency_key_path !== before.idempotency_key_path)
        await problems.run(() => assertKeySigned(config));
      const secret = await problems.run(() =>
        body.auth_secret === undefined ? undefined : resolveSecret(before.auth_method, body.auth_secret),
      );
      await problems.run(() =>
        assertRevisionAllowed(trx, caller, target, { ...locked, ...fields }.task_agent_revision_id),
      );
      problems.throwIfAny();
      const changes = toChangePayload({ ...locked, ...before }, { ...fields, ...config }, SHOWN);
      if (changes.changed.length === 0 && !secret) return { result: locked, audited: 'unchanged' };
      await triggers.updateTrigger(trx, id, { ...fields, config: { ...config } });
      if (secret) await setSecret(trx, ctx.ring, id, secret.value);
      const payload = { ...changes, secret: secret !== undefined };
      const audited = { resource: { type: 'trigger', id }, name: name ?? locked.name, payload };
      return { result: await reloadTrigger(trx, caller, id), audited };
    });
    return webhookRecord(ctx, caller, row);
  },
);

const regenerate = operation(
  {
    id: 'trigger.webhook.regenerate_endpoint',
    method: 'POST',
    path: `${WEBHOOKS}/{trigger_id}/regenerate-endpoint`,
    tag: TAG,
    summary: 'Regenerate the endpoint of a webhook trigger',
    auth: { permission: 'project:edit' },
    request: { parents: { trigger_id: triggerOfType('webhook') }, idempotent: false },
    response: { schemas: { 200: WebhookTrigger } },
    audit: { event: 'trigger.endpoint_regenerated' },
  },
  async ({ ctx, caller, parents, change }) => {
    const { id } = parents.trigger_id;
    const row = await change(async (trx) => {
      const { name } = await lockRunnableTrigger(trx, caller, id);
      await setEndpoint(trx, id);
      await triggers.updateTrigger(trx, id, {});
      return { result: await reloadTrigger(trx, caller, id), audited: { resource: { type: 'trigger', id }, name } };
    });
    return webhookRecord(ctx, caller, row);
  },
);

const rotate = operation(
  {
    id: 'trigger.webhook.rotate_secret',
    method: 'POST',
    path: `${WEBHOOKS}/{trigger_id}/rotate-secret`,
    tag: TAG,
    summary: 'Rotate the secret of a webhook trigger',
    description:
      'The new secret is shown only in this response. The previous one is accepted until `previous_secret_expires_at`, for a day. An auth_method without a secret is a 422.',
    auth: { permission: 'project:edit' },
    request: { parents: { trigger_id: triggerOfType('webhook') }, idempotent: false },
    response: { schemas: { 200: WebhookTrigger } },
    audit: { event: 'trigger.secret_rotated' },
  },
  async ({ ctx, caller, parents, change }) => {
    const { id } = parents.trigger_id;
    const { auth_method } = getWebhookConfig(parents.trigger_id);
    const secret = resolveSecret(auth_method, undefined);
    if (secret === undefined)
      throw errors.invalid('auth_method', webhookProblems.method_without_secret({ method: auth_method }));
    const row = await change(async (trx) => {
      const { name } = await lockRunnableTrigger(trx, caller, id);
      await rotateSecret(trx, ctx.ring, id, secret.value);
      await triggers.updateTrigger(trx, id, {});
      return { result: await reloadTrigger(trx, caller, id), audited: { resource: { type: 'trigger', id }, name } };
    });
    return webhookRecord(ctx, caller, row, secret.value);
  },
);

/** Locks a webhook whose endpoint or secret the response shows. Throws if the caller cannot run its target. */
async function lockRunnableTrigger(trx: Executor, caller: Caller, id: string): Promise<triggers.TriggerRow> {
  const locked = orNotFound(await triggers.lockTrigger(trx, caller.projectId, id, 'webhook'), 'trigger', id);
  await assertTargetAllowed(trx, caller, { type: locked.target_type, id: locked.target_id });
  return locked;
}

async function reloadTrigger(trx: Executor, { projectId }: { readonly projectId: string }, id: string) {
  return orNotFound(await triggers.findTrigger(trx, projectId, id), 'trigger', id);
}

const COMMON = triggerOperations({ type: 'webhook', path: WEBHOOKS, Record: WebhookTrigger, record: webhookRecord });

export const WEBHOOK_OPERATIONS = [create, update, ...COMMON, regenerate, rotate];
