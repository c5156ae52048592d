import { ApplicationFailure } from '@temporalio/common';
import { type Missing, TurnMustWait } from '../../../src/agents/calls/parking.ts';
import { type DependencyOfRun, dependenciesOfRun, isThere } from '../../../src/agents/provisioning/queries.ts';
import { unauthorizedAmong } from '../../../src/agents/tools/authorized.ts';
import type { BegunTurn } from '../../../src/agents/turns/turns.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { getDependencyLabel } from '../../../src/skills/dependencies.ts';

/** Milliseconds after which a turn looks again for what is being looked for. */
const LOOK_AGAIN_MS = 500;

/**
 * Throws where a turn can't begin: what a skill of the run needs is being looked for still, or is there and nobody has
 * authorised it. What the project does not have stands in nobody's way: its tools are not offered.
 */
export async function checkNeeds(
  db: Executor,
  run: Pick<BegunTurn, 'id' | 'project_id' | 'agent_revision_id'>,
): Promise<void> {
  const needs = await dependenciesOfRun(db, run);
  if (needs.some((need) => need.is_sought))
    throw ApplicationFailure.create({
      type: 'Provisioning',
      message: 'what the skills of the run need is being looked for',
      nextRetryDelay: LOOK_AGAIN_MS,
    });
  const required = needs.filter((need) => need.dependency.required && isThere(need));
  const waiting = await unauthorizedAmong(db, run.project_id, required);
  const missing = required.filter((need) => waiting.has(need.id)).map(missingOf);
  if (missing.length > 0) throw new TurnMustWait(missing);
}

function missingOf(need: DependencyOfRun): Missing {
  const step = need.next_step ?? 'an editor of it authorizes it again';
  return {
    // The tool that somebody has to allow, else the connection.
    onId: (need.status === 'needs_authorization' ? need.tool_id : null) ?? need.target_id ?? need.id,
    detail: `the skill ${need.skill} needs ${getDependencyLabel(need.dependency)}, which is not authorized: ${step}`,
  };
}
