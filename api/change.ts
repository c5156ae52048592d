import type { Place } from '../src/audit/chain.ts';
import type { Changed } from '../src/audit/change.ts';
import type { ChangeAudience } from '../src/audit/change-events.ts';
import type { Executor } from '../src/platform/db/client.ts';

/** What a handler tells of its change. */
export interface AuditDetails {
  /** What was changed. */
  readonly resource: { readonly type: string; readonly id: string };
  /** Its name, for the event's message. */
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** What changed; never secrets, prompts, messages or arguments of tools. */
  readonly payload?: object;
  /** Where the event stands; where the path says when it is left out. */
  readonly scope?: Place;
  /** The user who did it, where the request came without a credential. */
  readonly userId?: string;
  /** Who learns of it at once, where neither the resource nor the operation says it. */
  readonly audience?: ChangeAudience;
}

/** Makes the change of an operation, with the event that it declares. */
export interface Change {
  /** Runs `work` in a transaction and writes the event that it answers as the transaction's last statement. */
  <R>(work: (trx: Executor) => Promise<Changed<R, AuditDetails>>): Promise<R>;
  /** Says that the request succeeds without any change, as a repeat does. */
  none(): void;
}
