import type { Asker } from '../access/holdings.ts';
import type { Db, Executor } from '../platform/db/client.ts';
import { tieKeyToRun } from '../platform/idempotency.ts';
import type { ModelCatalogue } from '../platform/models/catalogue.ts';
import type { RunKind } from './kind.ts';
import { type RunContext, startRun } from './start.ts';

/** What accepting a run stands on. */
export interface AcceptContext extends RunContext {
  readonly db: Db;
  readonly config: { readonly trialEndStopsRuns: boolean };
}

/** What accepting a run that asks models stands on. */
export interface ModelAcceptContext extends AcceptContext {
  readonly models: ModelCatalogue;
}

/** Who has a run made. That they may run what it is of is proved before. */
export interface Order {
  /** Id of the run: whoever waits for it can begin to before it is there. */
  readonly id: string;
  /** Who starts it, and what they hold. */
  readonly asker: Asker;
  /** OAuth client that it is started with as its project; null for a user's run. */
  readonly clientId: string | null;
  readonly triggerType: string;
  /** The trigger that starts it, where one does. */
  readonly triggerId?: string;
  /** With whose runs it takes turns, where those are not its organization's. */
  readonly share?: string;
  /** Holds the key that a repeat would carry: tied to the run, the repeat finds it. */
  readonly keyOwner: string | undefined;
  /** Reads the run as it is accepted, before anybody can begin it. */
  readonly look?: (trx: Executor) => Promise<unknown>;
}

/** A statement that stores something of a run. */
export type Insert = (db: Executor) => Promise<unknown>;

/** A run whose row is committed. */
export interface Accepted {
  /** Ends when its workflow is started, or left to the reconciler. */
  readonly started: Promise<void>;
}

/** A run that is stored in a transaction of somebody else's. */
export interface Stored {
  /** Starts its workflow; to be called once that transaction is committed. Left out, the reconciler does. */
  start(): Promise<void>;
}

/** Stores a run with all that belongs to it, in one transaction where that is more than one statement, and starts it. */
export async function acceptRun(
  ctx: AcceptContext,
  kind: RunKind,
  { id, keyOwner, share, look }: Order,
  orgId: string,
  ...inserts: readonly Insert[]
): Promise<Accepted> {
  const tie = keyOwner === undefined ? [] : [(db: Executor) => tieKeyToRun(db, keyOwner, id)];
  const steps = [...inserts, ...tie, ...(look ? [look] : [])];
  const insert = async (db: Executor) => {
    for (const step of steps) await step(db);
  };
  await (steps.length > 1 ? ctx.db.transaction().execute(insert) : insert(ctx.db));
  return { started: startRun(ctx, kind, id, share ?? orgId) };
}

/** Stores a run with all that belongs to it in a transaction that goes on after. */
export async function storeRun(
  ctx: RunContext,
  trx: Executor,
  kind: RunKind,
  { id, orgId }: { readonly id: string; readonly orgId: string },
  ...inserts: readonly Insert[]
): Promise<Stored> {
  for (const insert of inserts) await insert(trx);
  return { start: () => startRun(ctx, kind, id, orgId) };
}
