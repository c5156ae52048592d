import type { AttemptOutcome, PendingDelivery } from '../../../../src/tasks/forwarders/attempts.ts';
import type { ForwarderType } from '../../../../src/tasks/forwarders/kinds/index.ts';
import type { ForwardedRun } from '../../../../src/tasks/forwarders/message.ts';
import type { ActivityContext } from '../../../context.ts';

/** A delivery with its run. */
interface OutgoingDelivery {
  readonly delivery: PendingDelivery;
  readonly run: ForwardedRun;
}

/** Sends deliveries of one forwarder type. */
export interface ForwarderSender {
  readonly name: ForwarderType;
  /** Sends once, in bounded time. Failures of the receiver are outcomes; only internal errors are thrown. */
  send(ctx: ActivityContext, outgoing: OutgoingDelivery, signal: AbortSignal): Promise<AttemptOutcome>;
}
