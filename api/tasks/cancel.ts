import Type from 'typebox';
import { buildCancelReceipt } from '../../src/agents/runs/cancel.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { TaskRun, toTaskRunRecord } from '../../src/tasks/run-record.ts';
import { findTaskRun } from '../../src/tasks/runs.ts';
import { operation } from '../operation.ts';
import { CANCEL_OPERATION, cancelRun } from '../runs/cancel.ts';
import { RECEIPT } from '../runs/schemas.ts';

const NO_CALLS = { stopped: [], done: [], unknown: [] };
const TaskRunReceipt = Type.Object({ run: TaskRun, ...RECEIPT }, { title: 'TaskRunReceipt' });

/** Returns a receipt with the cost of the run and the outcome of its tool calls. */
export const cancelTaskRun = operation(
  {
    id: 'task_run.cancel',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/cancel',
    tag: 'Task runs',
    summary: CANCEL_OPERATION.summary,
    description: CANCEL_OPERATION.description,
    auth: { permission: 'task:run' },
    request: CANCEL_OPERATION.request,
    response: { errors: CANCEL_OPERATION.errors, schemas: { 200: TaskRunReceipt, 202: TaskRunReceipt } },
    audit: { event: 'task_run.cancelled' },
  },
  async ({ ctx, params, parents, request, reply, change }) => {
    const run = parents.task_run_id;
    const labels = { task_id: params.task_id };
    const read = () => findTaskRun(ctx.db, run.id);
    const row = await cancelRun({ ctx, kind: taskRunKind, run, labels, read, request, reply, change });
    const record = toTaskRunRecord(row);
    const receipt = row.tool_run_id === null ? NO_CALLS : await buildCancelReceipt(ctx.db, row.tool_run_id);
    const { stopped, done, unknown } = receipt;
    return { run: record, stopped, done, unknown, spent: { ...record, estimated: record.usage_estimated } };
  },
);
