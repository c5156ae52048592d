import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import type { MailedLinksTable } from './tables.ts';

/** Purpose of a link in an email. */
type LinkPurpose = MailedLinksTable['purpose'];

/** Lifetime of mailed links in seconds. */
const LINK_LIFETIMES: Readonly<Record<LinkPurpose, number>> = { sign_up: 24 * 3600, reset_password: 3600 };

/** Content of an active link; the address is normalized. */
interface MailedLink {
  readonly email: string;
  readonly name: string | null;
}

/** Creates a link for an address and returns its token, which is not stored. */
export async function createLink(db: Executor, purpose: LinkPurpose, { email, name }: MailedLink): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires = sql<Date>`now() + make_interval(secs => ${LINK_LIFETIMES[purpose]})`;
  const row = { hash: sha256(token), purpose, email, name, expires_at: expires };
  await db.insertInto('mailed_links').values(row).execute();
  return token;
}

/** Finds an unused link by its token; undefined if the token is invalid. */
export function findLink(db: Executor, purpose: LinkPurpose, token: string): Promise<MailedLink | undefined> {
  return selectActive(db, purpose).where('hash', '=', sha256(token)).executeTakeFirst();
}

/** Finds the newest link of an address. */
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
 * Uses a link and ends all other links of its address, whatever their purpose. Locks them in one order, so that
 * concurrent uses cannot deadlock and exactly one succeeds.
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
