import type { NewFile } from '../../src/files/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import type { RunError } from '../../src/runs/contract.ts';
import type { ActivityContext } from '../context.ts';

/** Result of a child run. */
export interface ChildRunResult {
  readonly outcome: 'success' | 'error' | 'cancelled';
  readonly result: unknown;
  /** Files that the run created, in blobs of their own, which the caller's run receives. */
  readonly files?: readonly NewFile[];
}

/** Handlers of a module whose runs make calls, for the child runs that respond to them. */
export interface Callers {
  /** Error if the call must not be made any more; undefined if it may. */
  findRejection(callId: string): Promise<RunError | undefined>;
  /** Copies what the child run waits for to the run of the call. */
  refresh(callId: string): Promise<void>;
  /**
   * Settles a call in the transaction in which `end` stores the result of its run; does nothing if it had already
   * ended.
   */
  settle(callId: string, end: (trx: Executor) => Promise<ChildRunResult | undefined>): Promise<void>;
}

/** Handlers of the module whose runs make calls. */
export function getCallers(
  ctx: ActivityContext,
  modules: readonly { readonly callers?: (ctx: ActivityContext) => Callers }[],
): Callers {
  const [callers] = modules.flatMap((module) => module.callers?.(ctx) ?? []);
  if (!callers) throw new Error('no module makes calls');
  return callers;
}
