import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, type Executor, fromNow } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import { errors } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { KeyRing } from '../platform/keyring.ts';
import { CONNECTION_AUTH_SESSIONS, placeIn } from '../platform/sealed-columns.ts';
import { requireKeyRing } from './credentials.ts';
import { connectionProblems } from './problems.ts';
import type { AuthKind } from './tables.ts';

/** Milliseconds in which a person has to come back from the other server. */
const AUTH_SESSION_LIFETIME_MS = 10 * 60_000;
/** Rows removed by one statement. */
const DELETE_BATCH_SIZE = 1000;

/** An authorisation that begins. */
export interface NewAuthSession {
  readonly orgId: string;
  readonly projectId: string;
  /** Who begins it, and alone may end it. */
  readonly userId: string;
  readonly kind: AuthKind;
  /** What is authorised, where that is there already. */
  readonly targetId: string | null;
  /** What has to be remembered, such as the PKCE verifier; kept sealed. */
  readonly data: unknown;
  /** Where the browser goes afterwards, as {@link toLocalRedirect} answered it. */
  readonly redirectTo: string | null;
}

/** One that has come back. */
export interface ClaimedAuthSession extends Omit<NewAuthSession, 'userId'> {
  readonly id: string;
}

/** Remembers an authorisation that begins; `state` goes to the other server and comes back with the browser. */
export async function createAuthSession(
  trx: Executor,
  ring: KeyRing | undefined,
  auth: NewAuthSession,
): Promise<{ readonly id: string; readonly state: string }> {
  const [id, state] = [newId(), randomBytes(32).toString('base64url')];
  await trx
    .insertInto('connection_auth_sessions')
    .values({
      id,
      org_id: auth.orgId,
      project_id: auth.projectId,
      user_id: auth.userId,
      kind: auth.kind,
      target_id: auth.targetId,
      state_hash: sha256(state),
      sealed: requireKeyRing(ring).seal(JSON.stringify(auth.data ?? null), placeIn(CONNECTION_AUTH_SESSIONS, id)),
      redirect_to: auth.redirectTo,
      expires_at: fromNow(AUTH_SESSION_LIFETIME_MS),
    })
    .execute();
  return { id, state };
}

/**
 * The authorisation that this user began and that has this state, once: whoever comes second finds nothing, as do those who
 * come too late, another user, and another kind's door.
 */
export async function claimAuthSession(
  trx: Executor,
  ring: KeyRing | undefined,
  { state, userId, kind }: { readonly state: string; readonly userId: string; readonly kind: AuthKind },
): Promise<ClaimedAuthSession | undefined> {
  const row = await trx
    .deleteFrom('connection_auth_sessions')
    .where('state_hash', '=', sha256(state))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    orgId: row.org_id,
    projectId: row.project_id,
    kind: row.kind,
    targetId: row.target_id,
    data: JSON.parse(requireKeyRing(ring).open(row.sealed, placeIn(CONNECTION_AUTH_SESSIONS, row.id))),
    redirectTo: row.redirect_to,
  };
}

/** Forgets authorisations that nobody came back from in time. */
export async function deleteExpiredAuthSessions(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      delete from connection_auth_sessions where id in (
        select id from connection_auth_sessions where expires_at < now() limit ${DELETE_BATCH_SIZE}) returning id`.execute(
      db,
    );
    if (rows.length < DELETE_BATCH_SIZE) return;
  }
}

/**
 * A place of this installation that a browser may be sent to: a path, or an address below `publicUrl`, answered as an
 * address. Throws a 422 about the query's `redirect_to` for any other place.
 */
export function toLocalRedirect(publicUrl: string, redirectTo: string): string {
  const base = new URL(`${publicUrl}/`);
  const target = URL.canParse(redirectTo, base.href) ? new URL(redirectTo, base) : undefined;
  const isPrintable = /^[\x21-\x5b\x5d-\x7e]*$/.test(redirectTo) && /^(?:\/(?!\/)|https?:\/\/)/.test(redirectTo);
  if (!isPrintable || !target || target.origin !== base.origin || target.username !== '' || target.password !== '')
    throw errors.invalidQuery('redirect_to', connectionProblems.redirect_not_local);
  const isBelowPublicUrl = redirectTo.startsWith('/') || `${target.pathname}/`.startsWith(base.pathname);
  if (!isBelowPublicUrl) throw errors.invalidQuery('redirect_to', connectionProblems.redirect_outside);
  return target.href;
}

/** The same place with more in its query, such as why an authorisation failed. */
export function addQueryParams(address: string, params: Readonly<Record<string, string>>): string {
  const target = new URL(address);
  for (const [name, value] of Object.entries(params)) target.searchParams.set(name, value);
  return target.href;
}
