import { email } from './email.ts';
import type { ForwarderSender } from './kind.ts';
import { webhook } from './webhook.ts';

/** The acting parts of all kinds of forwarders. */
export const FORWARDER_SENDERS: readonly ForwarderSender[] = [email, webhook];

/** The acting part of a forwarder's kind. */
export function getForwarderSender(type: string): ForwarderSender {
  const kind = FORWARDER_SENDERS.find(({ name }) => name === type);
  if (!kind) throw new Error(`nothing delivers to forwarders of type ${type}`);
  return kind;
}
