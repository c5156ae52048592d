import { type RawBuilder, sql } from 'kysely';
import { type Executor, UNSYNCED } from '../platform/db/client.ts';
import type { Tokens } from '../platform/models/usage.ts';
import type { RunTable } from '../runs/kind.ts';
import { BUDGET_LEFT, insertMovements } from './ledger.ts';
import { listBudgetTargets, type Payer } from './payer.ts';
import { CreditShortage } from './shortage.ts';

/** Credits to reserve for a call. */
interface CreditRequest {
  readonly payer: Payer;
  /** Minimum as an exact decimal; below it the call is not made. */
  readonly least: string;
  /** Maximum as an exact decimal. */
  readonly most: string;
  readonly callId: string;
  /** Estimated cost, charged if the outcome of the call stays unknown. */
  readonly guess: Pick<CallCost, 'inputTokens' | 'outputTokens' | 'credits'>;
}

/** Cost of a call. */
export interface CallCost extends Tokens {
  /** Exact decimal. */
  readonly credits: string;
  /** Reserved call, if credits were reserved. */
  readonly callId?: string;
  /** Whether some of its tokens are estimated. */
  readonly estimated?: boolean;
}

/** Zero movements of granted and adjusted credits. */
const NOT_RESERVED = sql`0::numeric as granted, 0::numeric as adjusted`;
/** Estimated cost of a reservation `c` with unknown outcome. */
const ESTIMATED = sql`c.input_tokens, c.output_tokens, 0 as cached_input_tokens, 0 as cache_write_tokens, 0 as reasoning_tokens, c.cost,
  c.cost > 0 as estimated`;
/** Cause of a reservation `c`. */
const CAUSE = sql`coalesce(c.cause_id, c.run_id)`;

/**
 * Reserves credits for a call and returns the amount, an exact decimal. Throws CreditShortage if the organization or a
 * budget has less than `least`. One statement; calls of one organization are serialized.
 */
export async function reserveCredits(db: Executor, credits: CreditRequest): Promise<string> {
  const { payer, least, most, callId, guess } = credits;
  const { orgId, projectId, cause } = payer;
  // The account is locked first, as in every credit movement, so that budget locks are never contended. The lock
  // does not wait for the disk. If a database crash reverts the reservation of a call in flight, a stored response is
  // charged nonetheless, but a failed call or a call of a tool is not.
  const { rows } = await sql<{ amount: string | null; budget_id: string | null }>`
    with ${UNSYNCED}, mine as (
      select a.id, a.credits - a.reserved + a.overdraft as free from organization_accounts a, unsynced where a.org_id = ${orgId} for update of a
    ), bounds as (
      select b.id, ${BUDGET_LEFT} as free from credit_budgets b
      where b.target_id = any(${listBudgetTargets(payer)}::uuid[]) and b.org_id = ${orgId} and (select count(*) from mine) > 0 for update
    ), granted as (
      select least(${most}::numeric, mine.free, (select min(free) from bounds)) as amount from mine
    ), moves as (
      select ${orgId}::uuid as org_id, ${projectId}::uuid as project_id, ${listBudgetTargets(payer)}::uuid[] as targets, ${cause.type} as cause_type,
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
 * Throws CreditShortage if the organization or a budget of the payer has less than `least`. Reserves nothing; it
 * prevents starting a step in vain.
 */
export async function assertCredits(
  db: Executor,
  payer: Pick<Payer, 'orgId' | 'projectId' | 'of'>,
  least: string,
): Promise<void> {
  const { rows } = await sql<{ short: boolean; budget_id: string | null }>`
    select credits - reserved + overdraft < ${least}::numeric as short,
      (select b.id::text from credit_budgets b
        where b.target_id = any(${listBudgetTargets(payer)}::uuid[]) and b.org_id = a.org_id and ${BUDGET_LEFT} < ${least}::numeric
        order by ${BUDGET_LEFT} limit 1) as budget_id
    from organization_accounts a where org_id = ${payer.orgId}`.execute(db);
  const budgetId = rows[0]?.budget_id ?? undefined;
  if (budgetId !== undefined) throw new CreditShortage('budget', least, budgetId);
  if (rows[0]?.short) throw new CreditShortage('organization', least);
}

/** SQL condition: a call of a run has a reservation. */
export function hasReservation(runId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from credit_reservations c where ${CAUSE} = ${runId})`;
}

/** Credits reserved for runs, an exact decimal. `runs` is a query of their ids. */
export function getReservedCredits(runs: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select coalesce(sum(c.amount), 0) from credit_reservations c where ${CAUSE} in (${runs}))`;
}

/** Minutes after which a call without a run counts as lost, longer than any such call may take. */
const LOST_AFTER = 15;

/** Ended run with remaining reservations; a null `table` stands for a lost call without a run. */
interface EndedRun {
  readonly id: string;
  readonly table: RunTable | null;
}

/** Lists ended runs of the tables with reservations, and lost calls without a run. */
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
 * Charges a call whose run ended without charging it, and releases its reservation. Deleting the reservation charges
 * the call, so that none is charged twice; without a reservation nothing changes.
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
    sql`${toTokenColumns(cost)}, ${cost.credits}::numeric as cost, ${estimated}::boolean as estimated`,
  );
}

/**
 * Releases the reservations of a run without calls in flight. A remaining reservation belongs to a call whose process
 * died. The provider may have charged it, so its estimate is charged.
 */
export async function releaseCredits(db: Executor, table: RunTable | null, runId: string): Promise<void> {
  await charge(db, table, sql`${CAUSE} = ${runId}`, ESTIMATED);
}

/** Releases a lost call without a run, like {@link releaseCredits}. */
export async function releaseCall(db: Executor, callId: string): Promise<void> {
  await charge(db, null, sql`c.run_id = ${callId}`, ESTIMATED);
}

/** Adds the tokens of a free call. */
export async function countTokens(
  db: Executor,
  { table, id }: { readonly table: RunTable; readonly id: string },
  tokens: Tokens,
  estimated: boolean,
): Promise<void> {
  await sql`with total as (
      select ${id}::uuid as cause_id, ${toTokenColumns(tokens)}, 0::numeric as cost, ${estimated}::boolean as estimated
    ), ${recordCount(table)} select 1`.execute(db);
}

function toTokenColumns(tokens: Tokens): RawBuilder<unknown> {
  return sql`${tokens.inputTokens}::int as input_tokens, ${tokens.outputTokens}::int as output_tokens,
    ${tokens.cachedInputTokens}::int as cached_input_tokens, ${tokens.cacheWriteTokens}::int as cache_write_tokens,
    ${tokens.reasoningTokens}::int as reasoning_tokens`;
}

/** Assignments that add the tokens of a call to those of its run. */
export function addTokens(tokens: Tokens & Pick<CallCost, 'estimated'>): RawBuilder<unknown> {
  const guessed = tokens.estimated ? sql`usage_estimated = true, ` : sql``;
  return sql`${guessed}input_tokens = input_tokens + ${tokens.inputTokens}, output_tokens = output_tokens + ${tokens.outputTokens},
    cached_input_tokens = cached_input_tokens + ${tokens.cachedInputTokens},
    cache_write_tokens = cache_write_tokens + ${tokens.cacheWriteTokens}, reasoning_tokens = reasoning_tokens + ${tokens.reasoningTokens}`;
}

/** Deletes the reservations of a cause, charges the cost and releases the rest. */
async function charge(
  db: Executor,
  table: RunTable | null,
  condition: RawBuilder<unknown>,
  costs: RawBuilder<unknown>,
): Promise<void> {
  // Locks the run's row before the account's, as every charge does.
  await sql`with gone as (
      delete from credit_reservations c where ${condition}
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

/** Adds `total` to the run it names, if the run still exists. */
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
 * CTEs that charge a run's organization for a call and release its reservation; no effect without a reservation. `run`
 * names an earlier CTE with the columns id, org_id and project_id.
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
