import { Decimal } from 'decimal.js';
import type { TurnOutcome } from '../../../src/agents/contract.ts';
import { failRun } from '../../../src/agents/runs/fail.ts';
import { spenderOf } from '../../../src/agents/runs/spender.ts';
import { holdRun } from '../../../src/agents/runs/state.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import { askForBudget, spentBy } from '../../../src/agents/turns/budget.ts';
import { findBudget } from '../../../src/usage/budgets.ts';
import { assertCredits } from '../../../src/usage/reservations.ts';
import { CreditShortage } from '../../../src/usage/shortage.ts';
import type { ActivityContext } from '../../context.ts';
import { shortageErrorOf } from '../../model-failure.ts';
import { FINISHED, PAUSED, type TurnInProgress } from '../calls/outcome.ts';
import { actingOf } from '../tools/index.ts';
import { creditsLeft, limitOf, ownCreditsLeft } from './credits.ts';

/**
 * A call that can't be paid waits for a person: who allows the run more, or who fills the organization's account. Where a run
 * above has not enough left, this one ends: its caller is told, and asks its own people when it can't go on itself.
 */
export async function waitForCredits(
  ctx: ActivityContext,
  { run, turn, revision }: TurnInProgress,
  shortage: CreditShortage,
): Promise<TurnOutcome> {
  const { of, needed, budgetId } = shortage;
  // A task asks nobody for more.
  if (run.task_run_id !== null) {
    await failRun(ctx.db, run.id, shortageErrorOf(shortage));
    return FINISHED;
  }
  if (of === 'organization') {
    const message = `the organization has not the ${needed} credits left that the next model call needs`;
    await holdRun(ctx.db, run.id, { reason: 'INSUFFICIENT_CREDITS', message });
    return PAUSED;
  }
  if (budgetId !== undefined) return waitForBudget(ctx, run, turn, budgetId, needed);
  const own = await ownCreditsLeft(ctx, run, revision);
  if (run.tool_call_id !== null && (own === null || own.gte(needed))) {
    const message = `the runs that called this agent have not the ${needed} credits left that its next step needs`;
    await failRun(ctx.db, run.id, { reason: 'BUDGET_EXCEEDED', message });
    return FINISHED;
  }
  const limit = limitOf(run, revision).toFixed();
  const spent = await spentBy(ctx.db, run.id);
  if (await askForBudget(ctx.db, run, turn, { limit, spent, needed })) return PAUSED;
  const message = `the run has spent ${spent} of the ${limit} credits it may, and a person refused it more`;
  await failRun(ctx.db, run.id, { reason: 'BUDGET_EXCEEDED', message });
  return FINISHED;
}

/** The same where a budget of a day or a month is used up: its people allow it more, or the run ends. */
async function waitForBudget(
  ctx: ActivityContext,
  run: TurnInProgress['run'],
  turn: number,
  budgetId: string,
  needed: string,
): Promise<TurnOutcome> {
  const budget = await findBudget(ctx.db, run.project_id, budgetId);
  if (!budget) throw new Error('the budget was taken away meanwhile; the turn begins anew');
  const { spent, period, target_type } = budget;
  const limit = new Decimal(budget.amount).plus(budget.extra).toFixed();
  const of = { credit_budget_id: budgetId, target_type, target_id: budget.target_id, period };
  if (await askForBudget(ctx.db, run, turn, { limit, spent, needed, budget: of })) return PAUSED;
  const message = `${spent} of the ${limit} credits are spent that its ${target_type} may spend in a ${period}, and a person refused it more`;
  await failRun(ctx.db, run.id, { reason: 'BUDGET_EXCEEDED', message });
  return FINISHED;
}

/**
 * Throws CreditShortage where what a run has left, or its organization, or a budget of a period, does not cover the least that a
 * step of it costs.
 */
export async function checkStep(
  ctx: ActivityContext,
  { run, revision }: TurnInProgress,
  tool: Tool,
  input: Record<string, unknown>,
): Promise<void> {
  const needed = await actingOf(tool).leastCost?.(ctx, tool, input);
  if (needed === undefined) return;
  const left = await creditsLeft(ctx, run, revision);
  if (left?.lt(needed)) throw new CreditShortage('run', needed);
  const spender = spenderOf(run);
  await assertCredits(
    ctx.db,
    { ...spender, of: [...spender.of, ...(tool.targetId === null ? [] : [tool.targetId])] },
    needed,
  );
}
