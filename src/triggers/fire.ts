import { SYSTEM } from '../audit/chain.ts';
import type { PendingEvent } from '../audit/pending-events.ts';
import type { Db, Executor } from '../platform/db/client.ts';
import { ValidationError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { ModelAcceptContext, RunRequest } from '../runs/accept.ts';
import type { RunError } from '../runs/contract.ts';
import { isStarterPermitted } from '../runs/starter.ts';

import type { EventStatus } from './contract.ts';
import { hasOnlyFailures, insertTriggerEvent, rejectEvent } from './events.ts';
import { claimTriggerKey, type FirstUse, type InvocationKey, releaseTriggerKeys } from './keys.ts';
import { getTriggerKind } from './kinds/index.ts';
import { pauseTrigger } from './pause.ts';
import type { TriggerRow } from './queries.ts';
import { KEEPS_FAILING, toTriggerRunError, triggerRunErrors } from './run-errors.ts';
import { TARGETS, type TargetInput } from './targets.ts';

/** Dependencies of firing triggers. */
export interface FireContext extends ModelAcceptContext {
  readonly db: Db;
  readonly config: ModelAcceptContext['config'] & { readonly triggerFailures: number };
}

/** An invocation of a trigger. */
interface TriggerInvocation {
  /** Input of its target. */
  readonly input: TargetInput;
  /** Idempotency keys. If one was used, nothing starts and the event refers to the first one. */
  readonly keys?: readonly InvocationKey[];
  /** Due time of a schedule. Each has one event. */
  readonly due?: Date;
  /** Number of runs above the delivery. Default 0. */
  readonly depth?: number;
}

/** Outcome of an invocation. */
export interface TriggerOutcome {
  readonly event: {
    readonly id: string;
    readonly status: Extract<EventStatus, 'accepted' | 'duplicate' | 'rejected'>;
    /** ID of the run. For a duplicate, the run of the first event. */
    readonly runId: string | null;
    readonly duplicateOf: string | null;
    /** Reason of a rejection. */
    readonly error: RunError | null;
  };
  /** Call after the commit. If omitted, maintenance starts the run. */
  after(): Promise<void>;
}

const noop = async () => undefined;

/**
 * Stores the event of an invocation and accepts its run in an open transaction. The creator's permissions are checked
 * again. An invalid run makes a rejected event. Returns undefined if the trigger has an event with that due time.
 */
export async function fireTrigger(
  ctx: FireContext,
  trx: Executor,
  trigger: TriggerRow,
  invocation: TriggerInvocation,
): Promise<TriggerOutcome | undefined> {
  const { keys = [], due, input, depth } = invocation;
  const [key] = keys;
  const id = newId();
  const first = await claimKeys(trx, trigger, id, keys);
  if (first) return recordDuplicate(trx, trigger, { id, key: key?.key ?? '', first });
  const runId = newId();
  const event = { id, status: 'accepted', runId, duplicateOf: null, error: null } as const;
  const isNew = await insertTriggerEvent(trx, { ...event, trigger, idempotencyKey: key?.key, due, counted: true });
  if (!isNew) return undefined;
  try {
    await assertCanFire(ctx, trx, trigger);
    const request = { ...toRunRequest(trigger, runId), depth };
    const stored = await TARGETS[trigger.target_type].store(ctx, trx, trigger, request, input);
    return { event, after: () => stored.start() };
  } catch (error) {
    const why = toTriggerRunError(error);
    await rejectEvent(trx, id, why, isCounted(trigger, error));
    if (key) await releaseTriggerKeys(trx, trigger.id, id);
    const pauses = why.reason === KEEPS_FAILING;
    const after = () => (pauses ? pauseTrigger(ctx.db, trigger, why) : noop());
    return { event: { ...event, status: 'rejected', runId: null, error: why }, after };
  }
}

/**
 * Claims all keys of an invocation for its event. Returns the first use of a used key. Unused keys stay claimed, so
 * repeats are recognized.
 */
async function claimKeys(
  trx: Executor,
  trigger: TriggerRow,
  eventId: string,
  keys: readonly InvocationKey[],
): Promise<FirstUse | undefined> {
  let first: FirstUse | undefined;
  for (const key of keys) first = (await claimTriggerKey(trx, trigger.id, eventId, key)) ?? first;
  return first;
}

/** Stores the event of a rejected invocation. Returns like {@link fireTrigger}. */
export async function rejectInvocation(
  trx: Executor,
  trigger: TriggerRow,
  invocation: Pick<TriggerInvocation, 'due'> & { readonly key?: string },
  why: RunError,
): Promise<TriggerOutcome | undefined> {
  const event = { id: newId(), status: 'rejected', runId: null, duplicateOf: null, error: why } as const;
  const { key: idempotencyKey, due } = invocation;
  const isNew = await insertTriggerEvent(trx, { ...event, trigger, idempotencyKey, due, counted: false });
  return isNew ? { event, after: noop } : undefined;
}

async function recordDuplicate(
  trx: Executor,
  trigger: TriggerRow,
  { id, key, first }: { readonly id: string; readonly key: string; readonly first: FirstUse },
): Promise<TriggerOutcome> {
  const event = { id, status: 'duplicate', runId: first.run_id, duplicateOf: first.event_id, error: null } as const;
  await insertTriggerEvent(trx, { ...event, trigger, idempotencyKey: key, counted: false });
  return { event, after: noop };
}

/** Throws if the trigger cannot start runs: it is paused, keeps failing, or its creator lacks permission. */
async function assertCanFire({ config }: FireContext, trx: Executor, trigger: TriggerRow): Promise<void> {
  if (trigger.status === 'paused') throw triggerRunErrors.paused();
  const failures = config.triggerFailures;
  if (failures > 0 && (await hasOnlyFailures(trx, trigger, failures))) throw triggerRunErrors.keepsFailing(failures);
  const { permission } = TARGETS[trigger.target_type];
  if (!(await isStarterPermitted(trx, trigger, permission, { type: trigger.target_type, id: trigger.target_id })))
    throw triggerRunErrors.creatorMayNot(permission);
}

/** Builds the request of a run for the creator of the trigger, without access to other sessions. */
function toRunRequest(trigger: TriggerRow, id: string): RunRequest {
  const subject = { type: trigger.created_by_type, id: trigger.created_by };
  return {
    id,
    principal: { subject, projectId: trigger.project_id, grants: { roles: {}, systemRole: null, scopes: null } },
    clientId: trigger.client_id,
    triggerType: trigger.type,
    triggerId: trigger.id,
    keyOwner: undefined,
    event: toStartedEvent(trigger, id),
  };
}

/** Returns the audit event of a run that a trigger starts. */
function toStartedEvent({ org_id, project_id, target_type, name }: TriggerRow, id: string): PendingEvent {
  const type = `${target_type}_run`;
  return {
    scope: { orgId: org_id, projectId: project_id },
    actor: SYSTEM,
    type: `${type}.started`,
    resource: { type, id },
    message: `${type.replaceAll('_', ' ')} started by the trigger ${name}`,
    requestId: null,
    ipAddress: null,
  };
}

/** Returns whether an error counts for the trigger's health. */
function isCounted({ type, status }: TriggerRow, error: unknown): boolean {
  return status === 'active' && !(error instanceof ValidationError && getTriggerKind(type).inputFromOutside);
}
