import { sql } from 'kysely';
import type { Principal } from '../../access/principal-grants.ts';
import { floorToQuarter } from '../../platform/calendar.ts';
import { databaseNow } from '../../platform/clock.ts';
import type { Executor } from '../../platform/db/client.ts';
import { isRunVisible } from '../../runs/visibility.ts';
import { getReportScope, selectReportRows } from '../../usage/reports/sources.ts';
import { agentRunKind } from './run-kind.ts';

const WEEK_MS = 7 * 86_400_000;

/** Statistics of an agent's runs. */
interface RunSummary {
  readonly runs: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Active runs. */
  readonly open: number;
  readonly total_tokens: number;
  /** Exact decimal. */
  readonly charged_credits: string;
}

/** Summary of an agent without runs. */
export const NO_RUNS: RunSummary = {
  runs: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  open: 0,
  total_tokens: 0,
  charged_credits: '0',
};

/**
 * Summarizes runs by agent for the last seven days, rounded to a quarter of an hour, as far as the caller can see them.
 * Agents without runs are omitted. One statement, so each run counts once.
 */
export async function summarizeLastWeek(
  db: Executor,
  principal: Principal,
  ids: readonly string[],
): Promise<Map<string, RunSummary>> {
  const now = databaseNow();
  const from = new Date(floorToQuarter(now - WEEK_MS));
  const scope = await getReportScope(db, principal, agentRunKind);
  const ended = selectReportRows(scope, 'parent', from, new Date(now + WEEK_MS));
  const { rows } = await sql<RunSummary & { agent_id: string }>`
    select w.agent_id, sum(w.runs)::int as runs, sum(w.completed)::int as completed, sum(w.failed)::int as failed,
      sum(w.cancelled)::int as cancelled, sum(w.open)::int as open, sum(w.tokens)::float8 as total_tokens, sum(w.credits)::text as charged_credits
    from (
      select f.parent_id as agent_id, f.runs, f.completed, f.failed, f.cancelled, 0 as open, f.input_tokens + f.output_tokens as tokens, f.credits
      from (${ended}) f
      union all
      select r.agent_id, 1, 0, 0, 0, 1, r.input_tokens + r.output_tokens, r.charged_credits
      from agent_runs r join agents g on g.id = r.agent_id
      where r.project_id = ${principal.projectId} and r.task_run_id is null and r.completed is null and r.created >= ${from} and ${isRunVisible(principal, agentRunKind, 'g')}
    ) w where w.agent_id = any(${[...ids]}::uuid[]) group by w.agent_id`.execute(db);
  return new Map(rows.map(({ agent_id, ...summary }) => [agent_id, summary]));
}
