import { neglectedProvisionings, noteServed, provisionRound } from '../../src/agents/provisioning/queries.ts';
import { ensureProvisioning } from '../../src/agents/provisioning/start.ts';
import { bestEffort } from '../../src/platform/best-effort.ts';
import type { SkillActivities } from '../../src/skills/contract.ts';
import type { ActivityContext } from '../context.ts';
import type { MaintenanceContext } from '../maintenance/job.ts';
import type { Room } from '../room.ts';
import { provisionDependency } from './provision.ts';

/** The activities of the skills room over their dependencies. */
export function skillActivities(ctx: ActivityContext): SkillActivities {
  return {
    beginProvisioning: ({ agentRevisionId }) => provisionRound(ctx.db, agentRevisionId),
    provisionDependency: ({ dependencyId }) => provisionDependency(ctx, dependencyId),
    endProvisioning: ({ agentRevisionId, asked }) => noteServed(ctx.db, agentRevisionId, asked),
  };
}

/** Starts or wakes the workflows of requests that nobody serves. */
async function lookAfterProvisioning(ctx: MaintenanceContext): Promise<void> {
  for (const agentRevisionId of await neglectedProvisionings(ctx.db, ctx.graceSeconds)) {
    const wake = () => ensureProvisioning(ctx.temporal, agentRevisionId);
    await bestEffort(ctx.log, 'look after provisioning', wake, { agent_revision_id: agentRevisionId });
  }
}

/** What skills need. */
export const skills: Room = {
  activities: { background: skillActivities },
  maintenance: [{ name: 'start due provisionings', everyCycles: 1, run: lookAfterProvisioning }],
};
