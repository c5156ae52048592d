import type { RawBuilder } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import { type PendingEvent, recordPendingEvent, storePendingEvent } from '../audit/pending-events.ts';
import { MAX_CALL_DEPTH } from '../platform/call-depth.ts';
import type { Executor } from '../platform/db/client.ts';
import { attachKeyToRun } from '../platform/idempotency.ts';
import type { ModelCatalog } from '../platform/models/catalog.ts';
import { runErrors } from './errors.ts';
import type { RunKind } from './kind.ts';
import { type RunContext, startRun } from './start.ts';
import { traceAcceptance } from './traces.ts';

/** Dependencies of accepting a run. */
export interface AcceptContext extends RunContext {
  readonly config: { readonly trialEndStopsRuns: boolean };
}

/** Dependencies of accepting a run that calls models. */
export interface ModelAcceptContext extends AcceptContext {
  readonly models: ModelCatalog;
}

/** Request to start a run. Its permission was already checked. */
export interface RunRequest<T = unknown> {
  /** Id of the run, known before the run is stored so that a request can wait for it. */
  readonly id: string;
  /** Starter of the run, with its grants. */
  readonly principal: Principal;
  /** OAuth client that starts the run as its project; null for a user's run. */
  readonly clientId: string | null;
  readonly triggerType: string;
  /** Trigger that starts the run, if any. */
  readonly triggerId?: string;
  /** Number of runs above it that called through the API. Default 0. */
  readonly depth?: number;
  /** Fairness key, if not the organization. */
  readonly share?: string;
  /** Audit event of the start, if any. */
  readonly event?: PendingEvent | undefined;
  /** Owner of the Idempotency-Key. Storing the run with the key lets a repeat find it. */
  readonly keyOwner: string | undefined;
  /** Reads the accepted run before any worker can start it. */
  readonly onAccepted?: ((trx: Executor) => Promise<T>) | undefined;
}

/** Statement that stores the audit event of a run's start, if there is one. */
export function storeStartedEvent(
  { event, triggerType, triggerId }: RunRequest,
  of: Readonly<Record<string, string>>,
): RawBuilder<unknown> | undefined {
  if (event === undefined) return undefined;
  const trigger = triggerId === undefined ? {} : { trigger_id: triggerId };
  const payload = { ...event.payload, ...of, trigger_type: triggerType, ...trigger };
  return storePendingEvent({ ...event, payload });
}

/** Statement that stores part of a run. */
export type Insert = (db: Executor) => Promise<unknown>;

/** Run whose row is committed. */
export interface Accepted<T = unknown> {
  /** Result of `onAccepted`, if the request has it. */
  readonly accepted?: T | undefined;
  /** Resolves when the run's workflow is started or left to maintenance. */
  readonly started: Promise<void>;
}

/** Run stored in the caller's transaction. */
export interface Stored {
  /** Starts the workflow. Call it after the commit; otherwise maintenance starts the workflow. */
  start(): Promise<void>;
}

/** Throws a 409 if a run that a call starts is too deep below others. */
function assertDepth(depth = 0): void {
  if (depth > MAX_CALL_DEPTH) throw runErrors.tooDeep(MAX_CALL_DEPTH);
}

/**
 * Stores a run with all its rows, in one transaction if there are several statements, and starts its workflow. Throws a
 * 409 beyond the maximum depth of calls.
 */
export async function acceptRun<T>(
  ctx: AcceptContext,
  kind: RunKind,
  { id, triggerType, keyOwner, share, onAccepted, event, depth }: RunRequest<T>,
  orgId: string,
  ...inserts: readonly Insert[]
): Promise<Accepted<T>> {
  assertDepth(depth);
  const attachKey = keyOwner === undefined ? [] : [(db: Executor) => attachKeyToRun(db, keyOwner, id)];
  const storeEvent = event === undefined ? [] : [(db: Executor) => recordPendingEvent(db, event)];
  const steps = [...inserts, ...storeEvent, ...attachKey];
  const insert = async (db: Executor) => {
    for (const step of steps) await step(db);
    return onAccepted?.(db);
  };
  return traceAcceptance(kind, { id, triggerType }, async () => {
    const isTransaction = steps.length > 1 || onAccepted !== undefined;
    const accepted = await (isTransaction ? ctx.db.transaction().execute(insert) : insert(ctx.db));
    return { accepted, started: startRun(ctx, kind, id, share ?? orgId) };
  });
}

/** Stores a run with all its rows in the caller's transaction. Throws a 409 beyond the maximum depth of calls. */
export async function storeRun(
  ctx: AcceptContext,
  trx: Executor,
  kind: RunKind,
  { id, triggerType, orgId, depth }: Pick<RunRequest, 'id' | 'triggerType' | 'depth'> & { readonly orgId: string },
  ...inserts: readonly Insert[]
): Promise<Stored> {
  assertDepth(depth);
  await traceAcceptance(kind, { id, triggerType }, async () => {
    for (const insert of inserts) await insert(trx);
  });
  return { start: () => startRun(ctx, kind, id, orgId) };
}
