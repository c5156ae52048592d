import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/**
 * Mails that people may do without. What they need to sign in, to prove an address or to come in by an invite is none of
 * these, and always comes.
 */
export const OPTIONAL_MAILS = ['approval_waiting', 'forwarder_paused'] as const;
export type OptionalMail = (typeof OPTIONAL_MAILS)[number];

/** A condition on a user by the alias of its row: they want mails of a kind. */
export function wantsMail(kind: OptionalMail, alias: string): RawBuilder<boolean> {
  return sql<boolean>`not ${kind} = any(${sql.ref(`${alias}.muted_mails`)})`;
}

/** Whether a user wants mails of a kind. */
export async function userWantsMail(db: Executor, userId: string, kind: OptionalMail): Promise<boolean> {
  const user = await db.selectFrom('users').select('muted_mails').where('id', '=', userId).executeTakeFirst();
  return user !== undefined && !user.muted_mails.includes(kind);
}

/** Where in the console such mails are switched off. */
export const MAIL_SETTINGS_PATH = '/settings/notifications';
