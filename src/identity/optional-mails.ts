import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/** Mails that users can switch off. Sign-in, verification and invite mails are always sent. */
export const OPTIONAL_MAILS = ['approval_waiting', 'forwarder_paused'] as const;
export type OptionalMail = (typeof OPTIONAL_MAILS)[number];

/** SQL condition: the user with this alias wants mails of a kind. */
export function wantsMail(kind: OptionalMail, alias: string): RawBuilder<boolean> {
  return sql<boolean>`not ${kind} = any(${sql.ref(`${alias}.muted_mails`)})`;
}

/** Whether a user wants mails of a kind. */
export async function userWantsMail(db: Executor, userId: string, kind: OptionalMail): Promise<boolean> {
  const user = await db.selectFrom('users').select('muted_mails').where('id', '=', userId).executeTakeFirst();
  return user !== undefined && !user.muted_mails.includes(kind);
}

/** Console path of the mail settings. */
export const MAIL_SETTINGS_PATH = '/settings/notifications';
