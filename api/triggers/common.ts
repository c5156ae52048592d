import Type, { type TObject } from 'typebox';
import { orNotFound } from '../../src/platform/errors.ts';
import type { TriggerType } from '../../src/triggers/contract.ts';
import { deleteTrigger } from '../../src/triggers/delete.ts';
import { listTriggerEvents } from '../../src/triggers/events.ts';
import { lockTrigger, type TriggerRow } from '../../src/triggers/queries.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { type Operation, operation } from '../operation.ts';
import { LIMIT_QUERY } from '../plugins/pagination.ts';
import { TRIGGER_PARENTS, triggerOfType } from './parents.ts';
import { EventStatusFilter, eventRecord, TriggerEvent } from './schemas.ts';

export const TAG = 'Triggers';

/** What the common operations require of a kind of triggers. */
export interface TriggerRecords<Path extends string> {
  readonly type: TriggerType;
  /** Path of its triggers, without the ID. */
  readonly path: Path;
  /** The versioned record. */
  readonly Record: TObject;
  record(ctx: ApiContext, caller: Caller, row: TriggerRow): object | Promise<object>;
}

/** Operations that all kinds of triggers have: read, delete and list events. */
export function triggerOperations<const Path extends string>(kind: TriggerRecords<Path>): readonly Operation[] {
  return [
    createReadOperation(kind),
    createDeleteOperation(kind),
    createEventListOperation(kind),
    createEventReadOperation(kind),
  ];
}

function createReadOperation<const Path extends string>({ type, path, Record, record }: TriggerRecords<Path>) {
  return operation(
    {
      id: `trigger.${type}.read`,
      method: 'GET',
      path: `${path}/{trigger_id}`,
      tag: TAG,
      summary: `Read a ${type} trigger`,
      auth: { permission: 'project:view' },
      request: { parents: { trigger_id: triggerOfType(type) } },
      response: { schemas: { 200: Record } },
    },
    ({ ctx, caller, parents }) => record(ctx, caller, parents.trigger_id),
  );
}

function createDeleteOperation<const Path extends string>({ type, path, Record, record }: TriggerRecords<Path>) {
  return operation(
    {
      id: `trigger.${type}.delete`,
      method: 'DELETE',
      path: `${path}/{trigger_id}`,
      tag: TAG,
      summary: `Delete a ${type} trigger and its events`,
      description: 'Runs that it started continue and stay readable.',
      auth: { permission: 'project:edit' },
      request: { parents: { trigger_id: triggerOfType(type) }, idempotent: false },
      response: { schemas: { 200: Record } },
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
      return { ...(await record(ctx, caller, row)), deleted: true };
    },
  );
}

function createEventListOperation<const Path extends string>({ type, path }: TriggerRecords<Path>) {
  return operation(
    {
      id: `trigger.${type}.events`,
      method: 'GET',
      path: `${path}/{trigger_id}/events`,
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
      return results.map(eventRecord);
    },
  );
}

function createEventReadOperation<const Path extends string>({ type, path }: TriggerRecords<Path>) {
  return operation(
    {
      id: `trigger.${type}.event`,
      method: 'GET',
      path: `${path}/{trigger_id}/events/{event_id}`,
      tag: TAG,
      summary: `Read an event of a ${type} trigger`,
      auth: { permission: 'project:view' },
      request: { parents: { trigger_id: triggerOfType(type), event_id: TRIGGER_PARENTS.event_id } },
      response: { schemas: { 200: TriggerEvent } },
    },
    ({ parents }) => eventRecord(parents.event_id),
  );
}
