import Type from 'typebox';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { findTaskRun } from '../../src/tasks/runs.ts';
import { operation } from '../operation.ts';
import { CANCELS, cancelRun } from '../runs/cancel.ts';
import { RECEIPT } from '../runs/schemas.ts';
import { TaskRun, taskRunRecord } from './schemas.ts';

const TaskRunReceipt = Type.Object({ run: TaskRun, ...RECEIPT }, { title: 'TaskRunReceipt' });

/** A run of a task makes no calls: its receipt tells what it cost. */
export const cancelTaskRun = operation(
  {
    ...CANCELS,
    id: 'task_run.cancel',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/cancel',
    tag: 'Task runs',
    access: 'task:run',
    answers: { 200: TaskRunReceipt, 202: TaskRunReceipt },
    audit: 'task_run.cancelled',
  },
  async ({ ctx, params, parents, request, reply, change }) => {
    const run = parents.task_run_id;
    const labels = { task_id: params.task_id };
    const read = () => findTaskRun(ctx.db, run.id);
    const row = await cancelRun({ ctx, kind: taskRunKind, run, labels, read, request, reply, change });
    const record = taskRunRecord(row);
    return { run: record, stopped: [], done: [], unknown: [], spent: { ...record, estimated: record.usage_estimated } };
  },
);
