import Type from 'typebox';
import { errors, Problems } from '../../platform/errors.ts';
import { omitUndefined } from '../../platform/omit-undefined.ts';
import { definePattern, patternProblems } from '../../platform/patterns.ts';
import { BoundedText, Nullable, StringEnum } from '../../platform/schemas.ts';
import { webhookProblems } from '../problems.ts';
import { AUTH_METHODS, type AuthMethod, getWebhookConfig, type WebhookConfig } from '../webhooks/config.ts';
import { setEndpoint } from '../webhooks/endpoints.ts';
import { assertKeySigned, assertValidPaths } from '../webhooks/input.ts';
import { assertValidAuthConfig, METHODS } from '../webhooks/methods.ts';
import { findOverlapEnd, generateSecret, setSecret } from '../webhooks/secrets.ts';
import type { TriggerKind } from './kind.ts';

const AuthMethodField = StringEnum(AUTH_METHODS, { description: 'Method by which senders authenticate.' });

const AuthConfigField = Type.Object(
  {
    username: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: definePattern(patternProblems.invalid_user_name, '^[^:\\x00-\\x1f]+$'),
        description: 'User name, for `basic`.',
      }),
    ),
    header_name: Type.Optional(
      Type.String({
        pattern: definePattern(patternProblems.invalid_header_name, "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"),
        description: 'Name of the header with the secret, for `header`.',
      }),
    ),
    tolerance_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description:
          'Maximum difference between the signed time and now in seconds, for `stripe`, `slack` and `standard_webhooks`. Default 300.',
      }),
    ),
  },
  { description: 'Settings of the authentication method.' },
);

const MappingField = Type.Record(Type.String({ minLength: 1, maxLength: 200 }), BoundedText(500), {
  maxProperties: 100,
  description:
    'Source of each variable of the task, or of `message` of the agent: a JSON path into the body such as `$.order.id` or `$.items[*].name`, or `header:<name>`. If null, the body is the input.',
});

const FIELDS = {
  auth_method: AuthMethodField,
  auth_config: Type.Optional(AuthConfigField),
  auth_secret: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 500,
      pattern: definePattern(patternProblems.unprintable_text, '^[\\x21-\\x7e]+$'),
      description: 'Secret shared with the senders. Generated and shown once if omitted. Write-only.',
    }),
  ),
  idempotency_key_path: Type.Optional(
    Nullable(
      BoundedText(500, {
        description:
          'Source of the idempotency key of a delivery: a JSON path to one value of the body, or `header:<name>`. If null, the default of the method, or `header:idempotency-key`. For signed deliveries, the signature must cover the header.',
      }),
    ),
  ),
  idempotency_ttl_seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_592_000,
      description:
        'Seconds during which a repeated key starts no second run. Default 86400; at least a day for signed deliveries.',
    }),
  ),
  include_raw_payload: Type.Optional(
    Type.Boolean({
      description:
        'Whether the raw body is added: to a task as `raw_payload`, to an agent at the end of its message. Default false.',
    }),
  ),
  payload_mapping: Type.Optional(Nullable(MappingField)),
};

const DAY_SECONDS = 86_400;

const DEFAULT_CONFIG = {
  auth_config: {},
  idempotency_key_path: null,
  idempotency_ttl_seconds: DAY_SECONDS,
  include_raw_payload: false,
  payload_mapping: null,
};

/** Fields of a body that are settings, or the secret. */
type Fields = Partial<WebhookConfig> & { readonly auth_secret?: string };

/** Starts a run with each delivery to its endpoint. */
export const webhook: TriggerKind<'webhook', WebhookConfig> = {
  type: 'webhook',
  title: 'WebhookTrigger',
  descriptions: {
    create:
      'Each delivery to its endpoint runs a task or an agent on behalf of the creator. The creator must be allowed to run the target now and at each delivery. An omitted secret is generated and shown only in this response.',
    update:
      'A new `auth_secret` replaces all earlier secrets at once; `rotate-secret` keeps the previous one for a day. Setting `status` to `active` resets the number of failures.',
  },
  example: { name: 'New issues', auth_method: 'github', payload_mapping: { text: '$.issue.title' } },
  fields: FIELDS,
  record: {
    auth_method: AuthMethodField,
    auth_config: AuthConfigField,
    auth_secret: Type.Optional(Type.String({ description: 'Secret; only in the response that generated it.' })),
    previous_secret_expires_at: Nullable(
      Type.String({ format: 'date-time', description: 'Time until which the previous secret is accepted, or null.' }),
    ),
    idempotency_key_path: Nullable(Type.String()),
    idempotency_ttl_seconds: Type.Integer(),
    include_raw_payload: Type.Boolean(),
    payload_mapping: Nullable(MappingField),
  },
  listsEvents: false,
  inputFromOutside: true,
  auditedFields: [
    'name',
    'status',
    'task_agent_revision_id',
    'auth_method',
    'idempotency_ttl_seconds',
    'include_raw_payload',
  ],
  auditedOnCreate: ['auth_method'],
  immutableFields: ['auth_method'],
  secretField: 'auth_secret',
  toConfig,
  async assertSettings({ body, before, targetType }) {
    const { auth_method: method = before?.auth_method, auth_secret: secret } = body as Fields;
    if (method === undefined) return;
    const config = toConfig(before, { ...body, auth_method: method });
    const problems = new Problems();
    await problems.run(() => assertValidConfig(targetType, config));
    // A path that was stored before this rule stays: a digest of the signed content keeps its deliveries apart.
    if (config.idempotency_key_path !== before?.idempotency_key_path) await problems.run(() => assertKeySigned(config));
    if (before === undefined || secret !== undefined) await problems.run(() => void resolveSecret(method, secret));
    problems.throwIfAny();
  },
  async toRecord(db, trigger) {
    const overlapEnd = await findOverlapEnd(db, trigger.id);
    return { ...getWebhookConfig(trigger), previous_secret_expires_at: overlapEnd?.toISOString() ?? null };
  },
  isEndpointSecret: (trigger) => getWebhookConfig(trigger).auth_method === 'none',
  async store(trx, ring, id, { auth_method }, body, isNew) {
    const { auth_secret } = body as Fields;
    if (isNew) await setEndpoint(trx, id);
    else if (auth_secret === undefined) return {};
    const secret = resolveSecret(auth_method, auth_secret);
    if (secret) await setSecret(trx, ring, id, secret.value);
    return secret?.isGenerated ? { auth_secret: secret.value } : {};
  },
};

/** Merges a body into the settings of a webhook. */
function toConfig(before: WebhookConfig | undefined, body: Readonly<Record<string, unknown>>): WebhookConfig {
  const { auth_config, idempotency_key_path, idempotency_ttl_seconds, include_raw_payload, payload_mapping } =
    body as Fields;
  const given = { auth_config, idempotency_key_path, idempotency_ttl_seconds, include_raw_payload, payload_mapping };
  const unchanged = before ?? { auth_method: (body as Fields).auth_method ?? 'none', ...DEFAULT_CONFIG };
  return { ...unchanged, ...omitUndefined(given) };
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

/** Returns the given secret of a method, or generates one. Undefined for a method without a secret. */
export function resolveSecret(method: AuthMethod, value: string | undefined) {
  const { hasSecret, assertValidSecret } = METHODS[method];
  if (!hasSecret && value !== undefined)
    throw errors.invalid('auth_secret', webhookProblems.secret_not_used({ method }));
  if (!hasSecret) return undefined;
  if (value !== undefined) assertValidSecret(value);
  return { value: value ?? generateSecret(method), isGenerated: value === undefined };
}
