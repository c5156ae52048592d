import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { get, type Schemas } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Scope } from '../../../lib/session.ts';

export type Forwarder = Schemas['TaskForwarder'];
export type Delivery = Schemas['ForwardDelivery'];
export type DeliveryStatus = Delivery['status'];

export const FORWARDER_PATH = `${PROJECT}/task_forwarder/{task_forwarder_id}` as const;
const PAGE_SIZE = 50;

export function forwardersQuery(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['task_forwarder', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task_forwarder`, { params: { path: { ...scope }, query } }),
  });
}

export function forwarderQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['task_forwarder', id],
    queryFn: () => get(FORWARDER_PATH, { params: { path: { ...scope, task_forwarder_id: id } } }),
  });
}

/** Returns the deliveries of a forwarder. A change of any task run invalidates them. */
export function deliveriesQuery(scope: Scope, id: string, status?: DeliveryStatus, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor, status };
  return queryOptions({
    queryKey: ['task_run', 'list', scope.project_id, 'delivery', id, query],
    queryFn: () => get(`${FORWARDER_PATH}/delivery`, { params: { path: { ...scope, task_forwarder_id: id }, query } }),
  });
}

export function deliveryQuery(scope: Scope, { id, task_forwarder_id }: Delivery) {
  const path = { ...scope, task_forwarder_id, forward_delivery_id: id };
  return queryOptions({
    queryKey: ['task_run', 'list', scope.project_id, 'delivery', 'one', id],
    queryFn: () => get(`${FORWARDER_PATH}/delivery/{forward_delivery_id}`, { params: { path } }),
  });
}

export function invalidateForwarders({ project_id }: Scope): void {
  void queryClient.invalidateQueries({ queryKey: ['task_forwarder'] });
  void queryClient.invalidateQueries({ queryKey: ['task_run', 'list', project_id, 'delivery'] });
}
