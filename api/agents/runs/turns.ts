import Type from 'typebox';
import { listTurns } from '../../../src/agents/turns/shown.ts';
import { FinishDetail, UsageEstimated } from '../../../src/runs/shown.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { Nullable, Timestamp } from '../../schemas.ts';

const Turn = Type.Object(
  {
    turn: Type.Integer({ description: 'from 1 on, as the events of the run have it' }),
    attempt: Type.Integer({ description: 'the attempt that was stored; those before it count for nothing' }),
    finish_reason: Type.String({
      description: 'why the answer ended, as in the run; step: a turn that no model took',
    }),
    finish_detail: FinishDetail,
    model_id: Nullable(Type.String({ description: 'null for a turn that no model took' })),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    charged_credits: Type.String({ description: 'exact decimal' }),
    usage_estimated: UsageEstimated,
    model_ms: Type.Integer({ description: 'milliseconds the model took' }),
    created: { ...Timestamp, description: 'when it was stored' },
  },
  { title: 'Turn' },
);

/** What each model call of a run took and cost. */
export const turnsOperation = operation(
  {
    id: 'task_agent_run.turns',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/turns',
    tag: 'Agent runs',
    summary: "The run's turns, oldest first: model, tokens, cost and time of each",
    auth: { permission: 'task_agent:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Turn) } },
  },
  ({ ctx, params, page }) => listTurns(ctx.db, params.run_id, page),
);
