import { defineSignal, setHandler } from '@temporalio/workflow';
import { PROVISION_AGAIN, type ProvisionInput, type SkillActivities } from '../../src/skills/contract.ts';
import { activitiesOn } from '../queues.ts';

const { beginProvisioning, provisionDependency, endProvisioning } = activitiesOn<SkillActivities>('background', {
  startToCloseTimeout: '1 minute',
  // What a dependency lacks stands with it; an activity fails only while something of ours is away.
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
});

/** Dependencies that are looked at side by side. */
const AT_ONCE = 10;

/** Finds or makes what the skills of a revision of an agent need, once for every time that somebody asked. */
export async function provision(input: ProvisionInput): Promise<void> {
  let asked = 0;
  setHandler(defineSignal(PROVISION_AGAIN), () => {
    asked++;
  });
  let seen: number;
  do {
    seen = asked;
    const round = await beginProvisioning(input);
    for (let from = 0; from < round.dependencyIds.length; from += AT_ONCE) {
      const some = round.dependencyIds.slice(from, from + AT_ONCE);
      await Promise.all(some.map((dependencyId) => provisionDependency({ dependencyId })));
    }
    await endProvisioning({ ...input, asked: round.asked });
  } while (asked > seen);
}
