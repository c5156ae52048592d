import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { normalizeAddress } from '../platform/mail/address.ts';
import { DEFAULT_MAIL_LANGUAGE, type MailLanguage } from '../platform/mail/texts/index.ts';

/** Mail language of an address: that of its account, else `otherwise`, else English. */
export async function getMailLanguage(db: Executor, email: string, otherwise?: MailLanguage): Promise<MailLanguage> {
  const user = await db
    .selectFrom('users')
    .select('language')
    .where(sql`lower(email)`, '=', normalizeAddress(email))
    .executeTakeFirst();
  return user?.language ?? otherwise ?? DEFAULT_MAIL_LANGUAGE;
}

/** Mail language of a user; undefined if unknown. */
export async function getUserLanguage(db: Executor, id: string): Promise<MailLanguage | undefined> {
  const user = await db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirst();
  return user?.language ?? undefined;
}

/** Stores the browser's preferred language as the user's, if none is known. */
export async function recordLanguage(trx: Executor, id: string, language: MailLanguage): Promise<void> {
  await trx.updateTable('users').set({ language }).where('id', '=', id).where('language', 'is', null).execute();
}
