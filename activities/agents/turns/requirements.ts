import { ApplicationFailure } from '@temporalio/common';
import { AuthorizationMissing, type MissingAuthorization } from '../../../src/agents/calls/parking.ts';
import { agentWaits } from '../../../src/agents/failures.ts';
import { type DependencyOfRun, isProvided, listDependenciesOfRun } from '../../../src/agents/provisioning/queries.ts';
import { findUnauthorized } from '../../../src/agents/tools/authorized.ts';
import type { StartedTurn } from '../../../src/agents/turns/turns.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { getDependencyLabel } from '../../../src/skills/dependencies.ts';

/** Milliseconds between checks of pending provisioning. */
const RECHECK_MS = 500;

/**
 * Throws if a turn cannot begin: a requirement of a skill is still being provisioned, or is not authorized. Tools of
 * missing requirements are not offered.
 */
export async function assertRequirementsMet(
  db: Executor,
  run: Pick<StartedTurn, 'id' | 'project_id' | 'agent_revision_id'>,
): Promise<void> {
  const requirements = await listDependenciesOfRun(db, run);
  if (requirements.some((need) => need.is_sought))
    throw ApplicationFailure.create({
      type: 'Provisioning',
      message: 'the requirements of the skills are being provisioned',
      nextRetryDelay: RECHECK_MS,
    });
  const required = requirements.filter((need) => need.dependency.required && isProvided(need));
  const waiting = await findUnauthorized(db, run.project_id, required);
  const missing = required.filter((need) => waiting.has(need.id)).map(toMissingAuthorization);
  if (missing.length > 0) throw new AuthorizationMissing(missing);
}

function toMissingAuthorization(need: DependencyOfRun): MissingAuthorization {
  const { skill, dependency } = need;
  const step = need.next_step ?? agentWaits.wait_authorize_again;
  return {
    // ID of the tool that must be allowed, else of the connection.
    onId: (need.status === 'needs_authorization' ? need.tool_id : null) ?? need.target_id ?? need.id,
    detail: agentWaits.wait_of_skill({ skill, dependency: getDependencyLabel(dependency), step }),
  };
}
