import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { addTokens, selectSettlement } from '../usage/reservations.ts';
import { toHitsUpdate } from './guardrails/hits.ts';
import type { TaskRunEnd } from './runs.ts';

/** End of a run that is stored and charged while a judge or the rendering of its file comes first. */
export type PendingEnd = Omit<TaskRunEnd, 'cost' | 'hits' | 'files' | 'toolCost'>;

/**
 * Stores and charges the end of a run with its guardrail hits, so that a later attempt does not call the model again.
 * Returns the end without the charge and the hits.
 */
export async function storePendingEnd(
  db: Executor,
  runId: string,
  { cost, hits = [], files: _, toolCost: __, ...pending }: TaskRunEnd,
): Promise<TaskRunEnd> {
  const charge =
    cost === null ? sql`` : sql`${addTokens(cost)}, charged_credits = charged_credits + ${cost.credits}::numeric, `;
  const settlement = cost === null ? sql`` : sql`, ${selectSettlement('done', cost)}`;
  await sql`
    with done as (
      update task_runs set ${toHitsUpdate(hits)}${charge}pending_end = ${JSON.stringify(pending)}::json
      where id = ${runId} and completed is null returning id, org_id, project_id
    )${settlement} select 1`.execute(db);
  return { ...pending, cost: null };
}
