import { isRecord } from '../../platform/json-schema.ts';
import { toModelSettings } from '../../platform/models/settings.ts';
import { estimateMinCredits } from '../../tasks/min-credits.ts';
import { findTaskIncludingDeleted, findTaskRevision, readTaskRevision } from '../../tasks/queries.ts';
import {
  findNewestTaskRevision,
  listLatestTaskRuns,
  listTaskReferences,
  type TaskReference,
} from '../../tasks/references.ts';
import { taskRunKind } from '../../tasks/run-kind.ts';
import { listActiveRevisions } from '../../tasks/serving.ts';
import { assertMayServeTask } from '../../tasks/serving-rights.ts';
import { type EvaluatedKind, millisecondsOf, type Side, unfitStatus } from '../evaluated.ts';
import { evalProblems } from '../problems.ts';
import { taskEvalKind } from './run-kind.ts';

/** Evals of tasks: a case's input is its variables. */
export const taskEvals: EvaluatedKind = {
  type: 'task',
  stem: 'task',
  word: 'a task',
  fields: { id: 'task_id', runs: 'task_run_ids', set: 'eval_set_id', run: 'eval_run_id', input: 'task_input' },
  runs: taskRunKind,
  evals: taskEvalKind,
  hasRevision: async (db, taskId, id) => (await readTaskRevision(db, id))?.task_id === taskId,
  assertMayRun: async (db, asker, taskId, id) =>
    assertMayServeTask(db, asker, [id], await listActiveRevisions(db, taskId)),
  newestRevision: findNewestTaskRevision,
  async references(db, taskId, ids) {
    const runs = await listTaskReferences(db, taskId, ids);
    return runs.map((run) => ({ ...run, revision_id: run.task_revision_id, problem: unfitStatus(run) }));
  },
  lastRuns: listLatestTaskRuns,
  visibility: async (db, projectId, id) => (await findTaskIncludingDeleted(db, projectId, id))?.task_run_visibility,
  async side(db, runId) {
    const [run] = await listTaskReferences(db, undefined, [runId]);
    return run && sideOf(run);
  },
  calls: async () => [],
  async leastOfRun({ db, models }, revisionId, input, config) {
    const revision = await findTaskRevision(db, revisionId);
    const model = revision && models.find(revision.llm_model_id);
    const given = { input: isRecord(input) ? input : {}, files: [], config };
    return model && estimateMinCredits(model, revision, toModelSettings(revision.llm_config), given);
  },
  inputProblem: (input) => (isRecord(input) ? undefined : evalProblems.case_variables_invalid),
};

function sideOf(run: TaskReference): Side {
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
    duration_ms: millisecondsOf(run),
  };
}
