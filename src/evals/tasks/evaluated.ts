import { isRecord } from '../../platform/json-schema.ts';
import { settingsOf } from '../../platform/models/settings.ts';
import { leastOfRun } from '../../tasks/least-cost.ts';
import { findTaskEver, findTaskRevision, readTaskRevision } from '../../tasks/queries.ts';
import { lastTaskRuns, newestTaskRevision, type TaskReference, taskReferences } from '../../tasks/references.ts';
import { taskRunKind } from '../../tasks/run-kind.ts';
import { servingNow } from '../../tasks/serving.ts';
import { assertMayServeTask } from '../../tasks/serving-rights.ts';
import { type EvaluatedKind, millisecondsOf, type Side, unfitStatus } from '../evaluated.ts';
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
  assertMayRun: async (db, principal, taskId, id) =>
    assertMayServeTask(db, principal, [id], await servingNow(db, taskId)),
  newestRevision: newestTaskRevision,
  async references(db, taskId, ids) {
    const runs = await taskReferences(db, taskId, ids);
    return runs.map((run) => ({ ...run, revision_id: run.task_revision_id, unfit: unfitStatus(run) }));
  },
  lastRuns: lastTaskRuns,
  visibility: async (db, projectId, id) => (await findTaskEver(db, projectId, id))?.task_run_visibility,
  async side(db, runId) {
    const [run] = await taskReferences(db, undefined, [runId]);
    return run && sideOf(run);
  },
  calls: async () => [],
  async leastOfRun({ db, models }, revisionId, input, config) {
    const revision = await findTaskRevision(db, revisionId);
    const model = revision && models.find(revision.llm_model_id);
    const given = { input: isRecord(input) ? input : {}, files: [], config };
    return model && leastOfRun(model, revision, settingsOf(revision.llm_config), given);
  },
  inputProblem: (input) => (isRecord(input) ? undefined : 'must be an object of the variables'),
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
