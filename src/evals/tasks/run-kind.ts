import { defineEvalRunKind } from '../eval-kind.ts';

/** Run kind of task evals. */
export const taskEvalKind = defineEvalRunKind({
  of: 'task',
  name: 'task_eval_run',
  workflow: 'taskEvalRun',
  table: 'task_eval_runs',
  parent: { type: 'task', table: 'tasks', visibility: 'task_run_visibility' },
});
