import { agentEvals } from '../../src/evals/agents/target.ts';
import { findResult } from '../../src/evals/results.ts';
import { type EvalRunRow, findEvalRun } from '../../src/evals/runs.ts';
import { findCase } from '../../src/evals/set-cases.ts';
import { findEvalSet } from '../../src/evals/sets.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import { taskEvals } from '../../src/evals/tasks/target.ts';
import { getStrictestVisibility } from '../../src/runs/kind.ts';
import { assertNotOnlyPublic, assertRunVisible } from '../../src/runs/visibility.ts';
import type { Caller } from '../caller.ts';
import { type ParentScope, parent } from '../path.ts';

/** An eval with the visibility of its task or agent. */
export interface VisibleEvalRun extends EvalRunRow {
  readonly visibility: string;
}

/** Throws for callers with public access only: sets contain input of other people. */
export function assertCanSeeSets(caller: Caller, kind: EvalTargetKind, resourceId: string): void {
  assertNotOnlyPublic(caller, { type: kind.type, id: resourceId });
}

/** An eval set of the task or agent in the path. */
function evalSetParent(kind: EvalTargetKind) {
  return parent({
    description: `ID of an eval set of the ${kind.type === 'task' ? 'task' : 'agent'}`,
    field: 'eval_set',
    load: (db, { id, above }) => findEvalSet(db, { kind: kind.type, resourceId: above }, id),
    check(_, { above, caller }) {
      assertCanSeeSets(caller, kind, above);
    },
  });
}

/** An eval of the task or agent in the path. Callers who can see its runs can see the eval. */
function evalRunParent(kind: EvalTargetKind) {
  return parent({
    description: `Eval of the ${kind.type === 'task' ? 'task' : 'agent'}`,
    field: 'eval_run',
    async load(db, { id, above, caller }: ParentScope): Promise<VisibleEvalRun | undefined> {
      const row = await findEvalRun(db, kind.type, id);
      const visibility = await kind.findVisibility(db, caller.projectId, above);
      if (row?.resource_id !== above || visibility === undefined) return undefined;
      return { ...row, visibility: getStrictestVisibility(row.accepted_visibility, visibility) };
    },
    check(row, { above, caller }) {
      assertRunVisible(caller, kind.evalRunKind, above, row);
    },
  });
}

export const EVAL_PARENTS = {
  eval_set_id: evalSetParent(taskEvals),
  task_agent_eval_set_id: evalSetParent(agentEvals),
  eval_run_id: evalRunParent(taskEvals),
  task_agent_eval_run_id: evalRunParent(agentEvals),
  eval_case_id: parent({
    description: 'Case of the eval set',
    field: 'eval_case',
    load: (db, { id, above }) => findCase(db, above, id),
  }),
  eval_result_id: parent({
    description: 'Case of the eval',
    field: 'eval_result',
    load: (db, { id, above }) => findResult(db, above, id),
  }),
};
