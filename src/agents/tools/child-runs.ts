import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { isWaitingForLater } from '../../runs/awaiting.ts';
import { markStopping } from '../../runs/stop.ts';
import { isTaskRunOpen } from '../../tasks/tool-runs.ts';
import type { NewCall } from '../turns/turns.ts';
import { getToolKind, TOOL_KINDS } from './index.ts';
import type { ChildRuns } from './kind.ts';

/** Tool kinds whose calls are child runs. */
const CHILD_RUNS: readonly ChildRuns[] = TOOL_KINDS.flatMap((kind) => kind.childRuns ?? []);

/**
 * Rows of all child runs. The run that executes a task run's calls counts only while it is active; then its cost is
 * part of the task run.
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

/** Rows (id, tool_call_id) of child runs that are inserted with their call. */
export const plannedRuns: RawBuilder<unknown> = sql`(${sql.join(
  CHILD_RUNS.filter(({ insert }) => insert).map(
    ({ table }) => sql`select id, tool_call_id from ${sql.table(table)} where tool_call_id is not null`,
  ),
  sql` union all `,
)})`;

/** Returns the statements that insert the child runs of a turn's calls. */
export function insertChildRuns(calls: readonly NewCall[]): RawBuilder<unknown>[] {
  return CHILD_RUNS.flatMap((runs) => {
    const ownCalls = calls.filter((call) => call.childRun !== null && getToolKind(call.toolType).childRuns === runs);
    return ownCalls.length === 0 || !runs.insert ? [] : runs.insert(ownCalls);
  });
}

/** Part of a recursive WITH clause, `tree (id)`: an agent run and its descendants. */
export function selectTree(runId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`tree as (
    select ${runId} as id union all
    select b.id from tree join tool_calls c on c.run_id = tree.id join agent_runs b on b.tool_call_id = c.id)`;
}

/** Selects the cost of an agent run and its descendants. */
export function selectTreeCost(run: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${run}.charged_credits + coalesce((
    with recursive ${selectTree(sql`${run}.id`)}
    select sum(t.charged_credits) from tree join tool_calls c on c.run_id = tree.id join ${childRuns} t on t.tool_call_id = c.id), 0))`;
}

/** Locks the active descendants of agent runs whose locks are held, top down. Returns their IDs in that order. */
export async function lockDescendants(trx: Executor, runIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from tool_calls c join agent_runs r on r.tool_call_id = c.id
    where c.run_id = any(${[...runIds]}::uuid[]) and r.completed is null order by r.id for update of r`.execute(trx);
  const ids = rows.map(({ id }) => id);
  return ids.length === 0 ? [] : [...ids, ...(await lockDescendants(trx, ids))];
}

/** Requests a stop of child runs that are not agent runs. {@link lockDescendants} returns those. */
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

/**
 * Starts the next attempt of all runs, except agent runs, that wait for a provider in the trees of agent runs. Returns
 * the providers.
 */
export async function retryChildRunsNow(trx: Executor, agentRunIds: readonly string[]): Promise<string[]> {
  const providers: string[] = [];
  for (const { table } of CHILD_RUNS.filter((runs) => runs.table !== 'agent_runs')) {
    const { rows } = await sql<{ provider: string }>`
      with recursive ${selectTree(sql`unnest(${[...agentRunIds]}::uuid[])`)}
      update ${sql.table(table)} t set awaited_outages = '{}' from tree join tool_calls c on c.run_id = tree.id
      where t.tool_call_id = c.id and ${isWaitingForLater(sql`t.waiting_for`)} returning t.waiting_for ->> 'provider' as provider`.execute(
      trx,
    );
    providers.push(...rows.map(({ provider }) => provider));
  }
  return providers;
}

/** Ends the child runs of a stopped agent run. */
export async function endChildRuns(trx: Executor, agentRunId: string): Promise<void> {
  for (const runs of CHILD_RUNS) await runs.end?.(trx, agentRunId);
}
