import Type from 'typebox';
import { buildCancelReceipt } from '../../../src/agents/runs/cancel.ts';
import { findAgentRun } from '../../../src/agents/runs/queries.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { operation } from '../../operation.ts';
import { CANCEL_OPERATION, cancelRun } from '../../runs/cancel.ts';
import { RECEIPT } from '../../runs/schemas.ts';
import { AgentRun, toAgentRunRecord } from '../schemas.ts';

const AgentRunReceipt = Type.Object({ run: AgentRun, ...RECEIPT }, { title: 'AgentRunReceipt' });

/** Returns a receipt of the calls that the run made. */
export const cancelAgentRun = operation(
  {
    id: 'task_agent_run.cancel',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/cancel',
    tag: 'Agent runs',
    summary: CANCEL_OPERATION.summary,
    description: CANCEL_OPERATION.description,
    auth: { permission: 'task_agent:run' },
    request: CANCEL_OPERATION.request,
    response: { errors: CANCEL_OPERATION.errors, schemas: { 200: AgentRunReceipt, 202: AgentRunReceipt } },
    audit: { event: 'task_agent_run.cancelled' },
  },
  async ({ ctx, params, parents, request, reply, change }) => {
    const run = parents.run_id;
    const labels = { task_agent_id: params.task_agent_id };
    const read = () => findAgentRun(ctx.db, params.task_agent_id, run.id);
    const row = await cancelRun({ ctx, kind: agentRunKind, run, labels, read, request, reply, change });
    return { run: toAgentRunRecord(row), ...(await buildCancelReceipt(ctx.db, run.id)) };
  },
);
