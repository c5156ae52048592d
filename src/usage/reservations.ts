import { type RawBuilder, sql } from 'kysely';
import type { Db, Executor } from '../platform/db/client.ts';
import type { Tokens } from '../platform/models/usage.ts';
import type { RunTable } from '../runs/kind.ts';

/** What a model call may cost. */
export interface CreditRequest {
  readonly runId: string;
  readonly orgId: string;
  /** Exact decimal below which the call is not worth making. */
  readonly least: string;
  /** Exact decimal that the call should not exceed. */
  readonly most: string;
  readonly callId: string;
  /** What the call is taken to have cost where nobody learns how it ended. */
  readonly guess: Pick<CallCost, 'inputTokens' | 'outputTokens' | 'credits'>;
}

/** What a model call cost. */
export interface CallCost extends Tokens {
  /** Exact decimal. */
  readonly credits: string;
}

/**
 * Sets credits aside for a run's next model call, in place of what was set aside for it before. Answers how many, or
 * undefined when the organization has less left than `least`. One statement; calls of one organization take turns.
 */
export async function reserveCredits(db: Executor, credits: CreditRequest): Promise<string | undefined> {
  const { runId, orgId, least, most, callId, guess } = credits;
  const { rows } = await sql<{ amount: string }>`
    with account as (select id, credits - reserved as free from organization_accounts where org_id = ${orgId} for update),
    mine as (select amount from credit_reservations where run_id = ${runId} for update),
    granted as (
      select account.id, coalesce(mine.amount, 0) as returned, least(${most}::numeric, free + coalesce(mine.amount, 0)) as amount
      from account left join mine on true where free + coalesce(mine.amount, 0) >= ${least}::numeric
    ), changed as (
      update organization_accounts a set reserved = a.reserved - granted.returned + granted.amount
      from granted where a.id = granted.id
    )
    insert into credit_reservations (run_id, org_id, amount, call_id, input_tokens, output_tokens, cost)
      select ${runId}::uuid, ${orgId}::uuid, amount, ${callId}::uuid, ${guess.inputTokens}::int, ${guess.outputTokens}::int,
        ${guess.credits}::numeric from granted
    on conflict (run_id) do update set amount = excluded.amount, call_id = excluded.call_id, cost = excluded.cost,
      input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens returning amount::text`.execute(db);
  return rows[0]?.amount;
}

/** Whether an organization has so many credits left that are not set aside. */
export async function hasCredits(db: Executor, orgId: string, needed: string): Promise<boolean> {
  const { rows } = await sql`
    select from organization_accounts where org_id = ${orgId} and credits - reserved >= ${needed}::numeric`.execute(db);
  return rows.length > 0;
}

/** Charges an organization what nothing was set aside for: an exact decimal. */
export async function takeCredits(db: Executor, orgId: string, credits: string): Promise<void> {
  await sql`
    update organization_accounts set credits = credits - ${credits}::numeric, modified = now() where org_id = ${orgId}`.execute(
    db,
  );
}

/** A condition: credits are set aside for a run's call. */
export function hasReservation(runId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from credit_reservations c where c.run_id = ${runId})`;
}

/** Minutes that the call of what is no run may take before it counts as lost; no such call is waited for as long. */
const LOST_AFTER = 15;

/** A run that has ended while credits are still set aside for a call of its; `table` is null where it is gone, or was none. */
export interface EndedRun {
  readonly id: string;
  readonly table: RunTable | null;
}

/** Such runs of the tables that are named, and whatever is in none of them and has had its time. */
export async function endedWithReservations(db: Executor, tables: readonly RunTable[]): Promise<EndedRun[]> {
  const runs = tables.map(
    (table) => sql`select ${table}::text as "table", completed from ${sql.table(table)} where id = c.run_id`,
  );
  const { rows } = await sql<EndedRun>`
    select c.run_id as id, r."table" from credit_reservations c left join lateral (${sql.join(runs, sql` union all `)}) r on true
    where r.completed is not null
      or (r."table" is null and c.created < now() - make_interval(mins => ${LOST_AFTER}))`.execute(db);
  return rows;
}

/** Accounts that have set something else aside than their runs' calls ask for: two attempts at one call can leave them so. */
export async function driftedAccounts(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from organization_accounts a
    where a.reserved <> (select coalesce(sum(amount), 0) from credit_reservations c where c.org_id = a.org_id)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Brings what such an account has set aside in line. */
export function repairAccount(db: Db, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // Whoever reserves or settles holds this lock, so that the sum below is whole.
    await sql`select id from organization_accounts where id = ${id} for update`.execute(trx);
    await sql`update organization_accounts a set reserved = (
      select coalesce(sum(amount), 0) from credit_reservations c where c.org_id = a.org_id) where id = ${id}`.execute(
      trx,
    );
  });
}

/**
 * Charges a call that ended without its run's turn or end being stored, and gives back what was set aside for it. Whoever
 * takes the reservation away charges, so that no call is charged twice: a call whose reservation is gone changes nothing.
 */
export async function chargeCall(
  db: Executor,
  call: { readonly table: RunTable | null; readonly runId: string; readonly id: string },
  cost: CallCost,
  estimated: boolean,
): Promise<void> {
  await charge(
    db,
    call.table,
    sql`delete from credit_reservations where run_id = ${call.runId} and call_id = ${call.id}
      returning run_id, org_id, amount, ${tokenColumns(cost)}, ${cost.credits}::numeric as cost, ${estimated}::boolean as estimated`,
  );
}

/**
 * Gives back what was set aside for a run that makes no call now. A call that still holds it was cut off with its process:
 * its provider may have charged it, so the run is charged what was guessed before.
 */
export async function releaseCredits(db: Executor, table: RunTable | null, runId: string): Promise<void> {
  await charge(
    db,
    table,
    sql`delete from credit_reservations where run_id = ${runId}
      returning run_id, org_id, amount, input_tokens, output_tokens, 0 as cached_input_tokens, 0 as cache_write_tokens,
        0 as reasoning_tokens, cost, input_tokens > 0 as estimated`,
  );
}

/** Adds the tokens of a call that costs nothing, for which nothing was set aside. */
export async function countTokens(
  db: Executor,
  { table, runId }: { readonly table: RunTable | null; readonly runId: string },
  tokens: Tokens,
  estimated: boolean,
): Promise<void> {
  await sql`with gone as (
      select ${runId}::uuid as run_id, ${tokenColumns(tokens)}, 0::numeric as cost, ${estimated}::boolean as estimated
    ), ${counted(table)} select 1`.execute(db);
}

function tokenColumns(tokens: Tokens): RawBuilder<unknown> {
  return sql`${tokens.inputTokens}::int as input_tokens, ${tokens.outputTokens}::int as output_tokens,
    ${tokens.cachedInputTokens}::int as cached_input_tokens, ${tokens.cacheWriteTokens}::int as cache_write_tokens,
    ${tokens.reasoningTokens}::int as reasoning_tokens`;
}

/** The tokens of a call on top of those of its run, as assignments of an update. */
export function addedTokens(tokens: Tokens): RawBuilder<unknown> {
  return sql`input_tokens = input_tokens + ${tokens.inputTokens}, output_tokens = output_tokens + ${tokens.outputTokens},
    cached_input_tokens = cached_input_tokens + ${tokens.cachedInputTokens},
    cache_write_tokens = cache_write_tokens + ${tokens.cacheWriteTokens}, reasoning_tokens = reasoning_tokens + ${tokens.reasoningTokens}`;
}

async function charge(db: Executor, table: RunTable | null, taken: RawBuilder<unknown>): Promise<void> {
  // The run's row is locked before the account's, as by all others that charge.
  await sql`with gone as (${taken}), ${counted(table)}, account as (
      update organization_accounts a set credits = a.credits - gone.cost, reserved = a.reserved - gone.amount, modified = now()
      from gone where a.org_id = gone.org_id and (select count(*) from run) >= 0
    ) select 1`.execute(db);
}

/** Adds what `gone` says to the run it names, where that is still there. */
function counted(table: RunTable | null): RawBuilder<unknown> {
  if (table === null) return sql`run as (select run_id from gone)`;
  return sql`run as (
      update ${sql.table(table)} r set input_tokens = r.input_tokens + gone.input_tokens, output_tokens = r.output_tokens + gone.output_tokens,
        cached_input_tokens = r.cached_input_tokens + gone.cached_input_tokens,
        cache_write_tokens = r.cache_write_tokens + gone.cache_write_tokens, reasoning_tokens = r.reasoning_tokens + gone.reasoning_tokens,
        charged_credits = r.charged_credits + gone.cost, usage_estimated = r.usage_estimated or gone.estimated
      from gone where r.id = gone.run_id returning r.id)`;
}

/**
 * Two parts of a WITH clause that charge a run's organization and give back what was set aside for it. `run` names an
 * earlier part with the columns id and org_id; `credits` is an exact decimal.
 */
export function settlement(run: string, credits: string): RawBuilder<unknown> {
  const source = sql.table(run);
  return sql`released as (
      delete from credit_reservations c using ${source} where c.run_id = ${source}.id returning c.amount
    ), charge as (
      update organization_accounts a set credits = a.credits - ${credits}::numeric,
        reserved = a.reserved - coalesce((select amount from released), 0), modified = now()
      from ${source} where a.org_id = ${source}.org_id and (${credits}::numeric <> 0 or exists (select from released))
    )`;
}
