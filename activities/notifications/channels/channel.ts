import type { NotificationMessage } from '../../../src/notifications/contract.ts';
import type { Message } from '../../../src/platform/messages.ts';
import type { ActivityContext } from '../../context.ts';

/** Message to a recipient. The ID is the same in every attempt. */
export interface OutgoingMessage extends NotificationMessage {
  readonly id: string;
}

/** Way to deliver notifications. A channel is a file here, and a name in src/notifications/contract.ts. */
export interface Channel {
  /**
   * Reserves a delivery within the recipient's limit. Returns 0, or the milliseconds until the limit allows another.
   */
  reserve(ctx: ActivityContext, address: string): Promise<number>;
  /** Returns an unused reservation. */
  release(ctx: ActivityContext, address: string): Promise<void>;
  /** Problem for people while the limit is reached. */
  readonly limitProblem: Message;
  /** Sends a message once. Throws if the recipient's server does not accept it. */
  send(ctx: ActivityContext, address: string, message: OutgoingMessage): Promise<void>;
  /** Whether no further attempt can succeed. */
  isPermanent(error: unknown): boolean;
  /** Problem for people. Contains no texts of servers, which may reveal internals. */
  toProblem(error: unknown): Message;
}
