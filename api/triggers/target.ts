import { accessErrors } from '../../src/access/errors.ts';
import { hasPermission } from '../../src/access/permissions.ts';
import { getGrantsOn } from '../../src/access/principal-grants.ts';
import { findAgentRevision, findRunnableAgent } from '../../src/agents/queries.ts';
import { assertCanRunRevision } from '../../src/agents/tools/attaching.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import { findRunnableTask } from '../../src/tasks/runnable.ts';
import type { Target } from '../../src/triggers/contract.ts';
import { triggerProblems } from '../../src/triggers/problems.ts';
import { TARGETS } from '../../src/triggers/targets.ts';
import type { Caller } from '../caller.ts';

/** Throws if the target is not in the project or the caller cannot run it. */
export async function assertTargetAllowed(db: Executor, caller: Caller, { type, id }: Target): Promise<void> {
  const find = type === 'task' ? findRunnableTask : findRunnableAgent;
  if ((await find(db, caller.projectId, id)) === undefined)
    throw errors.invalid('target_id', triggerProblems.unknown_trigger_target({ type }));
  const heldOn = await getGrantsOn(db, caller, type, [id]);
  if (!hasPermission(heldOn(id), TARGETS[type].permission))
    throw accessErrors.permissionCheckFailed(caller.subject, { type, id }, 'run');
}

/** Throws a 422 if the revision does not belong to the target, and a 403 if the caller cannot run it. */
export async function assertRevisionAllowed(
  db: Executor,
  caller: Caller,
  { type, id }: Target,
  revisionId: string | null,
): Promise<void> {
  if (revisionId === null) return;
  if (type !== 'task_agent') throw errors.invalid('task_agent_revision_id', triggerProblems.revision_of_task);
  if ((await findAgentRevision(db, revisionId))?.agent_id !== id)
    throw errors.invalid('task_agent_revision_id', triggerProblems.unknown_trigger_revision);
  await assertCanRunRevision(db, caller, id, revisionId);
}
