import { sql } from 'kysely';
import { runBestEffort } from '../../platform/best-effort.ts';
import type { Db, Executor } from '../../platform/db/client.ts';
import { wakeWorkflow } from '../../platform/temporal/workflow.ts';
import { RESUMED_SIGNAL } from '../../runs/contract.ts';
import { type RunContext, signalRun } from '../../runs/start.ts';
import { provisionWorkflow } from '../../skills/contract.ts';
import { DECIDED_SIGNAL } from '../contract.ts';
import { askAgainFor, askedAgain } from '../provisioning/queries.ts';
import { agentRunKind } from '../runs/run-kind.ts';
import { releaseRun } from '../runs/state.ts';
import { lockRun, refreshWaiting, tellCallers } from '../runs/waiting.ts';

/** What a call or a run waits for that is no decision: a connection that is authorised again, or a tool that is accepted. */
export type WaitKind = 'reconnect' | 'tool_change';

/** What a call waits for that can't be sent yet and had no effect, also after the other side refused it with 401. */
export interface CallWait {
  readonly kind: WaitKind;
  /** Id of the connection or tool, which {@link endWaits} is called with. */
  readonly onId: string;
  /** In words for people: what is missing, who can mend it and where. */
  readonly detail: string;
}

/** The lock under which a wait begins or ends, so that none begins that was ended before. */
export function awaitedLock(onId: string, mode: 'ending' | 'beginning') {
  const take = sql.raw(mode === 'ending' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  return sql`select ${take}(hashtextextended(${onId}, 2))`;
}

/**
 * Ends all waits for connections or tools, in the transaction that mends them or takes them away; `gone` says, in words for
 * the model, that what a call waited for will not come back. {@link wakeWaiting} belongs behind the commit.
 */
export async function endWaits(trx: Executor, onIds: readonly string[], gone?: string): Promise<void> {
  const ids = [...new Set(onIds)].sort();
  for (const id of ids) await awaitedLock(id, 'ending').execute(trx);
  await sql`
    insert into awaited_changes (on_id) select unnest(${ids}::uuid[])
    on conflict (on_id) do update set xid = excluded.xid, at = excluded.at`.execute(trx);
  await sql`
    update run_waits set ended_at = now(), gone = ${gone ?? null}
    where on_id = any(${ids}::uuid[]) and ended_at is null`.execute(trx);
  await askAgainFor(trx, ids);
}

/** Whether something that was waited for ended in a transaction which `seen`, a snapshot, does not have yet. */
export async function hasChangedSince(trx: Executor, onId: string, seen: string): Promise<boolean> {
  const { rows } = await sql`
    select from awaited_changes where on_id = ${onId} and not pg_visible_in_snapshot(xid, ${seen}::pg_snapshot)`.execute(
    trx,
  );
  return rows.length > 0;
}

/** A wait that has ended and was not taken up yet, with its run. */
export interface EndedWait {
  readonly wait_id: string;
  readonly tool_call_id: string | null;
  /** The run. */
  readonly id: string;
  readonly restarts: number;
}

/** What it takes to wake runs. */
export interface WakeContext extends RunContext {
  readonly db: Db;
}

/** Runs woken at once. */
const TOGETHER = 20;

/** Wakes all whose waits for these connections or tools have ended. Where that fails, maintenance does the rest. */
export async function wakeWaiting(ctx: WakeContext, onIds: readonly string[]): Promise<void> {
  await runBestEffort(ctx.log, 'retry provisioning; maintenance will', async () => {
    for (const id of await askedAgain(ctx.db, onIds)) await wakeWorkflow(ctx, provisionWorkflow(id));
  });
  await runBestEffort(ctx.log, 'wake waiting runs; maintenance will', async () => {
    const waits = await unheardWaits(ctx.db, sql<boolean>`w.on_id = any(${[...onIds]}::uuid[])`);
    for (let from = 0; from < waits.length; from += TOGETHER)
      await Promise.all(waits.slice(from, from + TOGETHER).map((wait) => wakeOne(ctx, wait)));
  });
}

/** Waits that ended so long ago that the telling of it may be lost. */
export function lateWaits(db: Executor, graceSeconds: number): Promise<EndedWait[]> {
  return unheardWaits(db, sql<boolean>`w.ended_at < now() - make_interval(secs => ${graceSeconds})`);
}

async function unheardWaits(db: Executor, which: ReturnType<typeof sql<boolean>>): Promise<EndedWait[]> {
  const { rows } = await sql<EndedWait>`
    select w.id as wait_id, w.tool_call_id, r.id, r.restarts from run_waits w join agent_runs r on r.id = w.run_id
    where w.ended_at is not null and w.heard_at is null and r.completed is null and ${which} order by w.id`.execute(db);
  return rows;
}

/** What became of an ended wait: the signal by which its run's workflow goes on. */
export async function takeUp(db: Db, wait: EndedWait): Promise<{ signal: string; args: readonly string[] }> {
  await db.transaction().execute(async (trx) => {
    await lockRun(trx, wait.id);
    if (wait.tool_call_id === null) await releaseWaiting(trx, wait);
    else await readyCall(trx, wait.tool_call_id);
    await refreshWaiting(trx, wait.id);
  });
  await tellCallers(db, wait.id);
  return wait.tool_call_id === null
    ? { signal: RESUMED_SIGNAL, args: [] }
    : { signal: DECIDED_SIGNAL, args: [wait.wait_id] };
}

async function wakeOne(ctx: WakeContext, wait: EndedWait): Promise<void> {
  const { signal, args } = await takeUp(ctx.db, wait);
  await signalRun(ctx, agentRunKind, wait, signal, ...args);
}

/** Lets a run go on that was held for this wait. */
async function releaseWaiting(trx: Executor, { id, wait_id }: EndedWait): Promise<void> {
  const { rows } = await sql`
    update run_waits set heard_at = now() where id = ${wait_id} and heard_at is null returning id`.execute(trx);
  if (rows.length > 0) await releaseRun(trx, id, undefined);
}

/** A call that waits for nothing any more is to be made. */
async function readyCall(trx: Executor, callId: string): Promise<void> {
  await sql`
    update tool_calls c set status = 'ready' where c.id = ${callId} and c.status = 'waiting'
      and not exists (select from run_waits w where w.tool_call_id = c.id and w.ended_at is null)
      and not exists (select from approval_requests q where q.tool_call_id = c.id and q.status = 'pending')`.execute(
    trx,
  );
}

/** Stores that a call has read that its wait ended: its run is not woken for it again. */
export async function acknowledgeWait(db: Executor, waitId: string): Promise<void> {
  await sql`update run_waits set heard_at = now() where id = ${waitId} and heard_at is null`.execute(db);
}

/** Forgets what ended so long ago that no attempt which has not seen it can be under way. */
export async function forgetOldChanges(db: Executor): Promise<void> {
  await sql`delete from awaited_changes where at < now() - interval '1 day'`.execute(db);
}
