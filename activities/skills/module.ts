import { getProvisionRound, listOverdueProvisionings, markProvisioned } from '../../src/agents/provisioning/queries.ts';
import { wakeWorkflow } from '../../src/platform/temporal/workflow.ts';
import { provisionWorkflow, type SkillActivities } from '../../src/skills/contract.ts';
import type { ActivityContext } from '../context.ts';
import type { MaintenanceContext } from '../maintenance/job.ts';
import type { ActivityModule } from '../module.ts';
import { provisionDependency } from './provision.ts';

/** Activities of the skills module. */
function skillActivities(ctx: ActivityContext): SkillActivities {
  return {
    beginProvisioning: ({ agentRevisionId }) => getProvisionRound(ctx.db, agentRevisionId),
    provisionDependency: ({ dependencyId }) => provisionDependency(ctx, dependencyId),
    endProvisioning: ({ agentRevisionId, requests: asked }) => markProvisioned(ctx.db, agentRevisionId, asked),
  };
}

/** Starts or wakes the workflows of overdue requests. */
async function startOverdueProvisionings(ctx: MaintenanceContext): Promise<void> {
  for (const id of await listOverdueProvisionings(ctx.db, ctx.graceSeconds))
    await wakeWorkflow(ctx, provisionWorkflow(id));
}

/** Provisioning of skills. */
export const skills: ActivityModule = {
  name: 'skills',
  activities: { background: skillActivities },
  maintenance: [{ name: 'start due provisionings', everyCycles: 1, run: startOverdueProvisionings }],
};
