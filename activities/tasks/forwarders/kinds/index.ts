import { email } from './email.ts';
import type { ForwarderSender } from './kind.ts';
import { webhook } from './webhook.ts';

/** The senders of all forwarder types. */
const FORWARDER_SENDERS: readonly ForwarderSender[] = [email, webhook];

/** Returns the sender of a forwarder type. */
export function getForwarderSender(type: string): ForwarderSender {
  const kind = FORWARDER_SENDERS.find(({ name }) => name === type);
  if (!kind) throw new Error(`no sender for forwarders of type ${type}`);
  return kind;
}
