import { Decimal } from 'decimal.js';
import { type AgentRevisionRow, findAgentRevision } from '../../../src/agents/queries.ts';
import { getRunCost, listCallers } from '../../../src/agents/turns/budget.ts';
import type { StartedTurn } from '../../../src/agents/turns/turns.ts';
import type { ActivityContext } from '../../context.ts';

/** Maximum credits of a run. Null if its revision sets no limit. */
export function getCreditLimit(run: Pick<StartedTurn, 'credit_allowance'>, revision: AgentRevisionRow): Decimal {
  return new Decimal(revision.max_credits ?? 0).plus(run.credit_allowance);
}

/** Credits left of the run's own limit. Null for no limit. */
export async function getOwnCreditsLeft(
  ctx: ActivityContext,
  run: Pick<StartedTurn, 'id' | 'credit_allowance'>,
  revision: AgentRevisionRow,
): Promise<Decimal | null> {
  if (revision.max_credits === null) return null;
  return getCreditLimit(run, revision).minus(await getRunCost(ctx.db, run.id));
}

/** Credits left for a run: the minimum over its own limit and those of its calling runs. Null for no limit. */
export async function getCreditsLeft(
  ctx: ActivityContext,
  run: Pick<StartedTurn, 'id' | 'credit_allowance' | 'tool_call_id'>,
  revision: AgentRevisionRow,
): Promise<Decimal | null> {
  const bounds = [await getOwnCreditsLeft(ctx, run, revision)];
  for (const caller of run.tool_call_id === null ? [] : await listCallers(ctx.db, run)) {
    const above = await findAgentRevision(ctx.db, caller.agent_revision_id);
    const left = above ? await getOwnCreditsLeft(ctx, caller, above) : null;
    bounds.push(left?.minus(caller.reserved) ?? null);
  }
  const set = bounds.filter((left) => left !== null);
  return set.length === 0 ? null : Decimal.min(...set);
}
