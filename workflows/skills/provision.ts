import { defineSignal, setHandler } from '@temporalio/workflow';
import { PROVISION_AGAIN, type ProvisionInput, type SkillActivities } from '../../src/skills/contract.ts';
import { proxyQueueActivities } from '../queues.ts';

const { beginProvisioning, provisionDependency, endProvisioning } = proxyQueueActivities<SkillActivities>(
  'background',
  {
    startToCloseTimeout: '1 minute',
    // The status of a dependency is stored with it. An activity fails only during internal outages.
    retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
  },
);

/** Number of dependencies provisioned at once. */
const MAX_PARALLEL = 10;

/** Finds or creates the resources for the dependencies of an agent revision, once per request. */
export async function provision(input: ProvisionInput): Promise<void> {
  let requests = 0;
  setHandler(defineSignal(PROVISION_AGAIN), () => {
    requests++;
  });
  let seen: number;
  do {
    seen = requests;
    const round = await beginProvisioning(input);
    for (let from = 0; from < round.dependencyIds.length; from += MAX_PARALLEL) {
      const some = round.dependencyIds.slice(from, from + MAX_PARALLEL);
      await Promise.all(some.map((dependencyId) => provisionDependency({ dependencyId })));
    }
    await endProvisioning({ ...input, requests: round.asked });
  } while (requests > seen);
}
