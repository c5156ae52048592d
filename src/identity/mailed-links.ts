import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import type { MailedLinksTable } from './tables.ts';

export type LinkPurpose = MailedLinksTable['purpose'];

/** Seconds a mailed link works. */
const LINK_LIFETIMES: Readonly<Record<LinkPurpose, number>> = { sign_up: 24 * 3600, reset_password: 3600 };

/** What a live link says; the address is normalized. */
export interface MailedLink {
  readonly email: string;
  readonly name: string | null;
}

/** Makes a link for an address and answers its token, which is kept nowhere. */
export async function createLink(db: Executor, purpose: LinkPurpose, { email, name }: MailedLink): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires = sql<Date>`now() + make_interval(secs => ${LINK_LIFETIMES[purpose]})`;
  const row = { hash: sha256(token), purpose, email, name, expires_at: expires };
  await db.insertInto('mailed_links').values(row).execute();
  return token;
}

/** The link of a token, not used yet; undefined for every token that opens nothing. */
export function findLink(db: Executor, purpose: LinkPurpose, token: string): Promise<MailedLink | undefined> {
  return selectActive(db, purpose).where('hash', '=', sha256(token)).executeTakeFirst();
}

/** The newest link of an address. */
export function findNewestLink(db: Executor, purpose: LinkPurpose, email: string): Promise<MailedLink | undefined> {
  return selectActive(db, purpose).where('email', '=', email).orderBy('created', 'desc').limit(1).executeTakeFirst();
}

function selectActive(db: Executor, purpose: LinkPurpose) {
  return db
    .selectFrom('mailed_links')
    .select(['email', 'name'])
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`);
}

/**
 * Uses a link up, and with it every other one of its address, whatever it is for: one mailbox answers one question once.
 * All of them are locked in one order, so that of two that are used at the same time one wins and neither waits for ever.
 */
export async function useLink(trx: Executor, purpose: LinkPurpose, token: string): Promise<MailedLink | undefined> {
  const link = await findLink(trx, purpose, token);
  if (link === undefined) return undefined;
  const locked = await trx
    .selectFrom('mailed_links')
    .select('hash')
    .where('email', '=', link.email)
    .orderBy('hash')
    .forUpdate()
    .execute();
  if (!locked.some((row) => row.hash.equals(sha256(token)))) return undefined;
  await endLinks(trx, link.email);
  return link;
}

/** Ends every link of an address. */
export async function endLinks(trx: Executor, email: string): Promise<void> {
  await trx.deleteFrom('mailed_links').where('email', '=', email).execute();
}
