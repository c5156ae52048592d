import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Changed } from '../../src/audit/change.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import { attachKeyToRun } from '../../src/platform/idempotency.ts';
import { Id, Nullable, Timestamp } from '../../src/platform/schemas.ts';
import { taskErrors } from '../../src/tasks/errors.ts';
import { taskProblems } from '../../src/tasks/problems.ts';
import * as tasks from '../../src/tasks/queries.ts';
import { hasSameWeights } from '../../src/tasks/rules.ts';
import {
  findPreviousServing,
  findServing,
  listServing,
  type ServingRow,
  setActiveRevisions,
} from '../../src/tasks/serving.ts';
import type { Caller } from '../caller.ts';
import type { AuditDetails } from '../change.ts';
import { RELEASE_OVERRIDE, toGateAudit } from '../evals/release-gate.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { ActiveRevisions, Task } from './schemas.ts';
import { assertServingAllowed, readRecord } from './tasks.ts';

const Serving = Type.Object(
  {
    id: Id,
    active_revisions: ActiveRevisions,
    restores: Nullable(Type.String({ ...Id, description: 'ID of the entry that a rollback restored.' })),
    since: Timestamp,
    until: Nullable(Type.String({ format: 'date-time', description: 'End of the entry. Null for the current entry.' })),
  },
  { title: 'TaskServing' },
);

const list = operation(
  {
    id: 'task.list_serving',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/serving',
    tag: 'Tasks',
    summary: 'List the serving history of a task',
    description: 'Returns active revisions and their weights over time, newest first.',
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
    summary: 'Roll back the active revisions of a task',
    description:
      'Restores the previous entry of the serving history with its weights; each rollback goes one entry further back. With `serving_id`, restores that entry; repeating it changes nothing. Started runs keep their revision.',
    auth: { permission: 'task:edit' },
    request: {
      checks: 'dry-run',
      body: Type.Object({
        serving_id: Type.Optional(
          Type.String({ ...Id, description: 'Entry of the serving history. Default: the previous entry.' }),
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

/** Restores an entry of a task's serving history, and binds the request's key to the result. */
async function rollBack(
  trx: Executor,
  caller: Caller,
  taskId: string,
  body: { readonly serving_id?: string; readonly release_gate_override?: string } | undefined,
  { idempotency }: FastifyRequest,
): Promise<Changed<undefined, AuditDetails>> {
  const locked = await tasks.lockTask(trx, caller.projectId, taskId);
  const [loadedTask] = await tasks.loadRevisions(trx, locked ? [locked] : []);
  const task = orNotFound(loadedTask, 'task', taskId);
  const entry = await getEntry(trx, task, body?.serving_id);
  const isUnchanged = hasSameWeights(entry.active_revisions, task.active);
  const gate = await assertServingAllowed(trx, caller, task, body, entry.active_revisions);
  const id = isUnchanged ? entry.id : await setActiveRevisions(trx, task.id, entry.active_revisions, entry.id);
  if (idempotency) await attachKeyToRun(trx, idempotency.owner, id);
  if (isUnchanged) return { result: undefined, audited: 'unchanged' };
  await tasks.updateTask(trx, task.id);
  const change = { serving_id: entry.id, before: task.active, after: entry.active_revisions };
  const payload = { ...change, ...toGateAudit(gate, task.release_gate) };
  return { result: undefined, audited: { resource: { type: 'task', id: task.id }, name: task.name, payload } };
}

/** Returns the entry to restore. Throws a 422 for an entry of another task, and a 409 if there is none. */
async function getEntry(
  trx: Executor,
  task: tasks.TaskWithRevisions,
  servingId: string | undefined,
): Promise<ServingRow> {
  const entry = await (servingId === undefined
    ? findPreviousServing(trx, task.id, task.active)
    : findServing(trx, task.id, servingId));
  if (entry !== undefined) return entry;
  if (servingId === undefined) throw taskErrors.nothingToRollBack(task.id);
  throw errors.invalid('serving_id', taskProblems.unknown_serving);
}

export const TASK_SERVING_OPERATIONS = [list, rollback];
