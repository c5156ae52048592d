import type { ForwarderActivities } from '../../../src/tasks/forwarders/contract.ts';
import type { ActivityContext } from '../../context.ts';
import { withHeartbeat } from '../../heartbeat.ts';
import type { ActivityModule } from '../../module.ts';
import { tryDelivery } from './deliver.ts';
import { forwarderMaintenance } from './maintenance.ts';

/** Activities of the forwarders module. */
function forwarderActivities(ctx: ActivityContext): ForwarderActivities {
  return { tryDelivery: ({ deliveryId }) => withHeartbeat((signal) => tryDelivery(ctx, deliveryId, signal)) };
}

/** Deliveries of finished runs to external receivers. */
export const forwarders: ActivityModule = {
  name: 'tasks/forwarders',
  activities: { background: forwarderActivities },
  maintenance: forwarderMaintenance,
};
