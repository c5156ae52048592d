import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { DOMAIN_CHANGED, type DomainInput, type OrganizationActivities } from '../../src/organizations/contract.ts';
import { proxyQueueActivities } from '../queues.ts';

const { checkDomain } = proxyQueueActivities<OrganizationActivities>('background', {
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', maximumInterval: '10 minutes' },
  // Maintenance on the same queue has priority, and slow DNS servers must not delay runs.
  priority: { priorityKey: 5 },
});

/** Checks the DNS record of a domain until it is verified, deleted or given up. */
export async function domainVerification(input: DomainInput): Promise<void> {
  let changes = 0;
  setHandler(defineSignal(DOMAIN_CHANGED), () => void changes++);
  for (;;) {
    const seen = changes;
    const { over, inMs } = await checkDomain(input);
    if (over) return;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof domainVerification>(input);
    await condition(() => changes > seen, inMs);
  }
}
