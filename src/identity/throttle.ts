import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import { normalizeAddress } from '../platform/mail/address.ts';

/** Failures of one address from one place that cost nothing. */
const FREE_FAILURES = 5;
/** Longest pause between two attempts, in seconds. */
const MAX_PAUSE_SECONDS = 900;
/** Hours after which failures are forgotten. */
const FAILURE_RETENTION_HOURS = 24;

/**
 * Seconds that this place has to wait before its next attempt at this address; 0 when there is none. The pause belongs to
 * the pair: somebody who guesses at a person's password elsewhere never keeps the person out.
 */
export async function getSignInPause(db: Executor, email: string, place: string): Promise<number> {
  const row = await db
    .selectFrom('sign_in_failures')
    // What another attempt has just noted may be later than the begin of this statement.
    .select(sql<number>`ceil(extract(epoch from blocked_until - clock_timestamp()))::int`.as('seconds'))
    .where('key', '=', toKey(email, place))
    .executeTakeFirst();
  return Math.max(0, row?.seconds ?? 0);
}

/** Notes a failure: from the sixth on each doubles the pause, from one second up to a quarter of an hour. */
export async function recordFailure(db: Executor, email: string, place: string): Promise<void> {
  await sql`
    insert into sign_in_failures as f (key, failures, blocked_until) values (${toKey(email, place)}, 1, now())
    on conflict (key) do update set modified = now(),
      failures = case when f.modified < now() - make_interval(hours => ${FAILURE_RETENTION_HOURS}) then 1 else f.failures + 1 end,
      blocked_until = now() + case
        when f.modified < now() - make_interval(hours => ${FAILURE_RETENTION_HOURS}) or f.failures < ${FREE_FAILURES} then interval '0'
        else make_interval(secs => least(${MAX_PAUSE_SECONDS}, power(2, least(f.failures - ${FREE_FAILURES}, 20)))) end`.execute(
    db,
  );
}

/** Forgets the failures after a success. */
export async function deleteFailures(db: Executor, email: string, place: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', toKey(email, place)).execute();
}

function toKey(email: string, place: string): Buffer {
  return sha256(JSON.stringify([normalizeAddress(email), place]));
}
