import Type from 'typebox';
import { patternFor, patternProblems } from '../../src/platform/patterns.ts';
import type { TriggerRow } from '../../src/triggers/queries.ts';
import { AUTH_METHODS, webhookConfig } from '../../src/triggers/webhooks/config.ts';
import { overlapEnd } from '../../src/triggers/webhooks/secrets.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { versioned } from '../plugins/versions.ts';
import { Nullable, OneOf, Text } from '../schemas.ts';
import { TRIGGERS } from './paths.ts';
import { TRIGGER_RECORD, triggerRecord } from './schemas.ts';

export const WEBHOOKS = `${TRIGGERS}/webhook` as const;

export const AuthMethodField = OneOf(AUTH_METHODS, { description: 'how senders prove themselves' });

const AuthConfigField = Type.Object(
  {
    username: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: patternFor(patternProblems.invalid_user_name, '^[^:\\x00-\\x1f]+$'),
        description: 'basic: the user name',
      }),
    ),
    header_name: Type.Optional(
      Type.String({
        pattern: patternFor(patternProblems.invalid_header_name, "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"),
        description: 'header: the header that holds the secret',
      }),
    ),
    tolerance_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description: 'stripe, slack, standard_webhooks: seconds that the signed time may be away from now; 300',
      }),
    ),
  },
  { description: 'what the method has to know besides the secret; each takes its own' },
);

const MappingField = Type.Record(Type.String({ minLength: 1, maxLength: 200 }), Text(500), {
  maxProperties: 100,
  description:
    'by variable of the task, or `message` of the agent, where its value stands: a JSON path into the body such as `$.order.id` or `$.items[*].name`, or `header:<name>`; where it is null the body is the input',
});

/** What a webhook takes besides what every trigger does. */
export const WEBHOOK_FIELDS = {
  auth_config: Type.Optional(AuthConfigField),
  auth_secret: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 500,
      pattern: patternFor(patternProblems.unprintable_text, '^[\\x21-\\x7e]+$'),
      description: 'what senders know; made here where it is left out, and shown once; never read',
    }),
  ),
  idempotency_key_path: Type.Optional(
    Nullable(
      Text(500, {
        description:
          'where a delivery says what it is: a JSON path that names one place of the body, or `header:<name>`; where it is null, where the senders of the method are known to put it (`header:idempotency-key` for those without a place of their own). Where deliveries are signed, a header has to be signed too',
      }),
    ),
  ),
  idempotency_ttl_seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_592_000,
      description:
        'seconds for which a key starts nothing again; a day where it is left out. A signed delivery that is sent again starts nothing for a day at least',
    }),
  ),
  include_raw_payload: Type.Optional(
    Type.Boolean({
      description: 'whether a task is given the body as it came as `raw_payload`, an agent at the end of its message',
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
      auth_secret: Type.Optional(Type.String({ description: 'only in the answer that made it' })),
      previous_secret_expires_at: Nullable(
        Type.String({ format: 'date-time', description: 'until when the secret before a rotation counts too' }),
      ),
      idempotency_key_path: Nullable(Type.String()),
      idempotency_ttl_seconds: Type.Integer(),
      include_raw_payload: Type.Boolean(),
      payload_mapping: Nullable(MappingField),
    },
    { title: 'WebhookTrigger' },
  ),
);

/** The record of a webhook, with the secret where one was made for this answer. */
export async function webhookRecord(ctx: ApiContext, caller: Caller, row: TriggerRow, madeSecret?: string) {
  return {
    ...triggerRecord(ctx, caller, row),
    ...webhookConfig(row),
    ...(madeSecret !== undefined && { auth_secret: madeSecret }),
    previous_secret_expires_at: (await overlapEnd(ctx.db, row.id))?.toISOString() ?? null,
  };
}

/** What is sent of a delivery. */
export const DeliveryAnswer = Type.Object(
  {
    event_id: Type.Optional(Type.String({ format: 'uuid' })),
    status: Type.Optional(OneOf(['accepted', 'duplicate'])),
    run_id: Type.Optional(
      Nullable(Type.String({ format: 'uuid', description: 'the run; of a duplicate the one that the first started' })),
    ),
    challenge: Type.Optional(Type.String({ description: 'slack: what its verification of the address asked for' })),
  },
  { title: 'WebhookDelivery' },
);
