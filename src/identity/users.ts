import { sql } from 'kysely';
import { type Executor, json } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import { normalizeAddress } from '../platform/mail/address.ts';
import type { MailLanguage } from '../platform/mail/texts/index.ts';
import { endLinks } from './mailed-links.ts';
import { hashPassword } from './passwords.ts';
import type { InboxView } from './tables.ts';

/** User created by the installation; the address counts as verified. */
interface NewUser {
  readonly email: string;
  readonly name: string;
  /** Whether the user administrates the installation. */
  readonly administrator: boolean;
  /** Without a password the user must set one by mail before signing in. */
  readonly password?: string;
}

/** Creates a user and returns the id. */
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

/** Sets a user's password and ends links mailed earlier. */
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

/** Password credentials of a user. */
export interface StoredPassword {
  readonly accountId: string;
  readonly userId: string;
  readonly hash: string;
  /** Text with microseconds, to distinguish changes within a millisecond. */
  readonly setAt: string;
}

/** Finds the password of a confirmed address. */
export async function findPassword(db: Executor, email: string): Promise<StoredPassword | undefined> {
  const row = await selectPasswords(db)
    .where(sql`lower(u.email)`, '=', normalizeAddress(email))
    .where('u.email_verified', '=', true)
    .executeTakeFirst();
  return row && row.hash !== null ? { ...row, hash: row.hash } : undefined;
}

/** Finds the password of a user. */
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
 * Whether a password is unchanged since its lookup, and locks it until the transaction ends. Waits for concurrent
 * changes: they end existing sessions, and no session may start with the old password. Stores `renewed` if present.
 */
export async function isCurrentPassword(trx: Executor, known: StoredPassword, newHash?: string): Promise<boolean> {
  const { accountId, setAt } = known;
  const account = trx.selectFrom('user_accounts').select(sql<string>`modified::text`.as('setAt'));
  const now = await account.where('id', '=', accountId).forUpdate().executeTakeFirst();
  if (now?.setAt !== setAt) return false;
  if (newHash !== undefined)
    await trx.updateTable('user_accounts').set({ password: newHash }).where('id', '=', accountId).execute();
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
  'inbox_views',
  'language',
  'created',
  'modified',
  'version',
] as const;

/** Finds a user's own profile. */
export function findUser(db: Executor, id: string) {
  return db.selectFrom('users').select(PROFILE_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Profile changes; undefined fields stay unchanged. */
interface ProfileChange {
  readonly name?: string | undefined;
  readonly job_role?: string | null | undefined;
  readonly bio?: string | null | undefined;
  readonly subscribed_to_newsletter?: boolean | undefined;
  readonly muted_mails?: string[] | undefined;
  readonly inbox_views?: readonly InboxView[] | undefined;
  readonly language?: MailLanguage | null | undefined;
  readonly avatar_url?: null;
}

/** Updates a profile and returns it; undefined if the user does not exist. */
export function updateUser(trx: Executor, id: string, { inbox_views, ...change }: ProfileChange) {
  return trx
    .updateTable('users')
    .set({ ...change, ...(inbox_views && { inbox_views: json(inbox_views) }), modified: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(PROFILE_COLUMNS)
    .executeTakeFirst();
}

/** Sets the path of a user's avatar; undefined if the user does not exist. */
export function setUserAvatar(trx: Executor, id: string, path: string) {
  return trx
    .updateTable('users')
    .set({ avatar_url: path, modified: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(PROFILE_COLUMNS)
    .executeTakeFirst();
}

/** Finds a user's verified address in lower case. */
export async function findVerifiedAddress(db: Executor, id: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .where('email_verified', '=', true)
    .executeTakeFirst();
  return user?.email.toLowerCase();
}

/** Name of a user; null if the user does not exist. */
export async function findUserName(db: Executor, id: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst();
  return user?.name ?? null;
}

/** Whether a user wants notifications of an optional kind. */
export async function wantsMail(db: Executor, userId: string, kind: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('muted_mails').where('id', '=', userId).executeTakeFirst();
  return user !== undefined && !user.muted_mails.includes(kind);
}
