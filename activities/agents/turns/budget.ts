import { Decimal } from 'decimal.js';
import type { TurnOutcome } from '../../../src/agents/contract.ts';
import { agentFailures } from '../../../src/agents/failures.ts';
import { failRun } from '../../../src/agents/runs/fail.ts';
import { toPayer } from '../../../src/agents/runs/payer.ts';
import { holdRun } from '../../../src/agents/runs/state.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import { getRunCost, requestBudget } from '../../../src/agents/turns/budget.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { findBudget } from '../../../src/usage/budgets.ts';
import { assertCredits } from '../../../src/usage/reservations.ts';
import { CreditShortage } from '../../../src/usage/shortage.ts';
import type { ActivityContext } from '../../context.ts';
import { toShortageError } from '../../model-failure.ts';
import { FINISHED, PAUSED, type TurnInProgress } from '../calls/outcome.ts';
import { getExecutor } from '../tools/index.ts';
import { getCreditLimit, getCreditsLeft, getOwnCreditsLeft } from './credits.ts';

/**
 * Parks a run that cannot pay for its next step: a person must raise its limit or the organization's balance. If a
 * calling run is short of credits, the child run ends. The calling run then asks for more itself.
 */
export async function waitForCredits(
  ctx: ActivityContext,
  { run, turn, revision }: TurnInProgress,
  shortage: CreditShortage,
): Promise<TurnOutcome> {
  const { of, needed, budgetId } = shortage;
  // A task never requests more credits.
  if (run.task_run_id !== null) {
    await failRun(ctx.db, run.id, toShortageError(shortage));
    return FINISHED;
  }
  if (of === 'organization') {
    const message = agentFailures.organization_credits_missing({ needed });
    await holdRun(ctx.db, run.id, toRunError('INSUFFICIENT_CREDITS', message));
    return PAUSED;
  }
  if (budgetId !== undefined) return waitForBudget(ctx, run, turn, budgetId, needed);
  const own = await getOwnCreditsLeft(ctx, run, revision);
  if (run.tool_call_id !== null && (own === null || own.gte(needed))) {
    const message = agentFailures.caller_credits_missing({ needed });
    await failRun(ctx.db, run.id, toRunError('BUDGET_EXCEEDED', message));
    return FINISHED;
  }
  const limit = getCreditLimit(run, revision).toFixed();
  const spent = await getRunCost(ctx.db, run.id);
  if (await requestBudget(ctx.db, run, turn, { limit, spent, needed })) return PAUSED;
  await failRun(ctx.db, run.id, toRunError('BUDGET_EXCEEDED', agentFailures.run_budget_spent({ spent, limit })));
  return FINISHED;
}

/** Parks a run whose budget of a day or month is spent. If a person rejects more, the run ends. */
async function waitForBudget(
  ctx: ActivityContext,
  run: TurnInProgress['run'],
  turn: number,
  budgetId: string,
  needed: string,
): Promise<TurnOutcome> {
  const budget = await findBudget(ctx.db, run.project_id, budgetId);
  if (!budget) throw new Error('the budget was deleted meanwhile; the turn starts again');
  const { spent, period, target_type } = budget;
  const limit = new Decimal(budget.amount).plus(budget.extra).toFixed();
  const of = { credit_budget_id: budgetId, target_type, target_id: budget.target_id, period };
  if (await requestBudget(ctx.db, run, turn, { limit, spent, needed, budget: of })) return PAUSED;
  const message = agentFailures.period_budget_spent({ target: target_type, spent, limit, period });
  await failRun(ctx.db, run.id, toRunError('BUDGET_EXCEEDED', message));
  return FINISHED;
}

/** Throws CreditShortage if the run, its organization or a budget cannot pay for the minimum cost of a step. */
export async function assertStepPaid(
  ctx: ActivityContext,
  { run, revision }: TurnInProgress,
  tool: Tool,
  input: Record<string, unknown>,
): Promise<void> {
  const needed = await getExecutor(tool).estimateMinimumCost?.(ctx, tool, input);
  if (needed === undefined) return;
  const left = await getCreditsLeft(ctx, run, revision);
  if (left?.lt(needed)) throw new CreditShortage('run', needed);
  const payer = toPayer(run);
  await assertCredits(
    ctx.db,
    { ...payer, of: [...payer.of, ...(tool.targetId === null ? [] : [tool.targetId])] },
    needed,
  );
}
