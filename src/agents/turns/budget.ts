import { Decimal } from 'decimal.js';
import { sql } from 'kysely';
import type { Db, Executor } from '../../platform/db/client.ts';
import { toMessageFields } from '../../platform/messages.ts';
import { buildWaitingFor } from '../../runs/waiting.ts';
import { AMOUNT, MAX_DECIMALS } from '../../usage/amounts.ts';
import { raiseBudget } from '../../usage/budgets.ts';
import { getReservedCredits, releaseCredits } from '../../usage/reservations.ts';
import { DEFAULT_APPROVERS } from '../approvals/policy.ts';
import { approvalQuestions } from '../approvals/questions.ts';
import { type ApprovalQuestion, insertRequest } from '../approvals/requests.ts';
import { agentWaits } from '../failures.ts';
import { lockRun } from '../runs/waiting.ts';
import { childRuns, selectTree, selectTreeCost } from '../tools/child-runs.ts';
import type { StartedTurn } from './turns.ts';

/** Arguments of a `budget` request: additional credits of the run. */
const BUDGET_SCHEMA = {
  type: 'object',
  properties: {
    credits: {
      type: 'string',
      pattern: AMOUNT,
      description: 'additional credits of the run: an exact decimal above zero',
    },
  },
  required: ['credits'],
  additionalProperties: false,
} as const;

/** Spending of a run against its budget. */
interface Spending {
  /** Exact decimal: the revision's `max_credits` plus what people allowed. */
  readonly limit: string;
  /** Exact decimal: cost of the run and its child runs. */
  readonly spent: string;
  /** Exact decimal: minimum cost of the next model call. */
  readonly needed: string;
  /** The spent budget of a day or month. Undefined for the run's own limit. */
  readonly budget?: {
    readonly credit_budget_id: string;
    readonly target_type: string;
    readonly target_id: string;
    readonly period: string;
  };
}

/** Cost in credits of a run and its descendants, an exact decimal. */
export async function getRunCost(db: Executor, runId: string): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select ${selectTreeCost(sql`r`)}::text as sum from agent_runs r where r.id = ${runId}`.execute(db);
  return new Decimal(rows[0]?.sum ?? 0).toFixed();
}

/** The budget of a calling run. */
interface CallingRun {
  readonly id: string;
  readonly agent_revision_id: string;
  readonly credit_allowance: string;
  /** Exact decimal: credits that its other descendants have reserved for calls in progress. */
  readonly reserved: string;
}

/** Lists the calling runs of a run, from its caller upwards. */
export async function listCallers(db: Executor, run: { readonly id: string }): Promise<CallingRun[]> {
  const { rows } = await sql<CallingRun>`
    with recursive above as (
      select c.run_id as id, 1 as level from agent_runs r join tool_calls c on c.id = r.tool_call_id where r.id = ${run.id}
      union all
      select c.run_id, a.level + 1 from above a join agent_runs r on r.id = a.id join tool_calls c on c.id = r.tool_call_id
    )
    select r.id, r.agent_revision_id, r.credit_allowance, (
      with recursive ${selectTree(sql`r.id`)}
      select ${getReservedCredits(sql`
        select id from (select id from tree union select t.id from tree join tool_calls k on k.run_id = tree.id
          join ${childRuns} t on t.tool_call_id = k.id) below where id <> ${run.id}`)}) as reserved
    from above a join agent_runs r on r.id = a.id order by a.level`.execute(db);
  return rows;
}

/**
 * Parks a run at its budget and requests more credits. Returns false if the newest request was rejected: nothing is
 * written and the run must end. A repeat finds the open request.
 */
export function requestBudget(db: Db, run: StartedTurn, turn: number, spending: Spending): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, run.id);
    await releaseCredits(trx, 'agent_runs', run.id);
    const newest = await trx
      .selectFrom('approval_requests')
      .select('status')
      .where('run_id', '=', run.id)
      .where('kind', '=', 'budget')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (newest?.status === 'rejected') return false;
    const detail = agentWaits.wait_budget({ spent: spending.spent, limit: spending.limit });
    const { numUpdatedRows } = await trx
      .updateTable('agent_runs')
      .set({
        status: 'waiting_for_human',
        waiting_for: buildWaitingFor('budget', detail),
      })
      .where('id', '=', run.id)
      .where('completed', 'is', null)
      .where('status', '<>', 'cancelling')
      .executeTakeFirst();
    if (numUpdatedRows === 0n || newest?.status === 'pending') return true;
    await insertRequest(trx, run, turn, toBudgetQuestion(spending));
    await sql`select pg_notify('holdfast_runs', ${run.id})`.execute(trx);
    return true;
  });
}

function toBudgetQuestion(spending: Spending): ApprovalQuestion {
  const { question_raise_budget, question_raise_run_limit } = approvalQuestions;
  return {
    kind: 'budget',
    tool_call_id: null,
    tool_name: 'budget',
    tool_type: 'budget',
    tool_schema: BUDGET_SCHEMA,
    arguments: { credits: proposeCredits(spending) },
    seal: '',
    effect: 'none',
    rule: {
      ...toMessageFields('question', spending.budget ? question_raise_budget : question_raise_run_limit),
      ...spending,
    },
    on_reject: 'fail',
    approvers: DEFAULT_APPROVERS,
  };
}

/** Proposes the same budget again, at least enough for the next call. */
function proposeCredits({ limit, spent, needed }: Spending): string {
  const missing = new Decimal(spent).plus(needed).minus(limit);
  return Decimal.max(limit, needed, missing).toDecimalPlaces(MAX_DECIMALS, Decimal.ROUND_UP).toFixed();
}

/**
 * Returns the budget of a day or month that a request would raise. Undefined for a run's own limit, and for other
 * requests.
 */
export function findRequestedBudget({
  kind,
  rule,
}: {
  readonly kind?: string;
  readonly rule?: unknown;
}): string | undefined {
  return kind === 'budget' ? (rule as Partial<Spending>).budget?.credit_budget_id : undefined;
}

/** Applies an approved `budget` request to the run or the budget of a period. Requires the run's lock. */
export async function addAllowance(
  trx: Executor,
  request: { readonly kind: string; readonly rule: unknown; readonly run_id: string },
  args: unknown,
): Promise<void> {
  const { credits } = args as { credits: string };
  const budgetId = findRequestedBudget(request);
  if (budgetId !== undefined) return raiseBudget(trx, budgetId, credits);
  const runId = request.run_id;
  await sql`update agent_runs set credit_allowance = credit_allowance + ${credits}::numeric where id = ${runId}`.execute(
    trx,
  );
}

/**
 * Stores a resume request of a parked or held run. Maintenance repeats the signal until the workflow acknowledges it.
 */
export async function requestResume(trx: Executor, runId: string): Promise<void> {
  await sql`update agent_runs set resume_asked = now() where id = ${runId} and completed is null`.execute(trx);
}
