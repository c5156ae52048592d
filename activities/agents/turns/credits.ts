import { Decimal } from 'decimal.js';
import { type AgentRevisionRow, findAgentRevision } from '../../../src/agents/queries.ts';
import { getRunCost, listCallers } from '../../../src/agents/turns/budget.ts';
import type { BegunTurn } from '../../../src/agents/turns/turns.ts';
import type { ActivityContext } from '../../context.ts';

/** Credits that a run may spend in all, where its revision sets a bound. */
export function getCreditLimit(run: Pick<BegunTurn, 'credit_allowance'>, revision: AgentRevisionRow): Decimal {
  return new Decimal(revision.max_credits ?? 0).plus(run.credit_allowance);
}

/** Credits that a run may still spend by its own bound; null where its revision sets none. */
export async function getOwnCreditsLeft(
  ctx: ActivityContext,
  run: Pick<BegunTurn, 'id' | 'credit_allowance'>,
  revision: AgentRevisionRow,
): Promise<Decimal | null> {
  if (revision.max_credits === null) return null;
  return getCreditLimit(run, revision).minus(await getRunCost(ctx.db, run.id));
}

/** Credits that a run may still spend: the least that is left by its own bound and by those of the runs above it; null for no bound. */
export async function getCreditsLeft(
  ctx: ActivityContext,
  run: Pick<BegunTurn, 'id' | 'credit_allowance' | 'tool_call_id'>,
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
