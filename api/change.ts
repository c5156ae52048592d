import type { Changed } from '../src/audit/change.ts';
import type { ChangeAudience } from '../src/audit/change-events.ts';
import type { AuditScope } from '../src/audit/contract.ts';
import type { Executor } from '../src/platform/db/client.ts';

/** Details that a handler adds to its audit event. */
export interface AuditDetails {
  /** The changed resource. */
  readonly resource: { readonly type: string; readonly id: string };
  /** Name of the resource, for the event's message. */
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Changed values; never secrets, prompts, messages or tool arguments. */
  readonly payload?: object;
  /** Scope of the event. Defaults to the scope of the path. */
  readonly scope?: AuditScope;
  /** User who made the change, if the request carries no credential. */
  readonly userId?: string;
  /** Recipients of the change event. Defaults to those of the resource or the operation. */
  readonly audience?: ChangeAudience;
}

/** Runs an operation's change with its declared audit event. */
export interface Change {
  /** Runs `work` in a transaction and inserts the event it returns as the last statement. */
  <R>(work: (trx: Executor) => Promise<Changed<R, AuditDetails>>): Promise<R>;
  /** Declares that the request succeeds without a change, as a repeated one does. */
  none(): void;
}
