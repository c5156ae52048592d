import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import { normalizeAddress } from '../platform/mail/address.ts';

/** Failures of an address from one network without a pause. */
const FREE_FAILURES = 5;
/** Maximum pause between two attempts, in seconds. */
const MAX_PAUSE_SECONDS = 900;
/** Retention of failures in hours. */
const FAILURE_RETENTION_HOURS = 24;

/**
 * Seconds until the next allowed attempt at this address from this network; 0 if none. The pause applies to the pair,
 * so that guesses from elsewhere never lock the user out.
 */
export async function getSignInPause(db: Executor, email: string, network: string): Promise<number> {
  const row = await db
    .selectFrom('sign_in_failures')
    // A concurrent attempt may record a failure after this statement started.
    .select(sql<number>`ceil(extract(epoch from blocked_until - clock_timestamp()))::int`.as('seconds'))
    .where('key', '=', toKey(email, network))
    .executeTakeFirst();
  return Math.max(0, row?.seconds ?? 0);
}

/** Records a failure. From the sixth on, each doubles the pause, from one second up to 15 minutes. */
export async function recordFailure(db: Executor, email: string, network: string): Promise<void> {
  await sql`
    insert into sign_in_failures as f (key, failures, blocked_until) values (${toKey(email, network)}, 1, now())
    on conflict (key) do update set modified = now(),
      failures = case when f.modified < now() - make_interval(hours => ${FAILURE_RETENTION_HOURS}) then 1 else f.failures + 1 end,
      blocked_until = now() + case
        when f.modified < now() - make_interval(hours => ${FAILURE_RETENTION_HOURS}) or f.failures < ${FREE_FAILURES} then interval '0'
        else make_interval(secs => least(${MAX_PAUSE_SECONDS}, power(2, least(f.failures - ${FREE_FAILURES}, 20)))) end`.execute(
    db,
  );
}

/** Deletes the failures after a successful sign-in. */
export async function deleteFailures(db: Executor, email: string, network: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', toKey(email, network)).execute();
}

function toKey(email: string, network: string): Buffer {
  return sha256(JSON.stringify([normalizeAddress(email), network]));
}
