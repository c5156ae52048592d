import { sql } from 'kysely';
import { runBestEffort } from '../../platform/best-effort.ts';
import type { Db, Executor } from '../../platform/db/client.ts';
import type { Message } from '../../platform/messages.ts';
import { wakeWorkflow } from '../../platform/temporal/workflow.ts';
import { RESUMED_SIGNAL } from '../../runs/contract.ts';
import { type RunContext, signalRun } from '../../runs/start.ts';
import { provisionWorkflow } from '../../skills/contract.ts';
import { DECIDED_SIGNAL } from '../contract.ts';
import { listPendingProvisionings } from '../provisioning/queries.ts';
import { agentRunKind } from '../runs/run-kind.ts';
import { releaseRun } from '../runs/state.ts';
import { lockRun, refreshCallers, refreshWaiting } from '../runs/waiting.ts';

/** Kinds of waits other than decisions: for authorization of a connection, or acceptance of a tool. */
export type WaitKind = 'reconnect' | 'tool_change';

/** Wait of a call that cannot be sent yet and had no effect, even if the server rejected it with 401. */
export interface CallWait {
  readonly kind: WaitKind;
  /** ID of the connection or tool, an argument of `endWaits`. */
  readonly onId: string;
  /** Message for people: what is missing, who can fix it and where. */
  readonly detail: Message;
}

/** An ended wait that was not acknowledged yet, with its run. */
interface EndedWait {
  readonly wait_id: string;
  readonly tool_call_id: string | null;
  /** ID of the run. */
  readonly id: string;
  readonly restarts: number;
}

/** Dependencies of waking runs. */
interface WakeContext extends RunContext {
  readonly db: Db;
}

/** Number of runs woken in parallel. */
const MAX_PARALLEL_WAKES = 20;

/** Wakes runs whose waits for these connections or tools have ended. Maintenance repeats failures. */
export async function wakeWaitingRuns(ctx: WakeContext, onIds: readonly string[]): Promise<void> {
  await runBestEffort(ctx.log, 'retry provisioning; maintenance will', async () => {
    for (const id of await listPendingProvisionings(ctx.db, onIds)) await wakeWorkflow(ctx, provisionWorkflow(id));
  });
  await runBestEffort(ctx.log, 'wake waiting runs; maintenance will', async () => {
    const waits = await listUnacknowledgedWaits(ctx.db, sql<boolean>`w.on_id = any(${[...onIds]}::uuid[])`);
    for (let from = 0; from < waits.length; from += MAX_PARALLEL_WAKES)
      await Promise.all(waits.slice(from, from + MAX_PARALLEL_WAKES).map((wait) => wakeRun(ctx, wait)));
  });
}

/** Lists ended waits whose signal may be lost. */
export function listOverdueWaits(db: Executor, graceSeconds: number): Promise<EndedWait[]> {
  return listUnacknowledgedWaits(db, sql<boolean>`w.ended_at < now() - make_interval(secs => ${graceSeconds})`);
}

async function listUnacknowledgedWaits(db: Executor, condition: ReturnType<typeof sql<boolean>>): Promise<EndedWait[]> {
  const { rows } = await sql<EndedWait>`
    select w.id as wait_id, w.tool_call_id, r.id, r.restarts from run_waits w join agent_runs r on r.id = w.run_id
    where w.ended_at is not null and w.heard_at is null and r.completed is null and ${condition} order by w.id`.execute(
    db,
  );
  return rows;
}

/** Ends a wait in the database. Returns the signal that resumes the run's workflow. */
export async function resumeWait(db: Db, wait: EndedWait): Promise<{ signal: string; args: readonly string[] }> {
  await db.transaction().execute(async (trx) => {
    await lockRun(trx, wait.id);
    if (wait.tool_call_id === null) await releaseWaiting(trx, wait);
    else await markCallReady(trx, wait.tool_call_id);
    await refreshWaiting(trx, wait.id);
  });
  await refreshCallers(db, wait.id);
  return wait.tool_call_id === null
    ? { signal: RESUMED_SIGNAL, args: [] }
    : { signal: DECIDED_SIGNAL, args: [wait.wait_id] };
}

async function wakeRun(ctx: WakeContext, wait: EndedWait): Promise<void> {
  const { signal, args } = await resumeWait(ctx.db, wait);
  await signalRun(ctx, agentRunKind, wait, signal, ...args);
}

/** Resumes a run that was held for this wait. */
async function releaseWaiting(trx: Executor, { id, wait_id }: EndedWait): Promise<void> {
  const { rows } = await sql`
    update run_waits set heard_at = now() where id = ${wait_id} and heard_at is null returning id`.execute(trx);
  if (rows.length > 0) await releaseRun(trx, id, undefined);
}

/** Marks a call that no longer waits as ready. */
async function markCallReady(trx: Executor, callId: string): Promise<void> {
  await sql`
    update tool_calls c set status = 'ready' where c.id = ${callId} and c.status = 'waiting'
      and not exists (select from run_waits w where w.tool_call_id = c.id and w.ended_at is null)
      and not exists (select from approval_requests q where q.tool_call_id = c.id and q.status = 'pending')`.execute(
    trx,
  );
}

/** Marks the end of a wait as read by its call. The run is not signalled for it again. */
export async function acknowledgeWait(db: Executor, waitId: string): Promise<void> {
  await sql`update run_waits set heard_at = now() where id = ${waitId} and heard_at is null`.execute(db);
}
