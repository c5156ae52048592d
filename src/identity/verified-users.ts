import { sql } from 'kysely';
import { type Executor, isUniqueViolation } from '../platform/db/client.ts';
import { useLink } from './mailed-links.ts';
import { endSessions } from './sessions.ts';
import { createUser, setPassword } from './users.ts';

/** Person who proved a mailbox, by the link of an invite or a sign-up mail. */
interface VerifiedUser {
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/**
 * Creates the account of a verified address and returns its id; undefined if it already has a confirmed account. Takes
 * over an unconfirmed account: its creator could not sign in and may be anyone.
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

/** Whether an error reports that a concurrent request took the address. */
export function isAddressTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'users_email');
}

/** Input of a person who follows a mailed link. */
export interface LinkResult {
  readonly token: string;
  readonly password: string;
}

/**
 * Creates the account of a sign-up with the password chosen now, and returns its id. A password entered before
 * verification has no effect. Returns undefined if the link is invalid or sign-up is closed.
 */
export async function confirmSignUp(
  trx: Executor,
  isSignUpAllowed: (email: string) => Promise<boolean>,
  { token, password, name }: LinkResult & { readonly name?: string | undefined },
): Promise<string | undefined> {
  const link = await useLink(trx, 'sign_up', token);
  if (!link || !(await isSignUpAllowed(link.email))) return undefined;
  return createVerifiedUser(trx, { email: link.email, name: name ?? link.name ?? link.email, password });
}

/** Sets the password chosen by the recipient of a reset mail, ends all sessions and returns the user. */
export async function resetPassword(trx: Executor, { token, password }: LinkResult): Promise<string | undefined> {
  const link = await useLink(trx, 'reset_password', token);
  const user = link && (await findVerifiedUser(trx, link.email));
  if (!user) return undefined;
  await setPassword(trx, user.id, password);
  await endSessions(trx, user.id, null);
  return user.id;
}

/** Finds the confirmed account of an address. */
export function findVerifiedUser(db: Executor, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(sql`lower(email)`, '=', email)
    .where('email_verified', '=', true)
    .executeTakeFirst();
}
