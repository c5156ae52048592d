/** What workflows and other modules may know of forwarders. Pure. */
import type { WorkflowDescription } from '../../platform/temporal/workflow.ts';

/** Whether ends of runs go out; nothing is tried while it is paused, and nothing is lost. */
export const FORWARDER_STATUSES = ['active', 'paused'] as const;
export type ForwarderStatus = (typeof FORWARDER_STATUSES)[number];

/** How far a delivery is: `pending` until it is delivered, or given up. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Input of the `deliverForward` workflow. */
export interface DeliverForwardInput {
  readonly deliveryId: string;
}

/** What is next for a delivery: nothing any more, or another look after so many milliseconds. */
export interface NextTry {
  readonly over: boolean;
  readonly inMs: number;
}

/** Activities of the forwarders room, as workflows call them. */
export interface ForwarderActivities {
  /** Tries a delivery where it is due by its row and the database's clock. Safe to repeat: its receiver knows it by its id. */
  tryDelivery(input: DeliverForwardInput): Promise<NextTry>;
}

/** Signal of the workflow: it is due now, whatever was said before. */
export const DELIVERY_DUE = 'due';

/** The workflow of a delivery. */
export function deliveryWorkflow(deliveryId: string, orgId: string): WorkflowDescription {
  const input: DeliverForwardInput = { deliveryId };
  const id = `forward-${deliveryId}`;
  return { workflow: 'deliverForward', id, orgId, input, wakeSignal: DELIVERY_DUE };
}
