import { queryOptions, useQuery } from '@tanstack/react-query';
import { AGENT } from '../../../../client/prefixes.ts';
import { get, type OperationAt, post, put, type RecordOf, type Schemas } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { EVAL_KINDS, type EvalSubject, getEvalPathParams, getEvalPaths } from './eval-kinds.ts';

export type EvalSet = Schemas['TaskEvalSet'];
export type EvalRun = Schemas['TaskEvalRun'];
export type EvalDetail = Schemas['TaskEvalRunDetail'];
export type EvalResult = EvalDetail['results'][number];
export type ResultDetail = Schemas['EvalResultDetail'];
export type EvalCase = Schemas['TaskEvalCase'] & { readonly message?: string | null };
export type ResultSide = NonNullable<ResultDetail['reference']>;

const PAGE_SIZE = 50;
/** Number of sets that a select field lists. */
const MAX_LISTED_SETS = 100;

/** Final states of an eval. */
export const FINAL_STATUSES: readonly EvalRun['status'][] = ['completed', 'failed', 'cancelled'];

/** Returns the 100 newest sets of a task or an agent. */
export function evalSetsQuery(scope: Scope, subject: EvalSubject) {
  return queryOptions({
    queryKey: ['eval_set', 'list', subject.id],
    queryFn: async () => {
      const query = { limit: MAX_LISTED_SETS };
      return (
        await get(getEvalPaths(subject.kind).sets, { params: { path: getEvalPathParams(scope, subject), query } })
      ).results;
    },
  });
}

export function evalSetQuery(scope: Scope, subject: EvalSubject, setId: string) {
  return queryOptions({
    queryKey: ['eval_set', setId],
    queryFn: () =>
      get(getEvalPaths(subject.kind).set, { params: { path: getEvalPathParams(scope, subject, { setId }) } }),
  });
}

/** Invalidates a set, its cases and the lists of sets. */
export function invalidateSet(setId: string): void {
  void queryClient.invalidateQueries({ queryKey: ['eval_set', setId] });
  void queryClient.invalidateQueries({ queryKey: ['eval_set', 'list'] });
}

/** Updates a set. Omitted fields keep their values. */
export function updateSet(scope: Scope, subject: EvalSubject, setId: string, body: object): Promise<EvalSet> {
  const init = { params: { path: getEvalPathParams(scope, subject, { setId }) }, body };
  if (subject.kind === 'task') return put(getEvalPaths('task').set, init);
  return post(`${AGENT}/eval/set/{task_agent_eval_set_id}`, init as never) as unknown as Promise<EvalSet>;
}

/** Returns the IDs of earlier runs that are cases of a set. */
export function getCaseRunIds({ kind }: EvalSubject, set: EvalSet): readonly string[] {
  return (set as unknown as Readonly<Record<string, readonly string[]>>)[EVAL_KINDS[kind].runs] ?? [];
}

export function evalCasesQuery(scope: Scope, subject: EvalSubject, setId: string, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['eval_set', setId, 'cases', query],
    queryFn: () =>
      get(getEvalPaths(subject.kind).cases, { params: { path: getEvalPathParams(scope, subject, { setId }), query } }),
  });
}

/** Returns the input of a case. */
export const getCaseInput = ({ kind }: EvalSubject, evalCase: EvalCase): unknown =>
  kind === 'task' ? evalCase.task_input : evalCase.message;

/** Returns the newest evals of a task or an agent. */
export function evalRunsQuery(scope: Scope, subject: EvalSubject) {
  return queryOptions({
    queryKey: [EVAL_KINDS[subject.kind].queryKey, 'list', subject.id],
    queryFn: async () => {
      const query = { limit: PAGE_SIZE };
      return (
        await get(getEvalPaths(subject.kind).runs, { params: { path: getEvalPathParams(scope, subject), query } })
      ).results;
    },
  });
}

/** Returns the newest eval of a task or an agent, or null. */
export function latestEvalQuery(scope: Scope, subject: EvalSubject) {
  return queryOptions({
    queryKey: [EVAL_KINDS[subject.kind].queryKey, 'list', subject.id, 'latest'],
    queryFn: async () => {
      const params = { path: getEvalPathParams(scope, subject), query: { limit: 1 } };
      return (await get(getEvalPaths(subject.kind).runs, { params })).results[0] ?? null;
    },
  });
}

function evalRunQuery(scope: Scope, subject: EvalSubject, runId: string) {
  return queryOptions({
    queryKey: [EVAL_KINDS[subject.kind].queryKey, runId],
    queryFn: () =>
      get(getEvalPaths(subject.kind).run, { params: { path: getEvalPathParams(scope, subject, { runId }) } }),
  });
}

/** Refresh delay of an eval in milliseconds, multiplied by its number of cases. */
const REFRESH_DELAY_MS_PER_CASE = 2;

/** Returns an eval, refreshed while its cases run. An empty ID reads none. */
export function useEvalRun(subject: EvalSubject, runId: string) {
  const evalRun = useQuery({ ...evalRunQuery(useScope(), subject, runId), enabled: runId !== '' });
  const isActive = evalRun.data !== undefined && !FINAL_STATUSES.includes(evalRun.data.status);
  // The change stream reports status changes of an eval and runs of its cases. This query follows the latter.
  useQuery({
    queryKey: [EVAL_KINDS[subject.kind].caseRunQueryKey, 'list', 'eval', runId],
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, (evalRun.data?.case_count ?? 0) * REFRESH_DELAY_MS_PER_CASE));
      await evalRun.refetch();
      return null;
    },
    enabled: isActive,
  });
  return evalRun;
}

export function evalResultQuery(
  scope: Scope,
  subject: EvalSubject,
  runId: string,
  resultId: string,
  completedAt: string | null,
) {
  const path = { ...getEvalPathParams(scope, subject, { runId }), eval_result_id: resultId };
  return queryOptions({
    queryKey: ['eval_result', resultId, completedAt],
    queryFn: () => get(getEvalPaths(subject.kind).result, { params: { path } }),
  });
}

type AgentRunRow = RecordOf<OperationAt<'get', `${typeof AGENT}/run`>>;

/** An earlier run that can become a case. */
export interface EarlierRun {
  readonly id: string;
  readonly revisionId: string;
  readonly created: string;
  readonly input: unknown;
}

/** Returns the newest successful runs that no eval started. */
export function earlierRunsQuery(scope: Scope, subject: EvalSubject) {
  return queryOptions({
    queryKey: [EVAL_KINDS[subject.kind].caseRunQueryKey, 'list', 'past', subject.id],
    queryFn: async (): Promise<readonly EarlierRun[]> =>
      subject.kind === 'task' ? listTaskRuns(scope, subject) : listAgentRuns(scope, subject),
  });
}

/** Maximum age of listed task runs, as the API sets it. */
const MAX_TASK_RUN_AGE_MS = 90 * 86_400_000;

async function listTaskRuns(scope: Scope, { id }: EvalSubject): Promise<readonly EarlierRun[]> {
  const start_date = new Date(Date.now() - MAX_TASK_RUN_AGE_MS).toISOString();
  const query = { task_id: id, status: 'success', start_date, page_limit: 100 } as const;
  const { results } = await get('/api/v1/org/{org_id}/project/{project_id}/task_run', {
    params: { path: { ...scope }, query },
  });
  return results
    .filter(({ trigger_type }) => trigger_type !== 'eval')
    .map((run) => ({
      id: run.id,
      revisionId: run.task_revision_id,
      created: run.created,
      input: run.run_data.submitted ?? run.run_data,
    }));
}

async function listAgentRuns(scope: Scope, { id }: EvalSubject): Promise<readonly EarlierRun[]> {
  const query = { status: 'completed', top_level: true, page_limit: 100 } as const;
  const { results } = await get(`${AGENT}/run`, { params: { path: { ...scope, task_agent_id: id }, query } });
  return (results as readonly AgentRunRow[])
    .filter(({ trigger_type }) => trigger_type !== 'eval')
    .map((run) => ({
      id: run.id,
      revisionId: run.task_agent_revision_id,
      created: run.created,
      input: run.message,
    }));
}
