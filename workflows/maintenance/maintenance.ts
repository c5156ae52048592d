import type { MaintenanceActivities, MaintenanceInput } from '../../src/platform/maintenance/contract.ts';
import { proxyQueueActivities } from '../queues.ts';

/** Milliseconds in which jobs that overrun a cycle must end. */
const OVERRUN_MS = 300_000;

/** One maintenance cycle. A Temporal Schedule starts the next one when this one ends. */
export async function maintenance({ cycleSeconds }: MaintenanceInput): Promise<void> {
  const { runMaintenance } = proxyQueueActivities<MaintenanceActivities>('background', {
    startToCloseTimeout: cycleSeconds * 1000 + OVERRUN_MS,
    // Another worker continues the cycle of one that died.
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '2 seconds' },
  });
  await runMaintenance();
}
