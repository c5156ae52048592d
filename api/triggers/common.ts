import { sql } from 'kysely';
import Type from 'typebox';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { Id, StringEnum } from '../../src/platform/schemas.ts';
import { TARGET_TYPES } from '../../src/triggers/contract.ts';
import { deleteTrigger } from '../../src/triggers/delete.ts';
import { listTriggerEvents } from '../../src/triggers/events.ts';
import { TRIGGER_TYPES, type TriggerType } from '../../src/triggers/kinds/index.ts';
import type { TriggerKind } from '../../src/triggers/kinds/kind.ts';
import { findTrigger, lockTrigger, type TriggerRow } from '../../src/triggers/queries.ts';
import type { Caller } from '../caller.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, LIMIT_QUERY, PAGE_QUERY } from '../plugins/pagination.ts';
import { TRIGGER_PARENTS, triggerOfType } from './parents.ts';
import { toKindPath } from './paths.ts';
import { getTriggerRecord, toTriggerRecord } from './records.ts';
import { EventStatusFilter, TriggerEvent, toEventRecord } from './schemas.ts';
import { assertTargetAllowed } from './target.ts';

export const TAG = 'Triggers';

/** Returns the time of the database. */
export async function getDatabaseNow(db: Executor): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database did not return its time');
  return row.now;
}

/** Locks a trigger. Throws a 404, or a 403 if the caller cannot run its target. */
export async function lockRunnableTrigger(
  trx: Executor,
  caller: Caller,
  id: string,
  type: TriggerType,
): Promise<TriggerRow> {
  const locked = orNotFound(await lockTrigger(trx, caller.projectId, id, type), 'trigger', id);
  await assertTargetAllowed(trx, caller, { type: locked.target_type, id: locked.target_id });
  return locked;
}

/** Reads a trigger that this transaction has written. */
export async function reloadTrigger(trx: Executor, { projectId }: Caller, id: string): Promise<TriggerRow> {
  return orNotFound(await findTrigger(trx, projectId, id), 'trigger', id);
}

/** Operations that all kinds of triggers have besides create and update: read, delete and list events. */
export function createCommonOperations(kind: TriggerKind<TriggerType>): readonly Operation[] {
  return [
    ...(kind.listsEvents ? [createKindEventListOperation(kind)] : []),
    createReadOperation(kind),
    createDeleteOperation(kind),
    createEventListOperation(kind),
    createEventReadOperation(kind),
  ];
}

function createReadOperation(kind: TriggerKind<TriggerType>) {
  const { type } = kind;
  return operation(
    {
      id: `trigger.${type}.read`,
      method: 'GET',
      path: `${toKindPath(type)}/{trigger_id}`,
      tag: TAG,
      summary: `Get a ${type} trigger`,
      auth: { permission: 'project:view' },
      request: { parents: { trigger_id: triggerOfType(type) } },
      response: { schemas: { 200: getTriggerRecord(kind) } },
    },
    ({ ctx, caller, parents }) => toTriggerRecord(ctx, caller, parents.trigger_id),
  );
}

function createDeleteOperation(kind: TriggerKind<TriggerType>) {
  const { type } = kind;
  return operation(
    {
      id: `trigger.${type}.delete`,
      method: 'DELETE',
      path: `${toKindPath(type)}/{trigger_id}`,
      tag: TAG,
      summary: `Delete a ${type} trigger and its events`,
      description: 'Runs that it started continue and stay readable.',
      auth: { permission: 'project:edit' },
      request: { parents: { trigger_id: triggerOfType(type) }, idempotent: false },
      response: { schemas: { 200: getTriggerRecord(kind) } },
      audit: { event: 'trigger.deleted' },
    },
    async ({ ctx, caller, parents, change }) => {
      const { id } = parents.trigger_id;
      const row = await change(async (trx) => {
        const locked = orNotFound(await lockTrigger(trx, caller.projectId, id, type), 'trigger', id);
        await deleteTrigger(trx, id);
        const resource = { type: 'trigger', id };
        return { result: locked, audited: { resource, name: locked.name, payload: { type } } };
      });
      return { ...(await toTriggerRecord(ctx, caller, row)), deleted: true };
    },
  );
}

function createEventListOperation({ type }: TriggerKind<TriggerType>) {
  return operation(
    {
      id: `trigger.${type}.events`,
      method: 'GET',
      path: `${toKindPath(type)}/{trigger_id}/events`,
      tag: TAG,
      summary: `List events of a ${type} trigger`,
      description: 'Returns an array, newest first. `X-Next-Cursor` has the cursor of the next page.',
      auth: { permission: 'project:view' },
      request: {
        query: Type.Object({ ...LIMIT_QUERY, ...EventStatusFilter }),
        parents: { trigger_id: triggerOfType(type) },
      },
      response: { schemas: { 200: Type.Array(TriggerEvent) }, headers: ['X-Next-Cursor'] },
    },
    async ({ ctx, caller, parents, query, page, reply }) => {
      const filter = { triggerId: parents.trigger_id.id, status: query.status };
      const { results, pagination } = await listTriggerEvents(ctx.db, caller.projectId, filter, page);
      if (pagination.next_cursor !== null) reply.header('x-next-cursor', pagination.next_cursor);
      return results.map(toEventRecord);
    },
  );
}

function createEventReadOperation({ type }: TriggerKind<TriggerType>) {
  return operation(
    {
      id: `trigger.${type}.event`,
      method: 'GET',
      path: `${toKindPath(type)}/{trigger_id}/events/{event_id}`,
      tag: TAG,
      summary: `Get an event of a ${type} trigger`,
      auth: { permission: 'project:view' },
      request: { parents: { trigger_id: triggerOfType(type), event_id: TRIGGER_PARENTS.event_id } },
      response: { schemas: { 200: TriggerEvent } },
    },
    ({ parents }) => toEventRecord(parents.event_id),
  );
}

function createKindEventListOperation({ type }: TriggerKind<TriggerType>) {
  return operation(
    {
      id: `trigger.${type}.list_events`,
      method: 'GET',
      path: `${toKindPath(type)}/events`,
      tag: TAG,
      summary: `List events of all ${type} triggers`,
      description: 'Newest first. `trigger_type` selects another type of trigger.',
      auth: { permission: 'project:view' },
      request: {
        query: Type.Object({
          ...PAGE_QUERY,
          ...EventStatusFilter,
          trigger_type: Type.Optional(StringEnum(TRIGGER_TYPES)),
          target_type: Type.Optional(StringEnum(TARGET_TYPES)),
          target_id: Type.Optional(Id),
        }),
      },
      response: { schemas: { 200: Envelope(TriggerEvent) } },
    },
    async ({ ctx, caller, query, page }) => {
      const { status, trigger_type = type, target_type, target_id } = query;
      const filter = { status, triggerType: trigger_type, targetType: target_type, targetId: target_id };
      return mapPage(await listTriggerEvents(ctx.db, caller.projectId, filter, page), toEventRecord);
    },
  );
}
