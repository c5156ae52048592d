import { AGENT, TASK } from '../../../../client/prefixes.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';

/** Names that differ between the eval APIs of tasks and agents. */
export const EVAL_KINDS = {
  task: {
    base: TASK,
    id: 'task_id',
    set: 'eval_set_id',
    run: 'eval_run_id',
    runs: 'task_run_ids',
    input: 'task_input',
    queryKey: 'task_eval_run',
    caseRunQueryKey: 'task_run',
  },
  task_agent: {
    base: AGENT,
    id: 'task_agent_id',
    set: 'task_agent_eval_set_id',
    run: 'task_agent_eval_run_id',
    runs: 'task_agent_run_ids',
    input: 'message',
    queryKey: 'agent_eval_run',
    caseRunQueryKey: 'agent_run',
  },
} as const;

export type EvalKind = Subject['kind'];
export type EvalSubject = Pick<Subject, 'kind' | 'id'>;

/** Returns whether a path segment is a kind of eval subject. */
export const isEvalKind = (name: string): name is EvalKind => Object.hasOwn(EVAL_KINDS, name);

const SETS_PATH = `${TASK}/eval/set` as const;
const RUNS_PATH = `${TASK}/eval/run` as const;

/** Returns the paths of a kind's operations. They differ in names only, so the task types serve both kinds. */
export function getEvalPaths(kind: EvalKind) {
  const { base, set, run } = EVAL_KINDS[kind];
  return {
    sets: `${base}/eval/set` as typeof SETS_PATH,
    set: `${base}/eval/set/{${set}}` as `${typeof SETS_PATH}/{eval_set_id}`,
    cases: `${base}/eval/set/{${set}}/case` as `${typeof SETS_PATH}/{eval_set_id}/case`,
    case: `${base}/eval/set/{${set}}/case/{eval_case_id}` as `${typeof SETS_PATH}/{eval_set_id}/case/{eval_case_id}`,
    file: `${base}/eval/set/{${set}}/case/import` as `${typeof SETS_PATH}/{eval_set_id}/case/import`,
    runs: `${base}/eval/run` as typeof RUNS_PATH,
    run: `${base}/eval/run/{${run}}` as `${typeof RUNS_PATH}/{eval_run_id}`,
    cancel: `${base}/eval/run/{${run}}/cancel` as `${typeof RUNS_PATH}/{eval_run_id}/cancel`,
    result:
      `${base}/eval/run/{${run}}/result/{eval_result_id}` as `${typeof RUNS_PATH}/{eval_run_id}/result/{eval_result_id}`,
  };
}

interface EvalIds {
  readonly setId?: string;
  readonly runId?: string;
}

/** Returns the path parameters of a kind's operations, typed as those of tasks. */
export function getEvalPathParams(scope: Scope, { kind, id }: EvalSubject, { setId, runId }: EvalIds = {}) {
  const names = EVAL_KINDS[kind];
  const params = { ...scope, [names.id]: id, [names.set]: setId, [names.run]: runId };
  return params as unknown as Scope & { task_id: string; eval_set_id: string; eval_run_id: string };
}
