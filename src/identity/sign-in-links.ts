import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';

/** Lifetime in seconds. The link is printed to a terminal and opened at once. */
const LINK_LIFETIME = 15 * 60;

/** Creates a single-use sign-in link and returns its token, which is not stored. */
export async function createSignInLink(db: Executor, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires = sql<Date>`now() + make_interval(secs => ${LINK_LIFETIME})`;
  await db
    .insertInto('sign_in_links')
    .values({ hash: sha256(token), user_id: userId, expires_at: expires })
    .execute();
  return token;
}

/** Creates a sign-in link for an address; undefined if it has no user. */
export async function createOwnerLink(
  db: Executor,
  { user_email }: { readonly user_email: string },
): Promise<string | undefined> {
  const user = await db.selectFrom('users').select('id').where('email', '=', user_email).executeTakeFirst();
  return user && createSignInLink(db, user.id);
}

/** Uses a link and returns its user; undefined if the token is invalid. */
export async function useSignInLink(trx: Executor, token: string): Promise<string | undefined> {
  const link = await trx
    .deleteFrom('sign_in_links')
    .where('hash', '=', sha256(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return link?.user_id;
}
