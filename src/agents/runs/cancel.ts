import { sql } from 'kysely';
import type { Db, Executor } from '../../platform/db/client.ts';
import { markStopping } from '../../runs/stop.ts';
import { releaseCredits } from '../../usage/reservations.ts';
import { toEndEvents } from '../calls/calls.ts';
import { cancelOpenCalls } from '../calls/settle.ts';
import { childRuns, endChildRuns, lockDescendants, selectTree, stopChildRuns } from '../tools/child-runs.ts';
import { appendEvents } from './events.ts';
import { lockRun } from './waiting.ts';

/** What a stopped run had done and spent. */
interface CancelReceipt {
  /** Tool calls that were prevented. */
  readonly stopped: readonly ReceiptCall[];
  /** Calls that took effect before the stop. */
  readonly done: readonly ReceiptCall[];
  /** Calls whose effect is unknown. */
  readonly unknown: readonly ReceiptCall[];
  readonly spent: RunCost;
}

/** Cost of the model calls of a run and its descendants. */
interface RunCost {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Exact decimal. */
  readonly charged_credits: string;
  /** Whether a part of it is estimated. */
  readonly estimated: boolean;
}

/** A call in the receipt of a cancelled run. */
interface ReceiptCall {
  readonly tool_call_id: string;
  readonly tool_name: string;
  readonly detail: string | null;
}

/**
 * Marks runs and all their descendants as stopping, level by level, and cancels undecided requests. Requires the runs'
 * locks.
 */
export async function beginStop(trx: Executor, runIds: readonly string[]): Promise<void> {
  await stopRuns(trx, [...runIds, ...(await lockDescendants(trx, runIds))]);
}

/** Marks all descendants of an ended run as stopping. Requires its lock. */
export async function stopDescendants(trx: Executor, runId: string): Promise<void> {
  const descendants = await lockDescendants(trx, [runId]);
  if (descendants.length > 0) await stopRuns(trx, descendants);
}

async function stopRuns(trx: Executor, runIds: readonly string[]): Promise<void> {
  await cancelOpenCalls(trx, runIds, ['waiting']);
  await stopChildRuns(trx, runIds);
  await markStopping(trx, 'agent_runs', runIds);
}

/**
 * Stores that a run has stopped. Its output so far stays. Open descendants never began, or lost their workflow: they
 * end too. No effect on an ended run.
 */
export function confirmCancel(db: Db, runId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, runId);
    for (const id of [runId, ...(await lockDescendants(trx, [runId]))]) await endAsCancelled(trx, id);
  });
}

async function endAsCancelled(trx: Executor, runId: string): Promise<void> {
  await cancelOpenCalls(trx, [runId]);
  await endChildRuns(trx, runId);
  await releaseCredits(trx, 'agent_runs', runId);
  const partialOutput = await findPartialText(trx, runId);
  const run = await trx
    .updateTable('agent_runs')
    .set({
      status: 'cancelled',
      waiting_for: null,
      pending_answer: null,
      completed: sql<Date>`now()`,
      output: sql<string | null>`coalesce(output, ${partialOutput})`,
    })
    .where('id', '=', runId)
    .where('completed', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (run) await appendEvents(trx, runId, toEndEvents(run, run.turns, null));
}

/** Finds the text of the interrupted or last turn of a run. Null for none. */
async function findPartialText(db: Executor, runId: string): Promise<string | null> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(e.payload ->> 'text', '' order by e.seq) as text from run_events e
    where e.run_id = ${runId} and e.kind = 'text'
      and e.turn = (select max(turn) from run_events where run_id = ${runId} and kind = 'text')
      and e.seq > coalesce((select max(seq) from run_events where run_id = ${runId} and kind = 'turn_restarted'), 0)`.execute(
    db,
  );
  return rows[0]?.text ?? null;
}

/** Builds the receipt of a stopped run and its descendants from their rows. */
export async function buildCancelReceipt(db: Executor, runId: string): Promise<CancelReceipt> {
  const tree = selectTree(sql`${runId}::uuid`);
  const { rows } = await sql<ReceiptCall & { kind: 'stopped' | 'done' | 'unknown' }>`
    with recursive ${tree}
    select c.id as tool_call_id, c.tool_name, e.detail,
      case when e.status in ('sent', 'unknown') then 'unknown' when 'cancelled' in (c.status, c.outcome) then 'stopped' else 'done' end as kind
    from tree join tool_calls c on c.run_id = tree.id left join effects e on e.tool_call_id = c.id
    where (c.status = 'cancelled' or e.status in ('sent', 'unknown', 'done') or c.outcome = 'cancelled')
    order by c.run_id, c.turn, c.position`.execute(db);
  const spent = await sql<RunCost>`
    with recursive ${tree}
    select sum(u.input_tokens)::int as input_tokens, sum(u.output_tokens)::int as output_tokens,
      sum(u.charged_credits) as charged_credits, bool_or(u.usage_estimated) as estimated
    from (
      select input_tokens, output_tokens, charged_credits, usage_estimated from agent_runs where id = ${runId}
      union all
      select t.input_tokens, t.output_tokens, t.charged_credits, t.usage_estimated
      from tree join tool_calls c on c.run_id = tree.id join ${childRuns} t on t.tool_call_id = c.id) u`.execute(db);
  const [total] = spent.rows;
  if (!total) throw new Error(`run ${runId} is missing`);
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind).map(({ kind: _, ...call }) => call);
  return { stopped: ofKind('stopped'), done: ofKind('done'), unknown: ofKind('unknown'), spent: total };
}
