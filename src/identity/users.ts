import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import { normalizeAddress } from '../platform/mail/address.ts';
import type { MailLanguage } from '../platform/mail/texts/index.ts';
import { endLinks } from './mailed-links.ts';
import { hashPassword } from './passwords.ts';

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
      email: normalizeAddress(user.email),
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
  await endLinks(trx, normalizeAddress(email));
}

/** What a person signs in with. */
export interface StoredPassword {
  readonly accountId: string;
  readonly userId: string;
  readonly hash: string;
  /** To the microsecond, as text: two that were set within a millisecond are two. */
  readonly setAt: string;
}

/** The password of a confirmed address; undefined where it has none. */
export async function findPassword(db: Executor, email: string): Promise<StoredPassword | undefined> {
  const row = await selectPasswords(db)
    .where(sql`lower(u.email)`, '=', normalizeAddress(email))
    .where('u.email_verified', '=', true)
    .executeTakeFirst();
  return row && row.hash !== null ? { ...row, hash: row.hash } : undefined;
}

/** The password of a user; undefined where they have none yet. */
export async function findUserPassword(db: Executor, userId: string): Promise<StoredPassword | undefined> {
  const row = await selectPasswords(db).where('u.id', '=', userId).executeTakeFirst();
  return row && row.hash !== null ? { ...row, hash: row.hash } : undefined;
}

function selectPasswords(db: Executor) {
  return db
    .selectFrom('user_accounts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id as accountId', 'u.id as userId', 'a.password as hash', sql<string>`a.modified::text`.as('setAt')])
    .where('a.provider_id', '=', 'credential');
}

/**
 * Whether a password is still the one that was looked up, and until the end of the transaction. Waits for a change that is
 * under way: whoever changes it ends the sessions there are, and none may begin meanwhile with the old one. Where there is
 * a renewed hash of the same password, it is kept from now on.
 */
export async function isCurrentPassword(trx: Executor, known: StoredPassword, renewed?: string): Promise<boolean> {
  const { accountId, setAt } = known;
  const account = trx.selectFrom('user_accounts').select(sql<string>`modified::text`.as('setAt'));
  const now = await account.where('id', '=', accountId).forUpdate().executeTakeFirst();
  if (now?.setAt !== setAt) return false;
  if (renewed !== undefined)
    await trx.updateTable('user_accounts').set({ password: renewed }).where('id', '=', accountId).execute();
  return true;
}

const PROFILE_COLUMNS = [
  'id',
  'name',
  'email',
  'email_verified',
  'avatar_url',
  'job_role',
  'bio',
  'subscribed_to_newsletter',
  'muted_mails',
  'language',
  'created',
  'modified',
  'version',
] as const;

/** A user as they see themselves; undefined when there is none. */
export function findUser(db: Executor, id: string) {
  return db.selectFrom('users').select(PROFILE_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** What a user may change of the own profile; what is undefined stays. */
export interface ProfileChange {
  readonly name?: string | undefined;
  readonly job_role?: string | null | undefined;
  readonly bio?: string | null | undefined;
  readonly subscribed_to_newsletter?: boolean | undefined;
  readonly muted_mails?: string[] | undefined;
  readonly language?: MailLanguage | null | undefined;
  readonly avatar_url?: null;
}

/** Changes a profile and answers it; undefined when there is no such user. */
export function updateUser(trx: Executor, id: string, change: ProfileChange) {
  return trx
    .updateTable('users')
    .set({ ...change, modified: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(PROFILE_COLUMNS)
    .executeTakeFirst();
}

/** Stores where a user's picture is served from; undefined when there is no such user. */
export function setUserAvatar(trx: Executor, id: string, path: string) {
  return trx
    .updateTable('users')
    .set({ avatar_url: path, modified: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(PROFILE_COLUMNS)
    .executeTakeFirst();
}

/** The address that a user has shown to be theirs, in lower case. */
export async function findVerifiedAddress(db: Executor, id: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .where('email_verified', '=', true)
    .executeTakeFirst();
  return user?.email.toLowerCase();
}

/** What a user is called; null where there is none. */
export async function userNameColumn(db: Executor, id: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst();
  return user?.name ?? null;
}

/** The name of a user as a piece of a statement; null for one who is gone, and for no id. */
export function findUserName(id: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(select u.name from users u where u.id = ${id})`;
}
