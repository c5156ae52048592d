import type { NewFile } from '../../src/files/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import type { RunError } from '../../src/runs/contract.ts';
import type { ActivityContext } from '../context.ts';

/** The result of a child run. */
export interface ChildRunResult {
  readonly outcome: 'success' | 'error' | 'cancelled';
  readonly result: unknown;
  /** Files that the run made, in blobs of their own, which the caller's run gets. */
  readonly files?: readonly NewFile[];
}

/** What a module whose runs make calls does for the runs that answer them, of whatever kind those are. */
export interface Callers {
  /** Why a call must not be made any more; undefined where nothing stands against it. */
  findRejection(callId: string): Promise<RunError | undefined>;
  /** Has the run of a call show what the run that answers it waits for. */
  refresh(callId: string): Promise<void>;
  /** Settles a call in the transaction in which `end` stores how its run ended; nothing where that had ended before. */
  settle(callId: string, end: (trx: Executor) => Promise<ChildRunResult | undefined>): Promise<void>;
}

/** The module whose runs make calls. */
export function getCallers(
  ctx: ActivityContext,
  modules: readonly { readonly callers?: (ctx: ActivityContext) => Callers }[],
): Callers {
  const [callers] = modules.flatMap((module) => module.callers?.(ctx) ?? []);
  if (!callers) throw new Error('no module makes calls');
  return callers;
}
