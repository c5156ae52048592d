import { email } from './email.ts';
import type { ActingForwarder } from './kind.ts';
import { webhook } from './webhook.ts';

/** The acting parts of all kinds of forwarders. */
export const ACTING_FORWARDERS: readonly ActingForwarder[] = [email, webhook];

/** The acting part of a forwarder's kind. */
export function actingForwarder(type: string): ActingForwarder {
  const kind = ACTING_FORWARDERS.find(({ name }) => name === type);
  if (!kind) throw new Error(`nothing delivers to forwarders of type ${type}`);
  return kind;
}
