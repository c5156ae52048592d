import Type, { type Static } from 'typebox';
import { DELIVERY_STATUSES, FORWARDER_STATUSES } from '../../../src/tasks/forwarders/contract.ts';
import type { AttemptRow, DeliveryRow } from '../../../src/tasks/forwarders/deliveries.ts';
import { FORWARDER_TYPES, forwarderKind } from '../../../src/tasks/forwarders/kinds/index.ts';
import type { ForwarderRow } from '../../../src/tasks/forwarders/queries.ts';
import { versioned } from '../../plugins/versions.ts';
import { AnyObject, Id, Nullable, OneOf, PlainName, Timestamp } from '../../schemas.ts';

export const PROJECT = '/org/{org_id}/project/{project_id}' as const;
export const FORWARDERS = `${PROJECT}/task_forwarder` as const;
export const FORWARDER = `${FORWARDERS}/{task_forwarder_id}` as const;
export const TAG = 'Task forwarders';

const Name = PlainName();
const ForwarderType = OneOf(FORWARDER_TYPES);
const Config = Type.Unsafe<Record<string, unknown>>({
  ...AnyObject,
  description: 'as the schema of its type in `task_forwarder_type` has it',
});
const Sensitive = Type.Object(
  {
    signing_key: Type.Optional(
      Type.String({ description: 'of a webhook: the secret that signs, in place of one that is made; never shown' }),
    ),
  },
  { description: 'settings that are written and never read' },
);
const Status = OneOf(FORWARDER_STATUSES, {
  description: 'while it is paused, what ends waits; active begins another day of tries with all that waits',
});

export const ForwarderCreate = Type.Object({
  type: ForwarderType,
  name: Name,
  config: Config,
  config_sensitive: Type.Optional(Sensitive),
  status: Type.Optional(Status),
});
export const ForwarderUpdate = Type.Partial(
  Type.Object({ type: ForwarderType, name: Name, config: Config, config_sensitive: Sensitive, status: Status }),
);

export const Forwarder = versioned(
  { table: 'task_forwarders', path: FORWARDER },
  Type.Object(
    {
      id: Id,
      type: Type.String(),
      name: Type.String(),
      config: Type.Unsafe<Record<string, unknown>>({
        ...AnyObject,
        description: 'of an address, scheme and host alone are shown to those who may not edit the forwarder',
      }),
      status: OneOf(FORWARDER_STATUSES),
      reason: Nullable(Type.String({ description: 'why it is paused' })),
      paused_at: Nullable(Timestamp),
      failing_since: Nullable(Timestamp),
      last_delivered: Nullable(Type.String({ ...Timestamp, description: 'to the minute' })),
      created: Timestamp,
      modified: Timestamp,
      secret: Type.Optional(
        Type.String({
          description: 'what a webhook is signed with, on create and rotation only: it is never shown again',
        }),
      ),
      deleted: Type.Optional(Type.Boolean()),
    },
    { title: 'TaskForwarder' },
  ),
);

/** A forwarder as those who may edit it are shown it; of an address others see scheme and host alone. */
export function forwarderRecord(
  row: ForwarderRow,
  mayEdit = true,
): Static<typeof Forwarder> & { readonly version: number } {
  const { id, type, name, status, reason, version } = row;
  const config = mayEdit ? row.config : (forwarderKind(type).veiled?.(row.config) ?? row.config);
  return {
    id,
    type,
    name,
    config,
    status,
    reason,
    paused_at: row.paused_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_delivered: row.last_delivered?.toISOString() ?? null,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version,
  };
}

const DELIVERY = {
  id: Type.String({ ...Id, description: '`webhook-id` of the message, in all its tries' }),
  task_forwarder_id: Id,
  task_id: Id,
  task_run_id: Id,
  status: OneOf(DELIVERY_STATUSES),
  attempt_count: Type.Integer(),
  reason: Nullable(Type.String({ description: 'why the last attempt failed' })),
  next_attempt: Nullable(
    Type.String({ ...Timestamp, description: 'null where none is to come, or only once the forwarder is resumed' }),
  ),
  created: Timestamp,
  delivered: Nullable(Timestamp),
};
const Attempt = Type.Object(
  {
    number: Type.Integer(),
    outcome: Nullable(
      OneOf(['delivered', 'failed'], {
        description: 'null while it is under way, or where its process ended meanwhile',
      }),
    ),
    status_code: Nullable(Type.Integer({ description: 'of the HTTP answer' })),
    reason: Nullable(Type.String()),
    excerpt: Nullable(Type.String({ description: 'beginning of an answer that was no success' })),
    duration_ms: Nullable(Type.Integer()),
    created: Timestamp,
  },
  { title: 'ForwardAttempt' },
);

export const Delivery = Type.Object(DELIVERY, { title: 'ForwardDelivery' });
export const WholeDelivery = Type.Object(
  { ...DELIVERY, attempts: Type.Array(Attempt, { description: 'the newest 100, newest first' }) },
  { title: 'ForwardDeliveryWithAttempts' },
);

export function deliveryRecord(row: DeliveryRow): Static<typeof Delivery> {
  const { id, task_id, status, reason } = row;
  return {
    id,
    task_forwarder_id: row.forwarder_id,
    task_id,
    task_run_id: row.run_id,
    status,
    attempt_count: row.attempts,
    reason,
    next_attempt: row.due_at?.toISOString() ?? null,
    created: row.created.toISOString(),
    delivered: row.delivered?.toISOString() ?? null,
  };
}

export function wholeDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): Static<typeof WholeDelivery> {
  const shown = attempts.map(({ delivery_id: _, forwarder_id: __, created, ...attempt }) => ({
    ...attempt,
    created: created.toISOString(),
  }));
  return { ...deliveryRecord(row), attempts: shown };
}
