import Type from 'typebox';
import { listTurns } from '../../../src/agents/turns/list.ts';
import { Nullable, Timestamp } from '../../../src/platform/schemas.ts';
import { FinishDetail, UsageEstimated } from '../../../src/runs/record-fields.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';

const Turn = Type.Object(
  {
    turn: Type.Integer({ description: 'Number of the turn, from 1' }),
    attempt: Type.Integer({ description: 'Number of the attempt that was stored' }),
    finish_reason: Type.String({
      description: 'Reason why the response ended, as in the run. step: a turn without a model call.',
    }),
    finish_detail: FinishDetail,
    model_id: Nullable(Type.String({ description: 'Model of the turn. Null for a turn without a model call.' })),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    charged_credits: Type.String({ description: 'Credits of the model call, an exact decimal' }),
    usage_estimated: UsageEstimated,
    model_ms: Type.Integer({ description: 'Duration of the model call in milliseconds' }),
    first_token_ms: Nullable(
      Type.Integer({ description: "Milliseconds until the model's first text. Null for a turn without text." }),
    ),
    created: { ...Timestamp, description: 'Time at which the turn was stored' },
  },
  { title: 'Turn' },
);

/** Lists the model calls of a run with their usage and cost. */
export const turnsOperation = operation(
  {
    id: 'task_agent_run.turns',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run/{run_id}/turns',
    tag: 'Agent runs',
    summary: 'List turns of an agent run, oldest first',
    auth: { permission: 'task_agent:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Turn) } },
  },
  ({ ctx, params, page }) => listTurns(ctx.db, params.run_id, page),
);
