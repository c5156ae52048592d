import { agentEvals } from '../../src/evals/agents/evaluated.ts';
import type { EvaluatedKind } from '../../src/evals/evaluated.ts';
import { findResult } from '../../src/evals/results.ts';
import { type EvalRunRow, findEvalRun } from '../../src/evals/runs.ts';
import { findCase } from '../../src/evals/set-cases.ts';
import { findEvalSet } from '../../src/evals/sets.ts';
import { taskEvals } from '../../src/evals/tasks/evaluated.ts';
import { strictestOf } from '../../src/runs/kind.ts';
import { checkNotOnlyPublic, checkRunSeen } from '../../src/runs/visibility.ts';
import type { Caller } from '../caller.ts';
import { type ParentScope, parent } from '../path.ts';

/** An eval with the setting of who sees it. */
export interface SeenEvalRun extends EvalRunRow {
  readonly visibility: string;
}

/** Refuses who sees a task or an agent only because it is public: sets hold what people sent. */
export function checkSetsSeen(caller: Caller, kind: EvaluatedKind, resourceId: string): void {
  checkNotOnlyPublic(caller, { type: kind.type, id: resourceId });
}

/** An eval set of what stands before it in the path. */
export function setOf(kind: EvaluatedKind) {
  return parent({
    description: `eval set of the ${kind.type === 'task' ? 'task' : 'agent'}`,
    field: 'eval_set',
    load: (db, { id, above }) => findEvalSet(db, { kind: kind.type, resourceId: above }, id),
    check(_, { above, caller }) {
      checkSetsSeen(caller, kind, above);
    },
  });
}

/** An eval of what stands before it in the path; whoever sees the runs of that sees it. */
export function evalOf(kind: EvaluatedKind) {
  return parent({
    description: `eval of the ${kind.type === 'task' ? 'task' : 'agent'}`,
    field: 'eval_run',
    async load(db, { id, above, caller }: ParentScope): Promise<SeenEvalRun | undefined> {
      const row = await findEvalRun(db, kind.type, id);
      const visibility = await kind.visibility(db, caller.projectId, above);
      if (row?.resource_id !== above || visibility === undefined) return undefined;
      return { ...row, visibility: strictestOf(row.accepted_visibility, visibility) };
    },
    check(row, { above, caller }) {
      checkRunSeen(caller, kind.evals, above, row);
    },
  });
}

export const EVAL_PARENTS = {
  eval_set_id: setOf(taskEvals),
  task_agent_eval_set_id: setOf(agentEvals),
  eval_run_id: evalOf(taskEvals),
  task_agent_eval_run_id: evalOf(agentEvals),
  eval_case_id: parent({
    description: 'case of the eval set',
    field: 'eval_case',
    load: (db, { id, above }) => findCase(db, above, id),
  }),
  eval_result_id: parent({
    description: 'case of the eval',
    field: 'eval_result',
    load: (db, { id, above }) => findResult(db, above, id),
  }),
};
