import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';

/** Seconds such a link works: it is opened where it was printed, at once. */
const LINK_LIFETIME = 15 * 60;

/** Makes a link that signs a user in once, and answers its token, which is kept nowhere. */
export async function createSignInLink(db: Executor, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires = sql<Date>`now() + make_interval(secs => ${LINK_LIFETIME})`;
  await db
    .insertInto('sign_in_links')
    .values({ hash: sha256(token), user_id: userId, expires_at: expires })
    .execute();
  return token;
}

/** A link's token for the user of an address; undefined where there is none. */
export async function createOwnerLink(
  db: Executor,
  { user_email }: { readonly user_email: string },
): Promise<string | undefined> {
  const user = await db.selectFrom('users').select('id').where('email', '=', user_email).executeTakeFirst();
  return user && createSignInLink(db, user.id);
}

/** Uses a link up and answers whose it was; undefined for every token that opens nothing. */
export async function useSignInLink(trx: Executor, token: string): Promise<string | undefined> {
  const link = await trx
    .deleteFrom('sign_in_links')
    .where('hash', '=', sha256(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return link?.user_id;
}
