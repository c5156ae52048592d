import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { addToNow, type Executor } from '../../platform/db/client.ts';
import { TRIGGER_SECRETS, toEncryptionContext } from '../../platform/encrypted-columns.ts';
import { newId } from '../../platform/ids.ts';
import { type KeyRing, requireKeyRing } from '../../platform/keyring.ts';
import type { AuthMethod } from './config.ts';
import { METHODS } from './methods.ts';

/** Milliseconds for which the previous secret stays valid after a rotation. */
const ROTATION_OVERLAP_MS = 86_400_000;

/** Generates a secret of a method. */
export function generateSecret(method: AuthMethod): string {
  return METHODS[method].secretPrefix + randomBytes(32).toString('base64');
}

async function addSecret(trx: Executor, ring: KeyRing | undefined, triggerId: string, secret: string): Promise<void> {
  const id = newId();
  const sealed = requireKeyRing(ring).encrypt(secret, toEncryptionContext(TRIGGER_SECRETS, id));
  await trx.insertInto('trigger_secrets').values({ id, trigger_id: triggerId, sealed }).execute();
}

/** Stores a trigger's secret. Other secrets become invalid immediately. */
export async function setSecret(
  trx: Executor,
  ring: KeyRing | undefined,
  triggerId: string,
  secret: string,
): Promise<void> {
  await trx.deleteFrom('trigger_secrets').where('trigger_id', '=', triggerId).execute();
  await addSecret(trx, ring, triggerId, secret);
}

/** Rotates a trigger's secret. The previous one stays valid for a while, older ones do not. */
export async function rotateSecret(
  trx: Executor,
  ring: KeyRing | undefined,
  triggerId: string,
  secret: string,
): Promise<void> {
  const own = trx.deleteFrom('trigger_secrets').where('trigger_id', '=', triggerId);
  await own.where('expires_at', 'is not', null).execute();
  await trx
    .updateTable('trigger_secrets')
    .set({ expires_at: addToNow(ROTATION_OVERLAP_MS) })
    .where('trigger_id', '=', triggerId)
    .execute();
  await addSecret(trx, ring, triggerId, secret);
}

/** Lists the valid secrets of a trigger. */
export async function listValidSecrets(db: Executor, ring: KeyRing | undefined, triggerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('trigger_secrets')
    .select(['id', 'sealed'])
    .where('trigger_id', '=', triggerId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .execute();
  return rows.map(({ id, sealed }) => requireKeyRing(ring).decrypt(sealed, toEncryptionContext(TRIGGER_SECRETS, id)));
}

/** Finds the time until which the previous secret is valid. Null for none. */
export async function findOverlapEnd(db: Executor, triggerId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('trigger_secrets')
    .select('expires_at')
    .where('trigger_id', '=', triggerId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.expires_at ?? null;
}
