import type { Executor } from '../platform/db/client.ts';
import { SERVER_SECRETS, toEncryptionContext } from '../platform/encrypted-columns.ts';
import type { KeyRing } from '../platform/keyring.ts';

/**
 * A secret that every process of the installation shares: made once, kept sealed. Of processes that start at the same
 * time one makes it, and all answer that one.
 */
export async function serverSecret(
  db: Executor,
  ring: KeyRing,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const known = await read(db, name);
  const place = toEncryptionContext(SERVER_SECRETS, name);
  if (known !== undefined) return ring.decrypt(known, place);
  const sealed = ring.encrypt(await make(), place);
  await db
    .insertInto('server_secrets')
    .values({ name, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ring.decrypt((await read(db, name)) ?? sealed, place);
}

/** Opens all secrets that there are, so that a process which lacks their key, or finds one altered, does not start. */
export async function proveSecrets(db: Executor, ring: KeyRing): Promise<void> {
  const rows = await db.selectFrom('server_secrets').select(['name', 'sealed']).execute();
  for (const { name, sealed } of rows) ring.decrypt(sealed, toEncryptionContext(SERVER_SECRETS, name));
}

async function read(db: Executor, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('server_secrets').select('sealed').where('name', '=', name).executeTakeFirst();
  return row?.sealed;
}
