import { defineEvalRunKind } from '../eval-kind.ts';

/** Run kind of agent evals. */
export const agentEvalKind = defineEvalRunKind({
  of: 'task_agent',
  name: 'agent_eval_run',
  workflow: 'agentEvalRun',
  table: 'agent_eval_runs',
  parent: { type: 'task_agent', table: 'agents', visibility: 'task_agent_run_visibility' },
});
