import { sql } from 'kysely';
import { hasChangedSince, toWaitLock } from '../../connections/waits.ts';
import { type Db, type Executor, json } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import { type Message, toMessageFields } from '../../platform/messages.ts';
import { toRunError } from '../../runs/errors.ts';
import type { ProviderWait } from '../../runs/provider-wait.ts';
import { combineWaits } from '../../runs/wait-messages.ts';
import type { PendingApproval } from '../contract.ts';
import { appendEvents } from '../runs/events.ts';
import { holdRun } from '../runs/state.ts';
import { lockRun, refreshWaiting } from '../runs/waiting.ts';
import { CALL_IS_ACTIVE, type CallInRun } from './calls.ts';
import { effectMessages } from './effects.ts';
import type { CallWait, WaitKind } from './waits.ts';

/**
 * Parks a call until its wait ends, in one transaction. If sending `sent` did nothing, the effect can be sent again.
 * Returns undefined if the call must be reloaded: its wait ended meanwhile, or another attempt was faster.
 */
export function parkCall(
  db: Db,
  { call, run, seen }: CallInRun,
  { kind, onId, detail }: CallWait,
  sent?: number,
): Promise<PendingApproval | undefined> {
  return db.transaction().execute(async (trx) => {
    await toWaitLock(onId, 'beginning').execute(trx);
    await lockRun(trx, run.id);
    if (!(await canPark(trx, call.id))) return undefined;
    if (sent !== undefined && !(await revokeMark(trx, call.id, sent))) return undefined;
    if (await hasChangedSince(trx, onId, seen)) return undefined;
    const requestId = await insertWait(trx, { runId: run.id, callId: call.id, kind, onId, detail });
    const parked = { status: 'waiting', provider_wait: null, awaited_outages: null } as const;
    await trx.updateTable('tool_calls').set(parked).where('id', '=', call.id).execute();
    const { id: tool_call_id, tool_name } = call;
    const payload = { tool_call_id, tool_name, kind, waits_on: onId, ...toMessageFields('detail', detail) };
    await appendEvents(trx, run.id, [{ kind: 'call_parked', turn: call.turn, payload }]);
    await refreshWaiting(trx, run.id);
    return { requestId };
  });
}

/**
 * Stores that a call waits for its connection. Revokes the mark if sending `sent` did not happen. Returns false if the
 * call must be reloaded: it or its run has ended, or another attempt has taken over.
 */
export function storeCallWait(
  db: Db,
  { call, run }: CallInRun,
  { waitingFor, outages }: ProviderWait,
  sent?: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, run.id);
    if (!(await canPark(trx, call.id))) return false;
    if (sent !== undefined && !(await revokeMark(trx, call.id, sent))) return false;
    const wait = { provider_wait: json(waitingFor), awaited_outages: outages && [...outages] };
    await trx.updateTable('tool_calls').set(wait).where('id', '=', call.id).execute();
    await refreshWaiting(trx, run.id);
    return true;
  });
}

/** Returns whether a call is still open and no other attempt has parked it. */
async function canPark(trx: Executor, callId: string): Promise<boolean> {
  const { rows } = await sql`
    select from tool_calls c join agent_runs r on r.id = c.run_id
    where c.id = ${callId} and ${CALL_IS_ACTIVE}
      and not exists (select from run_waits w where w.tool_call_id = c.id and w.ended_at is null)
      and not exists (select from approval_requests q where q.tool_call_id = c.id and q.status = 'pending')`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * Allows another sending of an effect whose sending did nothing. Returns false if the mark belongs to another attempt.
 */
async function revokeMark(trx: Executor, callId: string, attempt: number): Promise<boolean> {
  const { rows } = await sql`
    update effects set status = 'intended', detail = ${json(effectMessages.effect_refused)}
    where tool_call_id = ${callId} and status = 'sent' and attempts = ${attempt} returning tool_call_id`.execute(trx);
  return rows.length > 0;
}

interface NewWait {
  readonly runId: string;
  /** ID of the call. Undefined if the whole run waits. */
  readonly callId?: string;
  readonly kind: WaitKind;
  readonly onId: string;
  readonly detail: Message;
}

async function insertWait(trx: Executor, { runId, callId, kind, onId, detail }: NewWait): Promise<string> {
  const id = newId();
  const wait = { id, run_id: runId, tool_call_id: callId ?? null, kind, on_id: onId, detail: json(detail) };
  await trx.insertInto('run_waits').values(wait).execute();
  return id;
}

/** Thrown if a turn cannot begin because a requirement is not authorized: its run is held until one is. */
export class AuthorizationMissing extends Error {
  override readonly name = 'TurnMustWait';
  readonly missing: readonly MissingAuthorization[];

  constructor(missing: readonly MissingAuthorization[]) {
    super('a requirement of the turn is not authorized');
    this.missing = missing;
  }
}

/** A connection that a turn requires and nobody has authorized. */
export interface MissingAuthorization {
  /** ID of the connection, an argument of `endWaits`. */
  readonly onId: string;
  /** Message for people: what is missing, who can authorize it and where. */
  readonly detail: Message;
}

/**
 * Holds a run whose turn cannot begin until a requirement is authorized. The run resumes when one is. `seen` is the
 * snapshot before the check. Returns false if one was authorized since.
 */
export function holdRunForReconnect(
  db: Db,
  { id, seen }: { readonly id: string; readonly seen: string },
  { missing }: AuthorizationMissing,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const sorted = missing.toSorted((a, b) => (a.onId < b.onId ? -1 : 1));
    for (const { onId } of sorted) await toWaitLock(onId, 'beginning').execute(trx);
    await lockRun(trx, id);
    for (const { onId } of sorted) if (await hasChangedSince(trx, onId, seen)) return false;
    await sql`
      update run_waits set ended_at = coalesce(ended_at, now()), heard_at = now()
      where run_id = ${id} and tool_call_id is null and heard_at is null`.execute(trx);
    for (const wait of missing) await insertWait(trx, { runId: id, kind: 'reconnect', ...wait });
    const error = toRunError('RECONNECT_NEEDED', combineWaits(missing.map(({ detail }) => detail)));
    await holdRun(trx, id, error, 'reconnect');
    return true;
  });
}
