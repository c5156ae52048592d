import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { Tokens } from '../platform/models/usage.ts';
import type { RunTable } from '../runs/kind.ts';
import { BUDGET_LEFT, insertMovements } from './ledger.ts';
import { listBudgetTargets, type Payer } from './payer.ts';
import { CreditShortage } from './shortage.ts';

/** What a call may cost. */
export interface CreditRequest {
  readonly spender: Payer;
  /** Exact decimal below which the call is not worth making. */
  readonly least: string;
  /** Exact decimal that the call should not exceed. */
  readonly most: string;
  readonly callId: string;
  /** What the call is taken to have cost where nobody learns how it ended. */
  readonly guess: Pick<CallCost, 'inputTokens' | 'outputTokens' | 'credits'>;
}

/** What a call cost. */
export interface CallCost extends Tokens {
  /** Exact decimal. */
  readonly credits: string;
  /** The call, where credits were set aside for it. */
  readonly callId?: string;
  /** Whether some of its tokens are a guess. */
  readonly estimated?: boolean;
}

/** Movements of nothing that was given. */
const NOT_RESERVED = sql`0::numeric as granted, 0::numeric as adjusted`;
/** What a call is taken to have cost whose end nobody learns, of a row `c` of reservations. */
const ESTIMATED = sql`c.input_tokens, c.output_tokens, 0 as cached_input_tokens, 0 as cache_write_tokens, 0 as reasoning_tokens, c.cost,
  c.cost > 0 as estimated`;
/** What a row `c` of reservations is made for. */
const CAUSE = sql`coalesce(c.cause_id, c.run_id)`;

/**
 * Sets credits aside for a call before it is made, and answers how many: an exact decimal. Throws CreditShortage where the
 * organization, or a budget, has less left than `least`. One statement; calls of one organization take turns.
 */
export async function reserveCredits(db: Executor, credits: CreditRequest): Promise<string> {
  const { spender, least, most, callId, guess } = credits;
  const { orgId, projectId, cause } = spender;
  // The account's lock comes first, as with all who move credits, so that budgets are never waited for.
  const { rows } = await sql<{ amount: string | null; budget_id: string | null }>`
    with mine as (select id, credits - reserved + overdraft as free from organization_accounts where org_id = ${orgId} for update),
    bounds as (
      select b.id, ${BUDGET_LEFT} as free from credit_budgets b
      where b.target_id = any(${listBudgetTargets(spender)}::uuid[]) and b.org_id = ${orgId} and (select count(*) from mine) > 0 for update
    ), granted as (
      select least(${most}::numeric, mine.free, (select min(free) from bounds)) as amount from mine
    ), moves as (
      select ${orgId}::uuid as org_id, ${projectId}::uuid as project_id, ${listBudgetTargets(spender)}::uuid[] as targets, ${cause.type} as cause_type,
        ${cause.id}::uuid as cause_id, ${callId}::uuid as call_id, amount as reserved, 0::numeric as spent, ${NOT_RESERVED}
      from granted where amount >= ${least}::numeric
    ), ${insertMovements('reservation')}, held as (
      insert into credit_reservations (run_id, org_id, amount, call_id, input_tokens, output_tokens, cost, cause_type, cause_id, project_id, targets)
      select call_id, org_id, reserved, call_id, ${guess.inputTokens}::int, ${guess.outputTokens}::int, ${guess.credits}::numeric,
        cause_type, cause_id, project_id, targets from moves
    )
    select (select reserved::text from moves) as amount,
      (select id::text from bounds where free < ${least}::numeric order by free limit 1) as budget_id`.execute(db);
  const [row] = rows;
  if (row?.amount != null) return row.amount;
  throw new CreditShortage(row?.budget_id == null ? 'organization' : 'budget', least, row?.budget_id ?? undefined);
}

/**
 * Throws CreditShortage where the organization, or a budget that counts what a spender spends, has less left than `least`. Sets
 * nothing aside: what a step would only be begun for in vain is found out before it is.
 */
export async function assertCredits(
  db: Executor,
  spender: Pick<Payer, 'orgId' | 'projectId' | 'of'>,
  least: string,
): Promise<void> {
  const { rows } = await sql<{ short: boolean; budget_id: string | null }>`
    select credits - reserved + overdraft < ${least}::numeric as short,
      (select b.id::text from credit_budgets b
        where b.target_id = any(${listBudgetTargets(spender)}::uuid[]) and b.org_id = a.org_id and ${BUDGET_LEFT} < ${least}::numeric
        order by ${BUDGET_LEFT} limit 1) as budget_id
    from organization_accounts a where org_id = ${spender.orgId}`.execute(db);
  const budgetId = rows[0]?.budget_id ?? undefined;
  if (budgetId !== undefined) throw new CreditShortage('budget', least, budgetId);
  if (rows[0]?.short) throw new CreditShortage('organization', least);
}

/** A condition: credits are set aside for a call of a run. */
export function hasReservation(runId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from credit_reservations c where ${CAUSE} = ${runId})`;
}

/** Credits that are set aside for calls of runs: an exact decimal. `runs` is a query of their ids. */
export function getReservedCredits(runs: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select coalesce(sum(c.amount), 0) from credit_reservations c where ${CAUSE} in (${runs}))`;
}

/** Minutes that the call of what is no run may take before it counts as lost; no such call is waited for as long. */
const LOST_AFTER = 15;

/** A run that has ended while credits are still set aside for calls of its; or, where `table` is null, a call of what is no run. */
export interface EndedRun {
  readonly id: string;
  readonly table: RunTable | null;
}

/** Such runs of the tables that are named, and whatever is in none of them and has had its time. */
export async function listEndedWithReservations(db: Executor, tables: readonly RunTable[]): Promise<EndedRun[]> {
  const runs = tables.map(
    (table) => sql`select ${table}::text as "table", completed from ${sql.table(table)} where id = ${CAUSE}`,
  );
  const { rows } = await sql<EndedRun>`
    select distinct case when r."table" is null then c.run_id else ${CAUSE} end as id, r."table" from credit_reservations c left join lateral (${sql.join(runs, sql` union all `)}) r on true
    where r.completed is not null
      or (r."table" is null and c.created < now() - make_interval(mins => ${LOST_AFTER}))`.execute(db);
  return rows;
}

/**
 * Charges a call that ended without its run's turn or end being stored, and gives back what was set aside for it. Whoever
 * takes the reservation away charges, so that no call is charged twice: a call whose reservation is gone changes nothing.
 */
export async function chargeCall(
  db: Executor,
  { table, callId }: { readonly table: RunTable | null; readonly callId: string },
  cost: CallCost,
  estimated: boolean,
): Promise<void> {
  await charge(
    db,
    table,
    sql`c.run_id = ${callId}`,
    sql`${tokenColumns(cost)}, ${cost.credits}::numeric as cost, ${estimated}::boolean as estimated`,
  );
}

/**
 * Gives back what was set aside for a run that makes no call now. A call that still holds it was cut off with its process:
 * its provider may have charged it, so the run is charged what was guessed before.
 */
export async function releaseCredits(db: Executor, table: RunTable | null, runId: string): Promise<void> {
  await charge(db, table, sql`${CAUSE} = ${runId}`, ESTIMATED);
}

/** The same for one call of what is no run, of which nothing was heard for too long. */
export async function releaseCall(db: Executor, callId: string): Promise<void> {
  await charge(db, null, sql`c.run_id = ${callId}`, ESTIMATED);
}

/** Adds the tokens of a call that costs nothing, for which nothing was set aside. */
export async function countTokens(
  db: Executor,
  { table, id }: { readonly table: RunTable; readonly id: string },
  tokens: Tokens,
  estimated: boolean,
): Promise<void> {
  await sql`with total as (
      select ${id}::uuid as cause_id, ${tokenColumns(tokens)}, 0::numeric as cost, ${estimated}::boolean as estimated
    ), ${recordCount(table)} select 1`.execute(db);
}

function tokenColumns(tokens: Tokens): RawBuilder<unknown> {
  return sql`${tokens.inputTokens}::int as input_tokens, ${tokens.outputTokens}::int as output_tokens,
    ${tokens.cachedInputTokens}::int as cached_input_tokens, ${tokens.cacheWriteTokens}::int as cache_write_tokens,
    ${tokens.reasoningTokens}::int as reasoning_tokens`;
}

/** The tokens of a call on top of those of its run, as assignments of an update. */
export function addTokens(tokens: Tokens & Pick<CallCost, 'estimated'>): RawBuilder<unknown> {
  const guessed = tokens.estimated ? sql`usage_estimated = true, ` : sql``;
  return sql`${guessed}input_tokens = input_tokens + ${tokens.inputTokens}, output_tokens = output_tokens + ${tokens.outputTokens},
    cached_input_tokens = cached_input_tokens + ${tokens.cachedInputTokens},
    cache_write_tokens = cache_write_tokens + ${tokens.cacheWriteTokens}, reasoning_tokens = reasoning_tokens + ${tokens.reasoningTokens}`;
}

/** Takes reservations of one cause away, charges what they are said to have cost, and gives the rest back. */
async function charge(
  db: Executor,
  table: RunTable | null,
  which: RawBuilder<unknown>,
  costs: RawBuilder<unknown>,
): Promise<void> {
  // The run's row is locked before the account's, as by all others that charge.
  await sql`with gone as (
      delete from credit_reservations c where ${which}
      returning c.org_id, c.project_id, c.targets, c.cause_type, ${CAUSE} as cause_id, c.call_id, c.amount, ${costs}
    ), total as (
      select org_id, cause_id, min(project_id::text)::uuid as project_id, min(targets::text)::uuid[] as targets, min(cause_type) as cause_type,
        case when count(*) = 1 then min(call_id::text)::uuid end as call_id, sum(amount) as amount, sum(cost) as cost, bool_or(estimated) as estimated,
        sum(input_tokens)::int as input_tokens, sum(output_tokens)::int as output_tokens, sum(cached_input_tokens)::int as cached_input_tokens,
        sum(cache_write_tokens)::int as cache_write_tokens, sum(reasoning_tokens)::int as reasoning_tokens
      from gone group by org_id, cause_id
    ), ${recordCount(table)}, moves as (
      select org_id, project_id, targets, coalesce(cause_type, 'run') as cause_type, cause_id, call_id, -amount as reserved, cost as spent, ${NOT_RESERVED}
      from total where (select count(*) from run) >= 0
    ), ${insertMovements('settlement')} select 1`.execute(db);
}

/** Adds what `total` says to the run it names, where that is still there. */
function recordCount(table: RunTable | null): RawBuilder<unknown> {
  if (table === null) return sql`run as (select cause_id from total)`;
  return sql`run as (
      update ${sql.table(table)} r set input_tokens = r.input_tokens + total.input_tokens, output_tokens = r.output_tokens + total.output_tokens,
        cached_input_tokens = r.cached_input_tokens + total.cached_input_tokens,
        cache_write_tokens = r.cache_write_tokens + total.cache_write_tokens, reasoning_tokens = r.reasoning_tokens + total.reasoning_tokens,
        charged_credits = r.charged_credits + total.cost, usage_estimated = r.usage_estimated or total.estimated
      from total where r.id = total.cause_id returning r.id)`;
}

/**
 * Parts of a WITH clause that charge a run's organization for a call and give back what was set aside for it; one that does
 * nothing where nothing was. `run` names an earlier part with the columns id, org_id and project_id.
 */
export function selectSettlement(run: string, { callId, credits }: CallCost): RawBuilder<unknown> {
  if (callId === undefined) return sql`free as (select 1)`;
  const source = sql.table(run);
  return sql`released as (
      delete from credit_reservations c using ${source} where c.run_id = ${callId}::uuid returning c.amount, c.targets, c.cause_type
    ), moves as (
      select s.org_id, s.project_id, r.targets, coalesce(r.cause_type, 'run') as cause_type, s.id as cause_id, ${callId}::uuid as call_id,
        -coalesce(r.amount, 0) as reserved, ${credits}::numeric as spent, ${NOT_RESERVED}
      from ${source} s left join released r on true
    ), ${insertMovements('settlement')}`;
}
