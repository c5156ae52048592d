import { queryOptions, useQuery } from '@tanstack/react-query';
import { AGENT } from '../../../../client/prefixes.ts';
import { get, type OperationAt, post, put, type RecordOf, type Schemas } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { KINDS, type Of, pathsOf, placeOf } from './kinds.ts';

export type EvalSet = Schemas['TaskEvalSet'];
export type EvalRun = Schemas['TaskEvalRun'];
export type EvalDetail = Schemas['TaskEvalRunDetail'];
export type EvalResult = EvalDetail['results'][number];
export type ResultDetail = Schemas['EvalResultDetail'];
export type EvalCase = Schemas['TaskEvalCase'] & { readonly message?: string | null };
export type Scorer = EvalSet['scorers'][number];
export type Side = NonNullable<ResultDetail['reference']>;

const PAGE = 50;
/** Sets that a field offers. */
const MOST_SETS = 100;

/** States in which an eval does not move any more. */
export const ENDED: readonly EvalRun['status'][] = ['completed', 'failed', 'cancelled'];

/** Sets of a task or an agent: the newest hundred. */
export function evalSets(scope: Scope, of: Of) {
  return queryOptions({
    queryKey: ['eval_set', 'list', of.id],
    queryFn: async () => {
      const query = { limit: MOST_SETS };
      return (await get(pathsOf(of.kind).sets, { params: { path: placeOf(scope, of), query } })).results;
    },
  });
}

export function evalSet(scope: Scope, of: Of, set: string) {
  return queryOptions({
    queryKey: ['eval_set', set],
    queryFn: () => get(pathsOf(of.kind).set, { params: { path: placeOf(scope, of, { set }) } }),
  });
}

/** Reads a set, its cases and the lists it stands in again. */
export function setChanged(set: string): void {
  void queryClient.invalidateQueries({ queryKey: ['eval_set', set] });
  void queryClient.invalidateQueries({ queryKey: ['eval_set', 'list'] });
}

/** Changes a set; what the body leaves out stays. */
export function changeSet(scope: Scope, of: Of, set: string, body: object): Promise<EvalSet> {
  const init = { params: { path: placeOf(scope, of, { set }) }, body };
  if (of.kind === 'task') return put(pathsOf('task').set, init);
  return post(`${AGENT}/eval/set/{task_agent_eval_set_id}`, init as never) as unknown as Promise<EvalSet>;
}

/** Past runs that a set has as cases. */
export function runsIn({ kind }: Of, set: EvalSet): readonly string[] {
  return (set as unknown as Readonly<Record<string, readonly string[]>>)[KINDS[kind].runs] ?? [];
}

export function evalCases(scope: Scope, of: Of, set: string, cursor?: string) {
  const query = { page_limit: PAGE, cursor };
  return queryOptions({
    queryKey: ['eval_set', set, 'cases', query],
    queryFn: () => get(pathsOf(of.kind).cases, { params: { path: placeOf(scope, of, { set }), query } }),
  });
}

/** What a case is run on. */
export const inputOf = ({ kind }: Of, item: EvalCase): unknown => (kind === 'task' ? item.task_input : item.message);

/** The newest evals of a task or an agent. */
export function evalRuns(scope: Scope, of: Of) {
  return queryOptions({
    queryKey: [KINDS[of.kind].changes, 'list', of.id],
    queryFn: async () => {
      const query = { limit: PAGE };
      return (await get(pathsOf(of.kind).runs, { params: { path: placeOf(scope, of), query } })).results;
    },
  });
}

function evalRun(scope: Scope, of: Of, run: string) {
  return queryOptions({
    queryKey: [KINDS[of.kind].changes, run],
    queryFn: () => get(pathsOf(of.kind).run, { params: { path: placeOf(scope, of, { run }) } }),
  });
}

/** Milliseconds between two looks at an eval, for each of its cases. */
const LOOK_MS_A_CASE = 2;

/** An eval with its cases, which comes on as runs of its cases do. */
export function useEvalRun(of: Of, run: string) {
  const found = useQuery(evalRun(useScope(), of, run));
  const moves = found.data !== undefined && !ENDED.includes(found.data.status);
  // The stream tells of an eval as its state changes, and of the runs of its cases as they come and go.
  useQuery({
    queryKey: [KINDS[of.kind].ofCases, 'list', 'eval', run],
    queryFn: async () => {
      await new Promise((done) => setTimeout(done, (found.data?.case_count ?? 0) * LOOK_MS_A_CASE));
      await found.refetch();
      return null;
    },
    enabled: moves,
  });
  return found;
}

export function evalResult(scope: Scope, of: Of, run: string, result: string, completed: string | null) {
  const path = { ...placeOf(scope, of, { run }), eval_result_id: result };
  return queryOptions({
    queryKey: ['eval_result', result, completed],
    queryFn: () => get(pathsOf(of.kind).result, { params: { path } }),
  });
}

type PastAgentRun = RecordOf<OperationAt<'get', `${typeof AGENT}/run`>>;

/** A past run that may become a case. */
export interface PastRun {
  readonly id: string;
  readonly revision: string;
  readonly created: string;
  /** What it was run on. */
  readonly input: unknown;
}

/** The newest runs that ended well and were started by no eval. */
export function pastRuns(scope: Scope, of: Of) {
  return queryOptions({
    queryKey: [KINDS[of.kind].ofCases, 'list', 'past', of.id],
    queryFn: async (): Promise<readonly PastRun[]> => (of.kind === 'task' ? taskRuns(scope, of) : agentRuns(scope, of)),
  });
}

/** As far back as lists of runs of tasks look. */
const LONGEST_MS = 90 * 86_400_000;

async function taskRuns(scope: Scope, { id }: Of): Promise<readonly PastRun[]> {
  const start_date = new Date(Date.now() - LONGEST_MS).toISOString();
  const query = { task_id: id, status: 'success', start_date, page_limit: 100 } as const;
  const { results } = await get('/api/v1/org/{org_id}/project/{project_id}/task_run', {
    params: { path: { ...scope }, query },
  });
  return results
    .filter(({ trigger_type }) => trigger_type !== 'eval')
    .map((run) => ({
      id: run.id,
      revision: run.task_revision_id,
      created: run.created,
      input: run.run_data.submitted ?? run.run_data,
    }));
}

async function agentRuns(scope: Scope, { id }: Of): Promise<readonly PastRun[]> {
  const query = { status: 'completed', top_level: true, page_limit: 100 } as const;
  const { results } = await get(`${AGENT}/run`, { params: { path: { ...scope, task_agent_id: id }, query } });
  return (results as readonly PastAgentRun[])
    .filter(({ trigger_type }) => trigger_type !== 'eval')
    .map((run) => ({
      id: run.id,
      revision: run.task_agent_revision_id,
      created: run.created,
      input: run.message,
    }));
}
