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

/** When the password of an address was set; undefined where it has none. */
export async function passwordSetAt(db: Executor, email: string): Promise<Date | undefined> {
  const row = await credentialOf(db, email).executeTakeFirst();
  return row?.modified;
}

/**
 * Whether that password still holds. Waits for a change that is under way: whoever changes it ends the sessions there are,
 * and a session that was made meanwhile with the old password is told here.
 */
export async function isPasswordSince(db: Executor, email: string, time: Date | undefined): Promise<boolean> {
  const row = await credentialOf(db, email).forShare('a').executeTakeFirst();
  return row !== undefined && row.modified.getTime() === time?.getTime();
}

function credentialOf(db: Executor, email: string) {
  return db
    .selectFrom('user_accounts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select('a.modified')
    .where(sql`lower(u.email)`, '=', normalizedAddress(email))
    .where('a.provider_id', '=', 'credential');
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

/** Ends one session. */
export async function endSession(db: Executor, token: string): Promise<void> {
  await db.deleteFrom('user_sessions').where('token', '=', token).execute();
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
