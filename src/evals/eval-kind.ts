import { sql } from 'kysely';
import type { RunKind, RunParent } from '../runs/kind.ts';
import { markStopping } from '../runs/stop.ts';
import type { EvalRunInput, EvalTargetType } from './contract.ts';

/** Differences between the evals of tasks and agents as runs. */
interface EvalKind extends Pick<RunKind, 'name' | 'workflow'> {
  readonly of: EvalTargetType;
  readonly table: 'task_eval_runs' | 'agent_eval_runs';
  readonly parent: Omit<RunParent, 'column'>;
}

/** Defines evals of one kind. Principals who can see the runs of a task or agent can see its evals. */
export function defineEvalRunKind({ of, name, workflow, table, parent }: EvalKind): RunKind {
  return {
    name,
    resource: `${of}_eval_run`,
    workflow,
    table,
    parent: { ...parent, column: 'resource_id' },
    states: ['queued', 'running', 'cancelling'],
    parked: [],
    subjects: [],
    state: sql<string>`r.status`,
    isIndependent: sql<boolean>`true`,
    isMoving: sql<boolean>`r.status = 'running'`,
    turns: sql<number>`0`,
    input: ({ id }): EvalRunInput => ({ of, evalRunId: id }),
    beginStop: (trx, ids) => markStopping(trx, table, ids),
    wakeups: async () => [],
  };
}
