import type { Executor } from '../../platform/db/client.ts';
import { errors, orNotFound, throwProblems } from '../../platform/errors.ts';
import { findTaskRevision } from '../../tasks/queries.ts';
import { assertInputValid } from '../../tasks/rules.ts';
import { findRunnableTask } from '../../tasks/runnable.ts';
import type { Target } from '../contract.ts';
import { scheduleProblems, triggerProblems } from '../problems.ts';
import type { TargetInput } from '../targets.ts';

/** Maximum characters of a schedule's input as JSON: lists of triggers read it. */
const MAX_INPUT_LENGTH = 100_000;

/** Throws a 422 for input that the schedule's target cannot run on. */
export async function assertValidTaskInput(
  db: Executor,
  projectId: string,
  { type, id }: Target,
  input: TargetInput,
): Promise<void> {
  if (JSON.stringify(input).length > MAX_INPUT_LENGTH)
    throw errors.invalid('task_input', scheduleProblems.schedule_input_too_long({ limit: MAX_INPUT_LENGTH }));
  if (type === 'task_agent') assertValidMessage(input);
  else await assertValidVariables(db, projectId, id, input);
}

/** Validates the input of an agent: only its message. */
function assertValidMessage({ message, ...others }: TargetInput): void {
  const at = (name: string) => ['task_input', name];
  const found = Object.keys(others).map((name) => errors.invalid(at(name), triggerProblems.agent_input_unknown));
  if (message === undefined) found.push(errors.invalid(at('message'), triggerProblems.agent_message_missing));
  else if (typeof message !== 'string' || message === '')
    found.push(errors.invalid(at('message'), triggerProblems.agent_message_empty));
  throwProblems(found);
}

/** Validates the input of a task: the variables of all serving revisions, without images. */
async function assertValidVariables(db: Executor, projectId: string, id: string, input: TargetInput): Promise<void> {
  const { active } = orNotFound(await findRunnableTask(db, projectId, id), 'task', id);
  for (const { task_revision_id: revisionId } of active) {
    const revision = orNotFound(await findTaskRevision(db, revisionId), 'task_revision', revisionId);
    if (revision.image_required) throw errors.invalid('target_id', scheduleProblems.schedule_without_image);
    assertInputValid(revision, input);
  }
}
