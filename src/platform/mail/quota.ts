import { sql } from 'kysely';
import type { Executor } from '../db/client.ts';
import { sha256 } from '../digest.ts';
import { toMailbox } from './address.ts';

const HOUR_SECONDS = 3600;

/**
 * Consumes one mail of a mailbox's hourly limit, across all processes. Returns 0, or the seconds until the next mail is
 * allowed. Public endpoints call it before they check whether the address exists, so that the limit does not reveal
 * that.
 */
export async function consumeMailQuota(db: Executor, perHour: number, email: string): Promise<number> {
  if (perHour === 0) return 0;
  const secondsPerMail = HOUR_SECONDS / perHour;
  const consumed = await sql`
    insert into rate_limits as l (credential, full_at) values (${toLimitName(email)}, now() + make_interval(secs => ${secondsPerMail}))
    on conflict (credential) do update set full_at = greatest(l.full_at, now()) + make_interval(secs => ${secondsPerMail})
      where l.full_at <= now() + make_interval(secs => ${HOUR_SECONDS - secondsPerMail})
    returning credential`.execute(db);
  if (consumed.rows.length > 0) return 0;
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from full_at - now()) - ${HOUR_SECONDS - secondsPerMail}::float8))::int as seconds
    from rate_limits where credential = ${toLimitName(email)}`.execute(db);
  return rows[0]?.seconds ?? 1;
}

/** Returns the mail to the limit if the mail server did not accept it. */
export async function releaseMailQuota(db: Executor, perHour: number, email: string): Promise<void> {
  if (perHour === 0) return;
  await sql`update rate_limits set full_at = full_at - make_interval(secs => ${HOUR_SECONDS / perHour})
    where credential = ${toLimitName(email)}`.execute(db);
}

function toLimitName(email: string): string {
  return `mail:${sha256(toMailbox(email)).toString('base64url')}`;
}
