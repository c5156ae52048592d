import type { Executor } from '../platform/db/client.ts';

/** Whether a user wants notifications of an optional kind. */
export async function userWantsMail(db: Executor, userId: string, kind: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('muted_mails').where('id', '=', userId).executeTakeFirst();
  return user !== undefined && !user.muted_mails.includes(kind);
}
