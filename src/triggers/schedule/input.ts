import type { Executor } from '../../platform/db/client.ts';
import { errors, orNotFound, refuseAll } from '../../platform/errors.ts';
import { findTaskRevision } from '../../tasks/queries.ts';
import { checkInput } from '../../tasks/rules.ts';
import { findRunnableTask } from '../../tasks/runnable.ts';
import type { Target } from '../contract.ts';
import { scheduleProblems, triggerProblems } from '../problems.ts';
import type { TargetInput } from '../targets.ts';

/** Most characters of a schedule's input as JSON: it stands with the trigger, which lists read. */
const MAX_INPUT_LENGTH = 100_000;

/** Throws a 422 on input that a schedule's target can't be run on. */
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

/** An agent is given its message, and nothing else. */
function assertValidMessage({ message, ...others }: TargetInput): void {
  const at = (name: string) => ['task_input', name];
  const found = Object.keys(others).map((name) => errors.invalid(at(name), triggerProblems.agent_input_unknown));
  if (message === undefined) found.push(errors.invalid(at('message'), triggerProblems.agent_message_missing));
  else if (typeof message !== 'string' || message === '')
    found.push(errors.invalid(at('message'), triggerProblems.agent_message_empty));
  refuseAll(found);
}

/** A task is given the params of every revision that may serve, and no image. */
async function assertValidVariables(db: Executor, projectId: string, id: string, input: TargetInput): Promise<void> {
  const { active } = orNotFound(await findRunnableTask(db, projectId, id), 'task', id);
  for (const { task_revision_id: revisionId } of active) {
    const revision = orNotFound(await findTaskRevision(db, revisionId), 'task_revision', revisionId);
    if (revision.image_required) throw errors.invalid('target_id', scheduleProblems.schedule_without_image);
    checkInput(revision, input);
  }
}
