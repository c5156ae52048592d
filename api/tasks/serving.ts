import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Changed } from '../../src/audit/change.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import { tieKeyToRun } from '../../src/platform/idempotency.ts';
import { taskErrors } from '../../src/tasks/errors.ts';
import { taskProblems } from '../../src/tasks/problems.ts';
import * as tasks from '../../src/tasks/queries.ts';
import { sameServing } from '../../src/tasks/rules.ts';
import { findServing, listServing, type ServingRow, serve, servedBefore } from '../../src/tasks/serving.ts';
import type { Caller } from '../caller.ts';
import type { AuditDetails } from '../change.ts';
import { gateAudit, RELEASE_OVERRIDE } from '../evals/release-gate.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { Id, Nullable, Timestamp } from '../schemas.ts';
import { ActiveRevisions, Task } from './schemas.ts';
import { gatedServing, readRecord } from './tasks.ts';

const Serving = Type.Object(
  {
    id: Id,
    active_revisions: ActiveRevisions,
    restores: Nullable(Type.String({ ...Id, description: 'the entry that a rollback went back to' })),
    since: Timestamp,
    until: Nullable(Type.String({ format: 'date-time', description: 'null for what serves now' })),
  },
  { title: 'TaskServing' },
);

const list = operation(
  {
    id: 'task.list_serving',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/serving',
    tag: 'Tasks',
    summary: 'Which revisions served with which weights, newest first',
    auth: { permission: 'task:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Serving) } },
  },
  ({ ctx, params, page }) => listServing(ctx.db, params.task_id, page),
);

const rollback = operation(
  {
    id: 'task.rollback',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/rollback',
    tag: 'Tasks',
    summary: 'Have the revisions serve again that served before, with their weights',
    description:
      'One more rollback goes one change further back. With `serving_id` it goes to that entry of what served, and a repeat changes nothing. Runs that have begun keep their revision.',
    auth: { permission: 'task:edit' },
    request: {
      body: Type.Object({
        serving_id: Type.Optional(
          Type.String({ ...Id, description: 'an entry of what served; the one before when left out' }),
        ),
        release_gate_override: Type.Optional(RELEASE_OVERRIDE.release_gate_override),
      }),
      bodyOptional: true,
      idempotent: true,
      example: {},
    },
    response: { schemas: { 200: Task }, errors: { 409: ['NOTHING_TO_ROLL_BACK', 'RELEASE_GATE'] } },
    audit: { event: 'task.rolled_back' },
  },
  async ({ ctx, caller, params, body, change, request }) => {
    if (request.earlierRun === undefined) await change((trx) => rollBack(trx, caller, params.task_id, body, request));
    else change.none();
    return readRecord(ctx, caller, params.task_id);
  },
);

/** Has an entry of a task's history serve again, and ties the key of the request to what came of it. */
async function rollBack(
  trx: Executor,
  caller: Caller,
  taskId: string,
  body: { readonly serving_id?: string; readonly release_gate_override?: string } | undefined,
  { idempotency }: FastifyRequest,
): Promise<Changed<undefined, AuditDetails>> {
  const locked = await tasks.lockTask(trx, caller.projectId, taskId);
  const [found] = await tasks.withRevisions(trx, locked ? [locked] : []);
  const task = orNotFound(found, 'task', taskId);
  const entry = await entryOf(trx, task, body?.serving_id);
  const isSo = sameServing(entry.active_revisions, task.active);
  const gate = await gatedServing(trx, caller, task, body, entry.active_revisions);
  const id = isSo ? entry.id : await serve(trx, task.id, entry.active_revisions, entry.id);
  if (idempotency) await tieKeyToRun(trx, idempotency.owner, id);
  if (isSo) return { result: undefined, audited: 'unchanged' };
  await tasks.updateTask(trx, task.id);
  const served = { serving_id: entry.id, before: task.active, after: entry.active_revisions };
  const payload = { ...served, ...gateAudit(gate, task.release_gate) };
  return { result: undefined, audited: { resource: { type: 'task', id: task.id }, name: task.name, payload } };
}

/** The entry to go back to. Throws a 422 where the one that is named is not of the task, a 409 where there is none. */
async function entryOf(trx: Executor, task: tasks.TaskWithRevisions, named: string | undefined): Promise<ServingRow> {
  const entry = await (named === undefined
    ? servedBefore(trx, task.id, task.active)
    : findServing(trx, task.id, named));
  if (entry !== undefined) return entry;
  if (named === undefined) throw taskErrors.nothingBefore(task.id);
  throw errors.invalid('serving_id', taskProblems.unknown_serving);
}

export const TASK_SERVING_OPERATIONS = [list, rollback];
