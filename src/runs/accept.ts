import type { Principal } from '../access/principal-grants.ts';
import { type PendingEvent, recordPendingEvent } from '../audit/pending-events.ts';
import type { Executor } from '../platform/db/client.ts';
import { tieKeyToRun } from '../platform/idempotency.ts';
import type { ModelCatalogue } from '../platform/models/catalogue.ts';
import type { RunKind } from './kind.ts';
import { type RunContext, startRun } from './start.ts';

/** What accepting a run stands on. */
export interface AcceptContext extends RunContext {
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
  readonly principal: Principal;
  /** OAuth client that it is started with as its project; null for a user's run. */
  readonly clientId: string | null;
  readonly triggerType: string;
  /** The trigger that starts it, where one does. */
  readonly triggerId?: string;
  /** With whose runs it takes turns, where those are not its organization's. */
  readonly share?: string;
  /** What the audit is told of its start; nothing where it is left out. */
  readonly event?: PendingEvent | undefined;
  /** Holds the key that a repeat would carry: tied to the run, the repeat finds it. */
  readonly keyOwner: string | undefined;
  /** Reads the run as it is accepted, before anybody can begin it. */
  readonly look?: (trx: Executor) => Promise<unknown>;
}

/** What the audit is told of the start of a run of something that has revisions. */
export function startedEvent(
  { event, triggerType, triggerId }: Order,
  of: Readonly<Record<string, string>>,
): PendingEvent | undefined {
  if (event === undefined) return undefined;
  const trigger = triggerId === undefined ? {} : { trigger_id: triggerId };
  return { ...event, payload: { ...event.payload, ...of, trigger_type: triggerType, ...trigger } };
}

/** A statement that stores something of a run. */
export type Insert = (db: Executor) => Promise<unknown>;

/** A run whose row is committed. */
export interface Accepted {
  /** Ends when the run's workflow is started, or left to maintenance. */
  readonly started: Promise<void>;
}

/** A run that is stored in a transaction of its caller. */
export interface Stored {
  /** Starts the workflow; call it after the commit. If it is never called, maintenance starts the workflow. */
  start(): Promise<void>;
}

/** Stores a run with all that belongs to it, in one transaction if that is more than one statement, and starts its workflow. */
export async function acceptRun(
  ctx: AcceptContext,
  kind: RunKind,
  { id, keyOwner, share, look, event }: Order,
  orgId: string,
  ...inserts: readonly Insert[]
): Promise<Accepted> {
  const tie = keyOwner === undefined ? [] : [(db: Executor) => tieKeyToRun(db, keyOwner, id)];
  const later = event === undefined ? [] : [(db: Executor) => recordPendingEvent(db, event)];
  const steps = [...inserts, ...later, ...tie, ...(look ? [look] : [])];
  const insert = async (db: Executor) => {
    for (const step of steps) await step(db);
  };
  await (steps.length > 1 ? ctx.db.transaction().execute(insert) : insert(ctx.db));
  return { started: startRun(ctx, kind, id, share ?? orgId) };
}

/** Stores a run with all that belongs to it in a transaction of the caller. */
export async function storeRun(
  ctx: AcceptContext,
  trx: Executor,
  kind: RunKind,
  { id, orgId }: { readonly id: string; readonly orgId: string },
  ...inserts: readonly Insert[]
): Promise<Stored> {
  for (const insert of inserts) await insert(trx);
  return { start: () => startRun(ctx, kind, id, orgId) };
}
