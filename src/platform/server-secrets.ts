import type { Executor } from './db/client.ts';
import { SERVER_SECRETS, toEncryptionContext } from './encrypted-columns.ts';
import type { KeyRing } from './keyring.ts';

/**
 * Returns a secret that all processes of the installation share, stored encrypted. Processes that start concurrently
 * get the same secret.
 */
export async function getServerSecret(
  db: Executor,
  ring: KeyRing,
  name: string,
  generate: () => string | Promise<string>,
): Promise<string> {
  const known = await findEncryptedSecret(db, name);
  const context = toEncryptionContext(SERVER_SECRETS, name);
  if (known !== undefined) return ring.decrypt(known, context);
  const sealed = ring.encrypt(await generate(), context);
  await db
    .insertInto('server_secrets')
    .values({ name, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ring.decrypt((await findEncryptedSecret(db, name)) ?? sealed, context);
}

/** Decrypts all stored secrets. A process with a missing key or an altered secret fails to start. */
export async function verifyServerSecrets(db: Executor, ring: KeyRing): Promise<void> {
  const rows = await db.selectFrom('server_secrets').select(['name', 'sealed']).execute();
  for (const { name, sealed } of rows) ring.decrypt(sealed, toEncryptionContext(SERVER_SECRETS, name));
}

async function findEncryptedSecret(db: Executor, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('server_secrets').select('sealed').where('name', '=', name).executeTakeFirst();
  return row?.sealed;
}
