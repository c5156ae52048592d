import { findDelivery } from '../../../src/tasks/forwarders/deliveries.ts';
import { findForwarder } from '../../../src/tasks/forwarders/queries.ts';
import { parent } from '../../path.ts';

export const FORWARDER_PARENTS = {
  task_forwarder_id: parent({
    description: 'Forwarder of the project',
    field: 'task_forwarder',
    load: (db, { id, caller }) => findForwarder(db, caller.projectId, id),
  }),
  forward_delivery_id: parent({
    description: 'Delivery of the forwarder',
    field: 'forward_delivery',
    load: (db, { id, above }) => findDelivery(db, above, id),
  }),
};
