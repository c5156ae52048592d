import Type, { type Static } from 'typebox';
import { hasPermission } from '../../src/access/permissions.ts';
import { DisplayName, Id, Nullable, StringEnum, Timestamp, VisibleText } from '../../src/platform/schemas.ts';
import { RunError } from '../../src/runs/record-fields.ts';
import { EVENT_STATUSES, TARGET_TYPES, TRIGGER_STATUSES } from '../../src/triggers/contract.ts';
import type { TriggerEventRow } from '../../src/triggers/events.ts';
import { getTriggerKind, TRIGGER_TYPES } from '../../src/triggers/kinds/index.ts';
import type { TriggerKind } from '../../src/triggers/kinds/kind.ts';
import type { TriggerRow } from '../../src/triggers/queries.ts';
import { TARGETS } from '../../src/triggers/targets.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { HOOKS } from './paths.ts';

/** Fields of every new trigger. */
const NEW_TRIGGER = {
  name: DisplayName(),
  target_type: StringEnum(TARGET_TYPES),
  target_id: { ...Id, description: 'ID of the task or agent to run. Immutable.' },
};

/** Editable fields of every kind of trigger. */
const TRIGGER_FIELDS = {
  description: Type.Optional(VisibleText(2000)),
  status: Type.Optional(
    StringEnum(TRIGGER_STATUSES, {
      description: 'Status of the trigger. A paused trigger starts no runs. Default active.',
    }),
  ),
  task_agent_revision_id: Type.Optional(
    Nullable(
      Type.String({ format: 'uuid', description: 'ID of the agent revision to run, or null for the active one.' }),
    ),
  ),
};

const NewTriggerBody = Type.Object({ ...NEW_TRIGGER, ...TRIGGER_FIELDS });
/** Fields that the bodies of all kinds have. */
export type NewTrigger = Static<typeof NewTriggerBody> & Readonly<Record<string, unknown>>;

/** Schema of a new trigger of a kind. Its static type has the fields of every kind. */
export function toBodySchema({ fields }: TriggerKind): typeof NewTriggerBody {
  return Type.Object({ ...NEW_TRIGGER, ...TRIGGER_FIELDS, ...fields }) as never;
}

/** Record fields of every kind of trigger. */
export const TRIGGER_RECORD = {
  id: Id,
  type: StringEnum(TRIGGER_TYPES),
  name: Type.String(),
  description: Type.String(),
  status: StringEnum(TRIGGER_STATUSES),
  paused_because: Nullable(RunError),
  target_type: StringEnum(TARGET_TYPES),
  target_id: Id,
  task_agent_revision_id: Nullable(Id),
  last_fired: Nullable(Timestamp),
  endpoint: Nullable(
    Type.String({
      description:
        'URL that receives deliveries; null for schedules. With `auth_method` none, visible only to callers who may edit the project and run the target.',
    }),
  ),
  next_run: Nullable(Timestamp),
  created_by: Type.String({ description: 'Subject that the runs act as: `<subject_type>:<subject_id>`.' }),
  created: Timestamp,
  modified: Timestamp,
  deleted: Type.Optional(Type.Boolean()),
};

export const Trigger = Type.Object(TRIGGER_RECORD, { title: 'Trigger' });

/** Returns whether the caller can see the URL: one that alone starts runs requires the rights to edit and to run. */
function canSeeEndpoint({ grants }: Caller, row: TriggerRow): boolean {
  if (!getTriggerKind(row.type).isEndpointSecret?.(row)) return true;
  return hasPermission(grants, 'project:edit') && hasPermission(grants, TARGETS[row.target_type].permission);
}

/** Returns the common record fields of all kinds, as the caller can see them. */
export function toTriggerSummary({ config }: Pick<ApiContext, 'config'>, caller: Caller, row: TriggerRow) {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    description: row.description,
    status: row.status,
    paused_because: row.paused_because,
    target_type: row.target_type,
    target_id: row.target_id,
    task_agent_revision_id: row.task_agent_revision_id,
    last_fired: row.last_fired?.toISOString() ?? null,
    endpoint:
      row.endpoint !== null && canSeeEndpoint(caller, row) ? `${config.publicUrl}${HOOKS}/${row.endpoint}` : null,
    next_run: row.next_run?.toISOString() ?? null,
    created_by: `${row.created_by_type}:${row.created_by}`,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
  };
}

export const TriggerEvent = Type.Object(
  {
    id: Id,
    trigger_id: Id,
    status: StringEnum(EVENT_STATUSES, {
      description:
        'accepted: the run has not ended; completed or failed: how the run ended; duplicate: the key started a run before; rejected: no run was started.',
    }),
    idempotency_key: Nullable(Type.String()),
    scheduled_for: Nullable(Timestamp),
    run_id: Nullable(
      Type.String({ format: 'uuid', description: 'ID of the run; of a duplicate, the run of the first event.' }),
    ),
    duplicate_of: Nullable(Type.String({ format: 'uuid', description: 'ID of the first event.' })),
    error: Nullable(RunError),
    created: Timestamp,
  },
  { title: 'TriggerEvent' },
);

/** Returns the record of an event of a trigger. */
export function toEventRecord(row: TriggerEventRow) {
  const { id, trigger_id, status, idempotency_key, run_id, duplicate_of, error } = row;
  const times = { scheduled_for: row.due?.toISOString() ?? null, created: row.created.toISOString() };
  return { id, trigger_id, status, idempotency_key, run_id, duplicate_of, error, ...times };
}

/** Query of a list of events. */
export const EventStatusFilter = { status: Type.Optional(StringEnum(EVENT_STATUSES)) };
