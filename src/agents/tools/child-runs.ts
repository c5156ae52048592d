import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { markStopping } from '../../runs/stop.ts';
import type { NewCall } from '../turns/turns.ts';
import { kindOf, TOOL_KINDS } from './index.ts';
import type { ChildRuns } from './kind.ts';

/** Calls that are runs of their own, of every kind that has such. */
const CHILD_RUNS: readonly ChildRuns[] = TOOL_KINDS.flatMap((kind) => kind.childRuns ?? []);

/** Every run that is the call of a tool, as rows to select from. */
export const childRuns: RawBuilder<unknown> = sql`(${sql.join(
  CHILD_RUNS.map(
    ({ table }) => sql`select id, tool_call_id, completed, input_tokens, output_tokens, charged_credits, usage_estimated
      from ${sql.table(table)} where tool_call_id is not null`,
  ),
  sql` union all `,
)})`;

/** The statements that store the runs which come with a turn's calls. */
export function insertChildRuns(calls: readonly NewCall[]): RawBuilder<unknown>[] {
  return CHILD_RUNS.flatMap((runs) => {
    const mine = calls.filter((call) => call.childRun !== null && kindOf(call.toolType).childRuns === runs);
    return mine.length === 0 ? [] : runs.insert(mine);
  });
}

/** Asks the runs that are calls of agent runs to stop. */
export async function stopChildRuns(trx: Executor, agentRunIds: readonly string[]): Promise<void> {
  for (const { table } of CHILD_RUNS) {
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

/** Ends the runs that are calls of an agent run which has stopped. */
export async function endChildRuns(trx: Executor, agentRunId: string): Promise<void> {
  for (const runs of CHILD_RUNS) await runs.end(trx, agentRunId);
}
