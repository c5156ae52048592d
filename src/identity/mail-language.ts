import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { normalizeAddress } from '../platform/mail/address.ts';
import { DEFAULT_MAIL_LANGUAGE, type MailLanguage } from '../platform/mail/texts/index.ts';

/**
 * In which language an address is mailed: that of its account, else the one of whoever or whatever had the mail sent, as far as
 * it is known, else English.
 */
export async function getMailLanguage(db: Executor, email: string, otherwise?: MailLanguage): Promise<MailLanguage> {
  const user = await db
    .selectFrom('users')
    .select('language')
    .where(sql`lower(email)`, '=', normalizeAddress(email))
    .executeTakeFirst();
  return user?.language ?? otherwise ?? DEFAULT_MAIL_LANGUAGE;
}

/** In which language a user is mailed; undefined where that is not known. */
export async function getUserLanguage(db: Executor, id: string): Promise<MailLanguage | undefined> {
  const user = await db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirst();
  return user?.language ?? undefined;
}

/** Takes the language that the browser of somebody prefers for theirs, where none is known yet. */
export async function recordLanguage(trx: Executor, id: string, language: MailLanguage): Promise<void> {
  await trx.updateTable('users').set({ language }).where('id', '=', id).where('language', 'is', null).execute();
}
