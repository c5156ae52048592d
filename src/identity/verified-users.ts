import { sql } from 'kysely';
import { type Executor, isUniqueViolation } from '../platform/db/client.ts';
import { useLink } from './mailed-links.ts';
import { endSessions } from './sessions.ts';
import { createUser, setPassword } from './users.ts';

/** Somebody who showed that a mailbox is theirs: by the link of an invite, or by the one that a sign-up was answered with. */
export interface VerifiedUser {
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/**
 * Makes the account of a proved address, and answers its id; undefined where the address has a confirmed account already.
 * An account that nobody ever confirmed is taken over: whoever made it could not sign in, and may have been anybody.
 */
export async function createVerifiedUser(trx: Executor, person: VerifiedUser): Promise<string | undefined> {
  const { email, name, password } = person;
  const known = await trx
    .selectFrom('users')
    .select(['id', 'email_verified'])
    .where(sql`lower(email)`, '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (known?.email_verified) return undefined;
  if (!known) return createUser(trx, { email, name, password, administrator: false });
  const row = { name, email_verified: true, modified: sql<Date>`now()` };
  await trx.updateTable('users').set(row).where('id', '=', known.id).execute();
  await setPassword(trx, known.id, password);
  await endSessions(trx, known.id, null);
  return known.id;
}

/** Whether an error says that somebody took the address in the same moment. */
export function isAddressTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'users_email');
}

/** What somebody says who follows a mailed link. */
export interface LinkResult {
  readonly token: string;
  readonly password: string;
}

/**
 * Makes the account that a sign-up asked for, with the password that its reader chooses now, and answers its id: what was
 * typed before the mailbox was proved opens nothing. Undefined where the link does not work or nobody may sign up any more.
 */
export async function confirmSignUp(
  trx: Executor,
  maySignUp: (email: string) => Promise<boolean>,
  { token, password, name }: LinkResult & { readonly name?: string | undefined },
): Promise<string | undefined> {
  const link = await useLink(trx, 'sign_up', token);
  if (!link || !(await maySignUp(link.email))) return undefined;
  return createVerifiedUser(trx, { email: link.email, name: name ?? link.name ?? link.email, password });
}

/** Sets the password that the reader of a reset's mail chose, ends all sessions and answers whose they were. */
export async function resetPassword(trx: Executor, { token, password }: LinkResult): Promise<string | undefined> {
  const link = await useLink(trx, 'reset_password', token);
  const user = link && (await findVerifiedUser(trx, link.email));
  if (!user) return undefined;
  await setPassword(trx, user.id, password);
  await endSessions(trx, user.id, null);
  return user.id;
}

/** The account of an address, which its owner confirmed. */
export function findVerifiedUser(db: Executor, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(sql`lower(email)`, '=', email)
    .where('email_verified', '=', true)
    .executeTakeFirst();
}
