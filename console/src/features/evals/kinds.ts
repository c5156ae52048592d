import { AGENT, TASK } from '../../../../client/prefixes.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';

/** How the evals of tasks and of agents differ in the API: by names alone. */
export const KINDS = {
  task: {
    base: TASK,
    id: 'task_id',
    set: 'eval_set_id',
    run: 'eval_run_id',
    runs: 'task_run_ids',
    input: 'task_input',
    changes: 'task_eval_run',
    ofCases: 'task_run',
  },
  task_agent: {
    base: AGENT,
    id: 'task_agent_id',
    set: 'task_agent_eval_set_id',
    run: 'task_agent_eval_run_id',
    runs: 'task_agent_run_ids',
    input: 'message',
    changes: 'agent_eval_run',
    ofCases: 'agent_run',
  },
} as const;

export type Kind = Subject['kind'];
export type Of = Pick<Subject, 'kind' | 'id'>;

/** Whether a part of an address names a kind. */
export const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);

const SETS = `${TASK}/eval/set` as const;
const RUNS = `${TASK}/eval/run` as const;

/** Where the operations of a kind are. They are alike but for names, so that the types of tasks stand for both. */
export function pathsOf(kind: Kind) {
  const { base, set, run } = KINDS[kind];
  return {
    sets: `${base}/eval/set` as typeof SETS,
    set: `${base}/eval/set/{${set}}` as `${typeof SETS}/{eval_set_id}`,
    cases: `${base}/eval/set/{${set}}/case` as `${typeof SETS}/{eval_set_id}/case`,
    case: `${base}/eval/set/{${set}}/case/{eval_case_id}` as `${typeof SETS}/{eval_set_id}/case/{eval_case_id}`,
    file: `${base}/eval/set/{${set}}/case/import` as `${typeof SETS}/{eval_set_id}/case/import`,
    runs: `${base}/eval/run` as typeof RUNS,
    run: `${base}/eval/run/{${run}}` as `${typeof RUNS}/{eval_run_id}`,
    cancel: `${base}/eval/run/{${run}}/cancel` as `${typeof RUNS}/{eval_run_id}/cancel`,
    result:
      `${base}/eval/run/{${run}}/result/{eval_result_id}` as `${typeof RUNS}/{eval_run_id}/result/{eval_result_id}`,
  };
}

interface Below {
  readonly set?: string;
  readonly run?: string;
}

/** The path parameters of a kind's operations, under the names of tasks for their types. */
export function placeOf(scope: Scope, { kind, id }: Of, { set, run }: Below = {}) {
  const names = KINDS[kind];
  const place = { ...scope, [names.id]: id, [names.set]: set, [names.run]: run };
  return place as unknown as Scope & { task_id: string; eval_set_id: string; eval_run_id: string };
}
