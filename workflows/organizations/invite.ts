import {
  ActivityCancellationType,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import {
  INVITE_ACCEPTED,
  INVITE_CANCELLED,
  INVITE_RESENT,
  type InviteInput,
  type OrganizationActivities,
} from '../../src/organizations/contract.ts';
import { proxyQueueActivities } from '../queues.ts';

const { advanceInvite } = proxyQueueActivities<OrganizationActivities>('background', {
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', maximumInterval: '10 minutes' },
  // Cancellation waits for the step and cuts only the pause between attempts.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Maintenance on the same queue has priority.
  priority: { priorityKey: 5 },
});

/** Workflow of an invite: decides when to mail, to remind and to expire. Each step stores a notification. */
export async function invite(input: InviteInput): Promise<void> {
  let ended = false;
  let resent = 0;
  let step = new CancellationScope();
  const end = () => {
    ended = true;
    step.cancel();
  };
  setHandler(defineSignal(INVITE_ACCEPTED), end);
  setHandler(defineSignal(INVITE_CANCELLED), end);
  setHandler(defineSignal(INVITE_RESENT), () => {
    resent++;
    step.cancel();
  });
  while (!ended) {
    const seen = resent;
    const woken = () => ended || resent > seen;
    step = new CancellationScope();
    const next = await step
      .run(() => advanceInvite(input))
      .catch((error: unknown) => {
        if (woken()) return undefined;
        throw error;
      });
    if (woken()) continue;
    if (next === undefined || next.over) return;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof invite>(input);
    await condition(woken, next.inMs);
  }
}
