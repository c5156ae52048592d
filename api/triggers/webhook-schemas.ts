import Type from 'typebox';
import { definePattern, patternProblems } from '../../src/platform/patterns.ts';
import type { TriggerRow } from '../../src/triggers/queries.ts';
import { AUTH_METHODS, getWebhookConfig } from '../../src/triggers/webhooks/config.ts';
import { findOverlapEnd } from '../../src/triggers/webhooks/secrets.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { versioned } from '../plugins/versions.ts';
import { Nullable, OneOf, Text } from '../schemas.ts';
import { TRIGGERS } from './paths.ts';
import { TRIGGER_RECORD, triggerRecord } from './schemas.ts';

export const WEBHOOKS = `${TRIGGERS}/webhook` as const;

export const AuthMethodField = OneOf(AUTH_METHODS, { description: 'Method by which senders authenticate.' });

const AuthConfigField = Type.Object(
  {
    username: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: definePattern(patternProblems.invalid_user_name, '^[^:\\x00-\\x1f]+$'),
        description: 'User name, for basic.',
      }),
    ),
    header_name: Type.Optional(
      Type.String({
        pattern: definePattern(patternProblems.invalid_header_name, "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"),
        description: 'Name of the header with the secret, for header.',
      }),
    ),
    tolerance_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description:
          'Maximum difference between the signed time and now in seconds, for stripe, slack and standard_webhooks. Default 300.',
      }),
    ),
  },
  { description: 'Settings of the authentication method.' },
);

const MappingField = Type.Record(Type.String({ minLength: 1, maxLength: 200 }), Text(500), {
  maxProperties: 100,
  description:
    'Source of each variable of the task, or of `message` of the agent: a JSON path into the body such as `$.order.id` or `$.items[*].name`, or `header:<name>`. If null, the body is the input.',
});

/** Fields of a webhook besides those of every trigger. */
export const WEBHOOK_FIELDS = {
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
      Text(500, {
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
        'Time during which a key starts no second run, in seconds. Default 86400. A repeated signed delivery starts no run for at least a day.',
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

export const WebhookTrigger = versioned(
  { table: 'triggers', path: `${WEBHOOKS}/{trigger_id}` },
  Type.Object(
    {
      ...TRIGGER_RECORD,
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
    { title: 'WebhookTrigger' },
  ),
);

/** The record of a webhook, with the secret if this request generated one. */
export async function webhookRecord(ctx: ApiContext, caller: Caller, row: TriggerRow, generatedSecret?: string) {
  return {
    ...triggerRecord(ctx, caller, row),
    ...getWebhookConfig(row),
    ...(generatedSecret !== undefined && { auth_secret: generatedSecret }),
    previous_secret_expires_at: (await findOverlapEnd(ctx.db, row.id))?.toISOString() ?? null,
  };
}

/** Response to a delivery. */
export const DeliveryResponse = Type.Object(
  {
    event_id: Type.Optional(Type.String({ format: 'uuid' })),
    status: Type.Optional(OneOf(['accepted', 'duplicate'])),
    run_id: Type.Optional(
      Nullable(
        Type.String({ format: 'uuid', description: 'ID of the run; of a duplicate, the run of the first event.' }),
      ),
    ),
    challenge: Type.Optional(Type.String({ description: 'Challenge of a Slack URL verification.' })),
  },
  { title: 'WebhookDelivery' },
);
