import { Decimal } from 'decimal.js';
import type { TurnOutcome } from '../../../src/agents/contract.ts';
import type { AgentRevisionRow } from '../../../src/agents/queries.ts';
import { failRun } from '../../../src/agents/runs/fail.ts';
import { holdRun } from '../../../src/agents/runs/state.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import { askForBudget, spentBy } from '../../../src/agents/turns/budget.ts';
import type { BegunTurn } from '../../../src/agents/turns/turns.ts';
import { CreditShortage } from '../../budget.ts';
import type { ActivityContext } from '../../context.ts';
import { FINISHED, HELD, type TurnInProgress } from '../calls/outcome.ts';
import { actingOf } from '../tools/index.ts';

/** Credits that a run may spend in all, where its revision sets a bound. */
function limitOf(run: BegunTurn, revision: AgentRevisionRow): Decimal {
  return new Decimal(revision.max_credits ?? 0).plus(run.credit_allowance);
}

/** Credits that a run may still spend; null where its revision sets no bound. */
export async function creditsLeft(
  ctx: ActivityContext,
  run: BegunTurn,
  revision: AgentRevisionRow,
): Promise<Decimal | null> {
  if (revision.max_credits === null) return null;
  return limitOf(run, revision).minus(await spentBy(ctx.db, run.id));
}

/** A call that can't be paid waits for a person: who allows the run more, or who fills the organization's account. */
export async function waitForCredits(
  ctx: ActivityContext,
  { run, turn, revision }: TurnInProgress,
  { of, needed }: CreditShortage,
): Promise<TurnOutcome> {
  if (of === 'organization') {
    const message = `the organization has not the ${needed} credits left that the next model call needs`;
    await holdRun(ctx.db, run.id, { reason: 'INSUFFICIENT_CREDITS', message });
    return HELD;
  }
  const limit = limitOf(run, revision).toFixed();
  const spent = await spentBy(ctx.db, run.id);
  if (await askForBudget(ctx.db, run, turn, { limit, spent, needed })) return HELD;
  const message = `the run has spent ${spent} of the ${limit} credits it may, and a person refused it more`;
  await failRun(ctx.db, run.id, { reason: 'BUDGET_EXCEEDED', message });
  return FINISHED;
}

/** Throws CreditShortage where what a run has left does not cover the least that a step of it costs. */
export async function checkStep(
  ctx: ActivityContext,
  { run, revision }: TurnInProgress,
  tool: Tool,
  input: Record<string, unknown>,
): Promise<void> {
  const left = await creditsLeft(ctx, run, revision);
  if (left === null) return;
  const needed = await actingOf(tool).leastCost?.(ctx, tool, input);
  if (needed !== undefined && left.lt(needed)) throw new CreditShortage('run', needed);
}
