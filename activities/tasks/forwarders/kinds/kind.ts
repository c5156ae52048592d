import type { AttemptOutcome, PendingDelivery } from '../../../../src/tasks/forwarders/attempts.ts';
import type { ForwarderType } from '../../../../src/tasks/forwarders/kinds/index.ts';
import type { ForwardedRun } from '../../../../src/tasks/forwarders/message.ts';
import type { ActivityContext } from '../../../context.ts';

/** What is to be delivered. */
export interface OutgoingDelivery {
  readonly delivery: PendingDelivery;
  readonly run: ForwardedRun;
}

/** The acting part of a kind of forwarders. */
export interface ForwarderSender {
  readonly name: ForwarderType;
  /** Tries once, in bounded time. Whatever the receiver does is an outcome; it throws only what is ours. */
  send(ctx: ActivityContext, outgoing: OutgoingDelivery, signal: AbortSignal): Promise<AttemptOutcome>;
}
