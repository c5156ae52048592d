import { sql } from 'kysely';
import type { AuditStep } from '../../audit/chain.ts';
import { untilEmpty } from '../../platform/db/batches.ts';
import type { Db, Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import { tieKeyToRun } from '../../platform/idempotency.ts';
import type { RunRef } from '../../platform/temporal/starter.ts';
import { STOP_BATCH, stopTaskRuns } from '../../tasks/runs.ts';
import { releaseCredits } from '../../usage/reservations.ts';
import { cancelOpenCalls, endEvents } from '../calls/calls.ts';
import { childRuns, endChildRuns, stopChildRuns } from '../tools/child-runs.ts';
import { appendEvents } from './events.ts';
import { lockRun } from './waiting.ts';

/** What a stopped run had done and spent by then. */
export interface CancelReceipt {
  /** Tool calls that did not happen any more. */
  readonly stopped: readonly ReceiptCall[];
  /** Calls that took effect before the stop. */
  readonly done: readonly ReceiptCall[];
  /** Calls of which nobody knows whether they took effect. */
  readonly unknown: readonly ReceiptCall[];
  readonly spent: Spent;
}

/** What a run's model calls and those of its tasks cost. */
interface Spent {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Exact decimal. */
  readonly charged_credits: string;
  /** Whether a part of it is a guess. */
  readonly estimated: boolean;
}

export interface ReceiptCall {
  readonly tool_call_id: string;
  readonly tool_name: string;
  readonly detail: string | null;
}

/**
 * Asks a run to stop: nothing new begins, undecided requests are cancelled. Repeats change nothing; a run that has ended
 * otherwise is a 409. `keyOwner` holds the request's Idempotency-Key: tied to the run, a repeat finds the cancel made.
 * `audit` comes last. Answers whether the stop begins with this call.
 */
export function requestCancel(db: Db, runId: string, keyOwner?: string, audit?: AuditStep): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, runId);
    if (keyOwner !== undefined) await tieKeyToRun(trx, keyOwner, runId);
    const run = await trx
      .selectFrom('agent_runs')
      .select(['status', 'completed'])
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    if (run.status === 'cancelled' || run.status === 'cancelling') return false;
    if (run.completed !== null)
      throw errors.conflict('RUN_ENDED', 'the run has ended; there is nothing to stop', { run_id: runId });
    await beginStop(trx, [runId]);
    await audit?.(trx);
    return true;
  });
}

/** Asks all unfinished runs of an agent to stop. Yields them batch by batch, each committed, so that their workflows can be told. */
export function stopRunsOfAgent(db: Db, agentId: string): AsyncGenerator<RunRef[]> {
  return untilEmpty(() => stopBatch(db, 'agent_id', agentId));
}

/**
 * Asks all unfinished runs of a project to stop, those of its agents and those of its tasks. Yields them batch by batch,
 * each committed, so that their workflows can be told; what the caller no longer tells them, the reconciler does.
 */
export async function* stopRunsOfProject(db: Db, projectId: string): AsyncGenerator<RunRef[]> {
  yield* untilEmpty(() => stopBatch(db, 'project_id', projectId));
  yield* untilEmpty(() => stopTaskRuns(db, { project_id: projectId }, STOP_BATCH));
}

function stopBatch(db: Db, owner: 'agent_id' | 'project_id', id: string): Promise<RunRef[]> {
  return db.transaction().execute(async (trx) => {
    const runs = await trx
      .selectFrom('agent_runs')
      .select(['id', 'restarts'])
      .where(owner, '=', id)
      .where('completed', 'is', null)
      .where('status', '<>', 'cancelling')
      .orderBy('id')
      .limit(STOP_BATCH)
      .forUpdate()
      .execute();
    if (runs.length > 0)
      await beginStop(
        trx,
        runs.map((run) => run.id),
      );
    return runs;
  });
}

/** Needs the runs' locks. */
async function beginStop(trx: Executor, runIds: readonly string[]): Promise<void> {
  await cancelOpenCalls(trx, runIds, ['waiting']);
  const ids = sql`${[...runIds]}::uuid[]`;
  await stopChildRuns(trx, runIds);
  await trx
    .updateTable('agent_runs')
    .set({ status: 'cancelling', waiting_for: null })
    .where('id', 'in', runIds)
    .execute();
  await sql`select pg_notify('holdfast_runs', id::text), pg_notify('holdfast_stops', id::text) from (
    select unnest(${ids}) as id union all
    select t.id from ${childRuns} t join tool_calls c on c.id = t.tool_call_id where c.run_id = any(${ids}) and t.completed is null) stopping`.execute(
    trx,
  );
}

/** Stores that a run has stopped; what it said and did so far stays. Changes nothing where the run has ended. */
export function confirmCancel(db: Db, runId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, runId);
    await cancelOpenCalls(trx, [runId]);
    await endChildRuns(trx, runId);
    await releaseCredits(trx, runId);
    const said = await partialText(trx, runId);
    const run = await trx
      .updateTable('agent_runs')
      .set({
        status: 'cancelled',
        waiting_for: null,
        completed: sql<Date>`now()`,
        output: sql<string | null>`coalesce(output, ${said})`,
      })
      .where('id', '=', runId)
      .where('completed', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (run) await appendEvents(trx, runId, endEvents(run, run.turns, null));
  });
}

/** What a run said in the turn that was broken off, or last; null for nothing. */
async function partialText(db: Executor, runId: string): Promise<string | null> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(e.payload ->> 'text', '' order by e.seq) as text from run_events e
    where e.run_id = ${runId} and e.kind = 'text'
      and e.turn = (select max(turn) from run_events where run_id = ${runId} and kind = 'text')
      and e.seq > coalesce((select max(seq) from run_events where run_id = ${runId} and kind = 'turn_restarted'), 0)`.execute(
    db,
  );
  return rows[0]?.text ?? null;
}

/** What had happened when a run stopped, from the rows that tell of it. */
export async function cancelReceipt(db: Executor, runId: string): Promise<CancelReceipt> {
  const { rows } = await sql<ReceiptCall & { kind: 'stopped' | 'done' | 'unknown' }>`
    select c.id as tool_call_id, c.tool_name, e.detail,
      case when e.status in ('sent', 'unknown') then 'unknown' when 'cancelled' in (c.status, c.outcome) then 'stopped' else 'done' end as kind
    from tool_calls c left join effects e on e.tool_call_id = c.id
    where c.run_id = ${runId} and (c.status = 'cancelled' or e.status in ('sent', 'unknown', 'done') or c.outcome = 'cancelled')
    order by c.turn, c.position`.execute(db);
  const spent = await sql<Spent>`
    select sum(u.input_tokens)::int as input_tokens, sum(u.output_tokens)::int as output_tokens,
      sum(u.charged_credits) as charged_credits, bool_or(u.usage_estimated) as estimated
    from (
      select input_tokens, output_tokens, charged_credits, usage_estimated from agent_runs where id = ${runId}
      union all
      select t.input_tokens, t.output_tokens, t.charged_credits, t.usage_estimated
      from tool_calls c join ${childRuns} t on t.tool_call_id = c.id where c.run_id = ${runId}) u`.execute(db);
  const [total] = spent.rows;
  if (!total) throw new Error(`run ${runId} is missing`);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ kind: _, ...call }) => call);
  return { stopped: of('stopped'), done: of('done'), unknown: of('unknown'), spent: total };
}
