import { sql } from 'kysely';
import type { Db } from '../platform/db/client.ts';

const SWEEP_INTERVAL_MS = 10 * 60_000;
/** Rows deleted per statement, so that no statement runs long. */
const BATCH_SIZE = 1000;

/** Tables with expired rows: key and condition. */
const EXPIRED = [
  // Recently ended tokens identify the credential in audit events. Unfinished requests are not needed.
  [
    'oauth_records',
    'key',
    "expires_at < now() - case model when 'Interaction' then interval '0' else interval '1 day' end",
  ],
  // Registrations of clients that no user has connected, or whose last grant has ended.
  [
    'oauth_registrations',
    'id',
    `created < now() - interval '1 day' and not exists (select from oauth_clients c
      join oauth_records r on r.client_id = c.id and r.expires_at > now()
      where c.external_id = 'dcr-' || oauth_registrations.id and c.deleted_at is null)`,
  ],
  ['user_sessions', 'id', 'expires_at < now()'],
  ['mailed_links', 'hash', 'expires_at < now()'],
  ['sign_in_links', 'hash', 'expires_at < now()'],
  ['sign_in_failures', 'key', "modified < now() - interval '1 day'"],
  ['rate_limits', 'credential', "full_at < now() - interval '1 hour'"],
] as const;

/** Deletes expired rows periodically. Returns a function that stops it. */
export function sweepExpired(db: Db, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void sweep(db, onError), SWEEP_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Deletes expired rows now. Sweeps each table independently of errors in others. */
export async function sweep(db: Db, onError: (error: unknown) => void): Promise<void> {
  for (const expired of EXPIRED) await sweepTable(db, expired).catch(onError);
}

async function sweepTable(db: Db, [table, key, condition]: (typeof EXPIRED)[number]): Promise<void> {
  for (;;) {
    const deleted = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in
        (select ${sql.ref(key)} from ${sql.table(table)} where ${sql.raw(condition)} limit ${BATCH_SIZE})`.execute(db);
    if ((deleted.numAffectedRows ?? 0n) < BigInt(BATCH_SIZE)) return;
  }
}
