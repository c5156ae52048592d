import Type from 'typebox';
import { cancelReceipt, requestCancel } from '../../../src/agents/runs/cancel.ts';
import { findAgentRun } from '../../../src/agents/runs/queries.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { tieKeyToRun } from '../../../src/platform/idempotency.ts';
import { cancelWorkflow } from '../../../src/runs/stop.ts';
import { taskRunKind } from '../../../src/tasks/run-kind.ts';
import { findTaskRun, requestTaskCancel } from '../../../src/tasks/runs.ts';
import { operation } from '../../operation.ts';
import { awaitRun } from '../../plugins/waiting.ts';
import { Id, Nullable } from '../../schemas.ts';
import { TaskRun, taskRunRecord, UsageEstimated } from '../../tasks/schemas.ts';
import { AgentRun, agentRunRecord } from '../schemas.ts';

const ReceiptCall = Type.Object({ tool_call_id: Id, tool_name: Type.String(), detail: Nullable(Type.String()) });
const RECEIPT = {
  stopped: Type.Array(ReceiptCall, { description: 'calls that did not happen any more' }),
  done: Type.Array(ReceiptCall, { description: 'calls that took effect before the stop' }),
  unknown: Type.Array(ReceiptCall, { description: 'calls of which nobody knows' }),
  spent: Type.Object(
    {
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      charged_credits: Type.String(),
      estimated: UsageEstimated,
    },
    { description: "what the run's model calls cost, those of its tasks and the one that was cut off included" },
  ),
};
const AgentRunReceipt = Type.Object({ run: AgentRun, ...RECEIPT }, { title: 'AgentRunReceipt' });
const TaskRunReceipt = Type.Object({ run: TaskRun, ...RECEIPT }, { title: 'TaskRunReceipt' });
const DESCRIPTION = 'Answers when the run has stopped, with what it had done; 409 RUN_ENDED where it had ended before.';

function hasEnded(run: { readonly completed: Date | null }): boolean {
  return run.completed !== null;
}

const cancelAgentRun = operation(
  {
    id: 'task_agent_run.cancel',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/cancel',
    tag: 'Agent runs',
    summary: 'Stop a run and answer the receipt',
    description: DESCRIPTION,
    access: 'task_agent:run',
    answers: { 200: AgentRunReceipt, 202: AgentRunReceipt },
    errors: { 409: ['RUN_ENDED'] },
    waits: true,
    audit: 'task_agent_run.cancelled',
    idempotent: true,
  },
  async ({ ctx, params, parents, request, reply, audit }) => {
    const run = parents.run_id;
    const read = () => findAgentRun(ctx.db, params.task_agent_id, run.id);
    if (request.earlierRun !== undefined) audit.unchanged();
    const begin = async () => {
      const note = {
        resource: { type: 'task_agent_run', id: run.id },
        labels: { task_agent_id: params.task_agent_id },
        payload: { status_before: run.status },
      };
      // A repeat under the same Idempotency-Key only waits for the stop that the first one began.
      if (request.earlierRun === undefined) {
        const { owner } = request.idempotency ?? {};
        if (!(await requestCancel(ctx.db, run.id, owner, (trx) => audit(trx, note)))) audit.unchanged();
      }
      await cancelWorkflow(ctx, run);
    };
    const row = await awaitRun(ctx, { kind: agentRunKind, id: run.id, request, reply, read, done: hasEnded, begin });
    return { run: agentRunRecord(row), ...(await cancelReceipt(ctx.db, run.id)) };
  },
);

const cancelTaskRun = operation(
  {
    id: 'task_run.cancel',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task/{task_id}/run/{task_run_id}/cancel',
    tag: 'Task runs',
    summary: 'Stop a run and answer the receipt',
    description: DESCRIPTION,
    access: 'task:run',
    answers: { 200: TaskRunReceipt, 202: TaskRunReceipt },
    errors: { 409: ['RUN_ENDED'] },
    waits: true,
    audit: 'task_run.cancelled',
    idempotent: true,
  },
  async ({ ctx, params, parents, request, reply, audit }) => {
    const run = parents.task_run_id;
    const read = () => findTaskRun(ctx.db, run.id);
    if (request.earlierRun !== undefined) audit.unchanged();
    const begin = async () => {
      const note = {
        resource: { type: 'task_run', id: run.id },
        labels: { task_id: params.task_id },
        payload: { status_before: run.status },
      };
      if (request.earlierRun === undefined) {
        const { owner } = request.idempotency ?? {};
        await ctx.db.transaction().execute(async (trx) => {
          if (owner !== undefined) await tieKeyToRun(trx, owner, run.id);
          if (await requestTaskCancel(trx, run.id)) await audit(trx, note);
          else audit.unchanged();
        });
      }
      await cancelWorkflow(ctx, run);
    };
    const row = await awaitRun(ctx, { kind: taskRunKind, id: run.id, request, reply, read, done: hasEnded, begin });
    const record = taskRunRecord(row);
    return { run: record, stopped: [], done: [], unknown: [], spent: { ...record, estimated: record.usage_estimated } };
  },
);

export const CANCEL_OPERATIONS = [cancelAgentRun, cancelTaskRun];
