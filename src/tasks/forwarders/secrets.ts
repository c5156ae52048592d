import { sql } from 'kysely';
import { requireKeyRing } from '../../connections/credentials.ts';
import { type Executor, fromNow } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import { FORWARDER_SECRETS, placeIn } from '../../platform/sealed-columns.ts';
import { forwarderErrors } from './errors.ts';
import { newSigningSecret } from './signing.ts';

/** Most secrets that sign at once: each makes the header of a delivery longer. */
const MOST_SECRETS = 5;

/** Gives a forwarder a secret, a new one where none is given, and answers it: nobody is told it again. */
export async function issueSecret(
  trx: Executor,
  ring: KeyRing | undefined,
  forwarderId: string,
  secret = newSigningSecret(),
): Promise<string> {
  const id = newId();
  const sealed = requireKeyRing(ring).seal(secret, placeIn(FORWARDER_SECRETS, id));
  await trx.insertInto('task_forwarder_secrets').values({ id, forwarder_id: forwarderId, sealed }).execute();
  return secret;
}

/**
 * Exchanges the secret of a forwarder that the transaction has locked. Those before sign for so long besides, so that the
 * receiver can take its time. Throws a 409 where too many would.
 */
export async function rotateSecret(
  trx: Executor,
  ring: KeyRing | undefined,
  forwarderId: string,
  overlapMs: number,
): Promise<string> {
  const until = fromNow(overlapMs);
  await sql`update task_forwarder_secrets set expires_at = ${until}
    where forwarder_id = ${forwarderId} and (expires_at is null or expires_at > ${until})`.execute(trx);
  await sql`delete from task_forwarder_secrets where forwarder_id = ${forwarderId} and expires_at <= now()`.execute(
    trx,
  );
  const { rows } = await sql`select from task_forwarder_secrets where forwarder_id = ${forwarderId}`.execute(trx);
  if (rows.length >= MOST_SECRETS) throw forwarderErrors.tooManySecrets(MOST_SECRETS);
  return issueSecret(trx, ring, forwarderId);
}

/** Puts a secret that somebody gave in the place of all that a forwarder has. */
export async function replaceSecrets(
  trx: Executor,
  ring: KeyRing | undefined,
  forwarderId: string,
  secret: string,
): Promise<void> {
  await dropSecrets(trx, forwarderId);
  await issueSecret(trx, ring, forwarderId, secret);
}

/** The secrets that sign now, the newest first. */
export async function signingSecrets(
  db: Executor,
  ring: KeyRing | undefined,
  forwarderId: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string; sealed: string }>`select id, sealed from task_forwarder_secrets
    where forwarder_id = ${forwarderId} and (expires_at is null or expires_at > now()) order by id desc`.execute(db);
  return rows.map(({ id, sealed }) => requireKeyRing(ring).open(sealed, placeIn(FORWARDER_SECRETS, id)));
}

/** Forgets all secrets of a forwarder. */
export async function dropSecrets(trx: Executor, forwarderId: string): Promise<void> {
  await trx.deleteFrom('task_forwarder_secrets').where('forwarder_id', '=', forwarderId).execute();
}
