import { sql } from 'kysely';
import type { Asker } from '../../access/holdings.ts';
import { databaseNow } from '../../platform/clock.ts';
import type { Executor } from '../../platform/db/client.ts';
import { leastIdAt } from '../../platform/ids.ts';
import { runIsSeen } from '../../runs/visibility.ts';
import { agentRunKind } from './run-kind.ts';

const WEEK_MS = 7 * 86_400_000;

/** What an agent's runs came to. */
export interface RunSummary {
  readonly runs: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Not over yet. */
  readonly open: number;
  readonly total_tokens: number;
  /** Exact decimal. */
  readonly charged_credits: string;
}

export const NO_RUNS: RunSummary = {
  runs: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  open: 0,
  total_tokens: 0,
  charged_credits: '0',
};

/** What agents did in the last seven days, as far as who asks sees their runs; agents without such runs are left out. */
export async function weekOfRuns(db: Executor, asker: Asker, ids: readonly string[]): Promise<Map<string, RunSummary>> {
  const seen = runIsSeen(asker, agentRunKind, 'g');
  const { rows } = await sql<RunSummary & { agent_id: string }>`
    select r.agent_id, count(*)::int as runs,
      count(*) filter (where r.status = 'completed')::int as completed,
      count(*) filter (where r.status = 'failed')::int as failed,
      count(*) filter (where r.status = 'cancelled')::int as cancelled,
      count(*) filter (where r.completed is null)::int as open,
      sum(r.input_tokens + r.output_tokens)::float8 as total_tokens, sum(r.charged_credits)::text as charged_credits
    from agent_runs r join agents g on g.id = r.agent_id
    where r.agent_id = any(${[...ids]}::uuid[]) and r.id >= ${leastIdAt(new Date(databaseNow() - WEEK_MS))}::uuid and ${seen}
    group by r.agent_id`.execute(db);
  return new Map(rows.map(({ agent_id, ...summary }) => [agent_id, summary]));
}
