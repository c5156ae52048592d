import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { waitsForLater } from '../../runs/awaiting.ts';
import { markStopping } from '../../runs/stop.ts';
import { isTaskRunOpen } from '../../tasks/tool-runs.ts';
import type { NewCall } from '../turns/turns.ts';
import { kindOf, TOOL_KINDS } from './index.ts';
import type { ChildRuns } from './kind.ts';

/** Calls that are runs of their own, of every kind that has such. */
const CHILD_RUNS: readonly ChildRuns[] = TOOL_KINDS.flatMap((kind) => kind.childRuns ?? []);

/**
 * Every run that is the call of a tool, as rows to select from. One that makes the calls of a task run stands beside that as long
 * as it goes on, and has its cost added to it at the end.
 */
export const childRuns: RawBuilder<unknown> = sql`(${sql.join(
  CHILD_RUNS.map(
    ({ table }) => sql`select id, tool_call_id, completed, input_tokens, output_tokens, charged_credits, usage_estimated
      from ${sql.table(table)} where tool_call_id is not null${
        table === 'agent_runs' ? sql` and (task_run_id is null or ${isTaskRunOpen(sql`task_run_id`)})` : sql``
      }`,
  ),
  sql` union all `,
)})`;

/** Every run that is stored with its call, as rows (id, tool_call_id) to select from. */
export const plannedRuns: RawBuilder<unknown> = sql`(${sql.join(
  CHILD_RUNS.filter(({ insert }) => insert).map(
    ({ table }) => sql`select id, tool_call_id from ${sql.table(table)} where tool_call_id is not null`,
  ),
  sql` union all `,
)})`;

/** The statements that store the runs which come with a turn's calls. */
export function insertChildRuns(calls: readonly NewCall[]): RawBuilder<unknown>[] {
  return CHILD_RUNS.flatMap((runs) => {
    const mine = calls.filter((call) => call.childRun !== null && kindOf(call.toolType).childRuns === runs);
    return mine.length === 0 || !runs.insert ? [] : runs.insert(mine);
  });
}

/** A part of a recursive WITH clause, `tree (id)`: an agent run and every agent run below it. */
export function treeOf(runId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`tree as (
    select ${runId} as id union all
    select b.id from tree join tool_calls c on c.run_id = tree.id join agent_runs b on b.tool_call_id = c.id)`;
}

/** What the agent run of a row and all runs below it have cost. */
export function treeCost(run: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${run}.charged_credits + coalesce((
    with recursive ${treeOf(sql`${run}.id`)}
    select sum(t.charged_credits) from tree join tool_calls c on c.run_id = tree.id join ${childRuns} t on t.tool_call_id = c.id), 0))`;
}

/** Locks the unfinished agent runs below some whose locks are held, from above, and answers them in that order. */
export async function lockRunsBelow(trx: Executor, runIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from tool_calls c join agent_runs r on r.tool_call_id = c.id
    where c.run_id = any(${[...runIds]}::uuid[]) and r.completed is null order by r.id for update of r`.execute(trx);
  const ids = rows.map(({ id }) => id);
  return ids.length === 0 ? [] : [...ids, ...(await lockRunsBelow(trx, ids))];
}

/** Asks the runs that are calls of agent runs to stop, agent runs aside, which {@link lockRunsBelow} answers. */
export async function stopChildRuns(trx: Executor, agentRunIds: readonly string[]): Promise<void> {
  for (const { table } of CHILD_RUNS.filter((runs) => runs.table !== 'agent_runs')) {
    const { rows } = await sql<{
      id: string;
    }>`select t.id from ${sql.table(table)} t join tool_calls c on c.id = t.tool_call_id
      where c.run_id = any(${[...agentRunIds]}::uuid[]) and t.completed is null order by t.id for update of t`.execute(
      trx,
    );
    if (rows.length > 0)
      await markStopping(
        trx,
        table,
        rows.map((run) => run.id),
      );
  }
}

/** Has the runs in the trees of agent runs, agent runs aside, that wait for a provider make their next attempt now. Returns the providers. */
export async function retryChildRunsNow(trx: Executor, agentRunIds: readonly string[]): Promise<string[]> {
  const providers: string[] = [];
  for (const { table } of CHILD_RUNS.filter((runs) => runs.table !== 'agent_runs')) {
    const { rows } = await sql<{ provider: string }>`
      with recursive ${treeOf(sql`unnest(${[...agentRunIds]}::uuid[])`)}
      update ${sql.table(table)} t set awaited_outages = '{}' from tree join tool_calls c on c.run_id = tree.id
      where t.tool_call_id = c.id and ${waitsForLater(sql`t.waiting_for`)} returning t.waiting_for ->> 'provider' as provider`.execute(
      trx,
    );
    providers.push(...rows.map(({ provider }) => provider));
  }
  return providers;
}

/** Ends the runs that are calls of an agent run which has stopped. */
export async function endChildRuns(trx: Executor, agentRunId: string): Promise<void> {
  for (const runs of CHILD_RUNS) await runs.end?.(trx, agentRunId);
}
