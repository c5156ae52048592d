import { sql } from 'kysely';
import { type Executor, isUniqueViolation } from '../platform/db/client.ts';
import { createUser, endSessions, setPassword } from './users.ts';

/** Somebody who signs up with an address that was proved to be theirs in another way than by our own mail. */
export interface ProvedPerson {
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/**
 * Makes the account of a proved address, and answers its id; undefined where the address has a confirmed account already.
 * An account that nobody ever confirmed is taken over: whoever made it could not sign in, and may have been anybody.
 */
export async function signUpProved(trx: Executor, person: ProvedPerson): Promise<string | undefined> {
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

/** Confirms a proved address and answers whose it is; undefined where nothing was left to confirm. */
export async function confirmProved(trx: Executor, email: string): Promise<string | undefined> {
  const row = await trx
    .updateTable('users')
    .set({ email_verified: true, modified: sql<Date>`now()` })
    .where(sql`lower(email)`, '=', email)
    .where('email_verified', '=', false)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
