import { isRecord } from '../../platform/json-schema.ts';
import { toModelSettings } from '../../platform/models/settings.ts';
import { estimateMinCredits } from '../../tasks/min-credits.ts';
import { findTaskRevision, findTaskWithDeleted, readTaskRevision } from '../../tasks/queries.ts';
import {
  findNewestTaskRevision,
  listLatestTaskRuns,
  listTaskReferences,
  type TaskReference,
} from '../../tasks/references.ts';
import { taskRunKind } from '../../tasks/run-kind.ts';
import { listActiveRevisions } from '../../tasks/serving.ts';
import { assertMayServeTask } from '../../tasks/serving-rights.ts';
import { evalProblems } from '../problems.ts';
import { type CaseRun, type EvalTargetKind, findStatusProblem, getDurationMs } from '../target.ts';
import { taskEvalKind } from './run-kind.ts';

/** Evals of tasks: a case's input is the variables. */
export const taskEvals: EvalTargetKind = {
  type: 'task',
  stem: 'task',
  label: 'a task',
  fields: { id: 'task_id', runKind: 'task_run_ids', set: 'eval_set_id', run: 'eval_run_id', input: 'task_input' },
  runKind: taskRunKind,
  evalRunKind: taskEvalKind,
  hasRevision: async (db, taskId, id) => (await readTaskRevision(db, id))?.task_id === taskId,
  assertCanRun: async (db, principal, taskId, id) =>
    assertMayServeTask(db, principal, [id], await listActiveRevisions(db, taskId)),
  findNewestRevision: findNewestTaskRevision,
  async listReferences(db, taskId, ids) {
    const runs = await listTaskReferences(db, taskId, ids);
    return runs.map((run) => ({ ...run, revision_id: run.task_revision_id, problem: findStatusProblem(run) }));
  },
  listLastRunIds: listLatestTaskRuns,
  findVisibility: async (db, projectId, id) => (await findTaskWithDeleted(db, projectId, id))?.task_run_visibility,
  async findRun(db, runId) {
    const [run] = await listTaskReferences(db, undefined, [runId]);
    return run && toCaseRun(run);
  },
  listCalls: async () => [],
  async estimateMinCost({ db, models }, revisionId, input, config) {
    const revision = await findTaskRevision(db, revisionId);
    const model = revision && models.find(revision.llm_model_id);
    const given = { input: isRecord(input) ? input : {}, files: [], config };
    return model && estimateMinCredits(model, revision, toModelSettings(revision.llm_config), given);
  },
  findInputProblem: (input) => (isRecord(input) ? undefined : evalProblems.case_variables_invalid),
};

function toCaseRun(run: TaskReference): CaseRun {
  const { id, task_revision_id, input, response, status, is_error, error, total_tokens, charged_credits } = run;
  return {
    run_id: id,
    revision_id: task_revision_id,
    input,
    output: response,
    status,
    is_error,
    error,
    total_tokens,
    charged_credits,
    duration_ms: getDurationMs(run),
  };
}
