import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { addToNow, type Db, type Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import { CONNECTION_AUTH_SESSIONS, toEncryptionContext } from '../platform/encrypted-columns.ts';
import { errors } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { type KeyRing, requireKeyRing } from '../platform/keyring.ts';
import { connectionProblems } from './problems.ts';
import type { AuthKind } from './tables.ts';

/** Lifetime of an authorization session. */
const AUTH_SESSION_LIFETIME_MS = 10 * 60_000;
/** Rows that one statement deletes. */
const DELETE_BATCH_SIZE = 1000;

/** An authorization to start. */
export interface NewAuthSession {
  readonly orgId: string;
  readonly projectId: string;
  /** The user who starts the authorization. Only this user can complete it. */
  readonly userId: string;
  readonly kind: AuthKind;
  /** The connection to authorize. Null if it does not exist yet. */
  readonly targetId: string | null;
  /** Data for the callback, such as the PKCE verifier. Encrypted at rest. */
  readonly data: unknown;
  /** URL that the browser goes to afterwards, from {@link toLocalRedirect}. */
  readonly redirectTo: string | null;
}

/** A session whose browser came back. */
export interface ClaimedAuthSession extends Omit<NewAuthSession, 'userId'> {
  readonly id: string;
}

/** Stores a new authorization session. `state` goes to the authorization server and comes back with the browser. */
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
      sealed: requireKeyRing(ring).encrypt(
        JSON.stringify(auth.data ?? null),
        toEncryptionContext(CONNECTION_AUTH_SESSIONS, id),
      ),
      redirect_to: auth.redirectTo,
      expires_at: addToNow(AUTH_SESSION_LIFETIME_MS),
    })
    .execute();
  return { id, state };
}

/**
 * Deletes and returns the session of this user, state and kind. Returns undefined if it is used, expired, or of another
 * user or kind.
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
    data: JSON.parse(requireKeyRing(ring).decrypt(row.sealed, toEncryptionContext(CONNECTION_AUTH_SESSIONS, row.id))),
    redirectTo: row.redirect_to,
  };
}

/** Deletes expired authorization sessions. */
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
 * Converts a path or URL to a URL below `publicUrl` that a browser may be redirected to. Throws a 422 about the query's
 * `redirect_to` for any other target.
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

/** Adds parameters to the query of a URL. */
export function addQueryParams(address: string, params: Readonly<Record<string, string>>): string {
  const target = new URL(address);
  for (const [name, value] of Object.entries(params)) target.searchParams.set(name, value);
  return target.href;
}
