import { hashPassword } from 'better-auth/crypto';
import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import { normalizedAddress } from '../platform/mail/address.ts';
import { endLinks } from './mailed-links.ts';

/** A user to be made by the installation itself, whose address counts as verified. */
export interface NewUser {
  readonly email: string;
  readonly name: string;
  /** Gives the rights over the installation too. */
  readonly administrator: boolean;
  /** Without one the user signs in only after choosing one by mail. */
  readonly password?: string;
}

/** Makes a user and answers the id. */
export async function createUser(trx: Executor, user: NewUser): Promise<string> {
  const id = newId();
  await trx
    .insertInto('users')
    .values({
      id,
      email: normalizedAddress(user.email),
      email_verified: true,
      name: user.name,
      system_role: user.administrator ? 'platform_administrator' : null,
    })
    .execute();
  if (user.password !== undefined) await setPassword(trx, id, user.password);
  return id;
}

/** Gives a user a password, in place of the one there was. Links that were mailed before end. */
export async function setPassword(trx: Executor, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await trx
    .insertInto('user_accounts')
    .values({ id: newId(), user_id: userId, provider_id: 'credential', account_id: userId, password: hash })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, modified: sql<Date>`now()` }),
    )
    .execute();
  const { email } = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  await endLinks(trx, normalizedAddress(email));
}

const PROFILE = [
  'id',
  'name',
  'email',
  'email_verified',
  'avatar_url',
  'job_role',
  'bio',
  'subscribed_to_newsletter',
  'created',
  'modified',
] as const;

/** A user as they see themselves; undefined when there is none. */
export function findUser(db: Executor, id: string) {
  return db.selectFrom('users').select(PROFILE).where('id', '=', id).executeTakeFirst();
}

/** What a user may change of the own profile; what is undefined stays. */
export interface ProfileChange {
  readonly name?: string | undefined;
  readonly job_role?: string | null | undefined;
  readonly bio?: string | null | undefined;
  readonly subscribed_to_newsletter?: boolean | undefined;
}

/** Changes a profile and answers it; undefined when there is no such user. */
export function updateUser(trx: Executor, id: string, change: ProfileChange) {
  return trx
    .updateTable('users')
    .set({ ...change, modified: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(PROFILE)
    .executeTakeFirst();
}

/** Stores where a user's picture is served from; undefined when there is no such user. */
export function setUserAvatar(trx: Executor, id: string, path: string) {
  return trx
    .updateTable('users')
    .set({ avatar_url: path, modified: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(PROFILE)
    .executeTakeFirst();
}

/** Ends all sessions of a user but the one given, and answers how many there were. */
export async function endSessions(trx: Executor, userId: string, but: string | null): Promise<number> {
  const gone = await trx
    .deleteFrom('user_sessions')
    .where('user_id', '=', userId)
    .$if(but !== null, (query) => query.where('id', '!=', but ?? ''))
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
