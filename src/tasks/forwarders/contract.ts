/** Contract of forwarders for workflows and other modules. Pure. */
import type { WorkflowDescription } from '../../platform/temporal/workflow.ts';

/** Statuses of a forwarder. A paused forwarder holds its deliveries. */
export const FORWARDER_STATUSES = ['active', 'paused'] as const;
/** Status of a forwarder. */
export type ForwarderStatus = (typeof FORWARDER_STATUSES)[number];

/** Status of a delivery: `pending` until it is delivered or given up. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
/** Status of a delivery. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Input of the `deliverForward` workflow. */
export interface DeliverForwardInput {
  readonly deliveryId: string;
}

/** Next step of a delivery: none, or another attempt after a delay in milliseconds. */
export interface NextAttempt {
  readonly over: boolean;
  readonly inMs: number;
}

/** Activities of the forwarders module. */
export interface ForwarderActivities {
  /** Attempts a delivery if it is due by the database's clock. Safe to repeat: receivers recognize its ID. */
  tryDelivery(input: DeliverForwardInput): Promise<NextAttempt>;
}

/** Signal: the delivery is due now. */
export const DELIVERY_DUE = 'due';

/** Returns the workflow of a delivery. */
export function deliveryWorkflow(deliveryId: string, orgId: string): WorkflowDescription {
  const input: DeliverForwardInput = { deliveryId };
  const id = `forward-${deliveryId}`;
  return { workflow: 'deliverForward', id, orgId, input, wakeSignal: DELIVERY_DUE };
}
