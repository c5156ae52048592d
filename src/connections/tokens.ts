import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { addToNow, type Db } from '../platform/db/client.ts';
import type { KeyRing } from '../platform/keyring.ts';
import { type ConnectionSecret, decryptSecret, type OAuthSecret, toSecretColumns } from './credentials.ts';

/** Timeout of a token refresh. */
const REFRESH_TIMEOUT_MS = 20_000;
/** Lease on a refresh. After it, another process may refresh, because the holder may have died. */
const REFRESH_LEASE_MS = 30_000;
/** Maximum wait for a refresh by another process. Longer than a lease. */
const MAX_WAIT_MS = 90_000;
/** Delays between polls for a refresh by another process. */
const POLL_DELAYS_MS = [20, 50, 100, 200] as const;
/** A token is renewed once this fraction of its lifetime, at most this many milliseconds, is left. */
const EARLY_RENEWAL = { part: 0.2, most: 60_000 };
/** A token is no longer used once this little is left. */
const LATE_RENEWAL = { part: 0.05, most: 5_000 };
/** Minimum age of a rejected token to renew. The next token of a younger one would be rejected too. */
const MIN_TOKEN_AGE_MS = 30_000;
/** Attempts to store new tokens, one second apart. Losing them would lose the grant. */
const MAX_STORE_ATTEMPTS = 10;

/** The calls of a connection cannot be authenticated until a user authorizes again. */
export class ReconnectRequiredError extends Error {
  override readonly name = 'ReconnectRequiredError';
  readonly credentialId: string;

  constructor(credentialId: string, why: string) {
    super(why);
    this.credentialId = credentialId;
  }
}

/** `refresh` throws this on `invalid_grant`: a retry would fail too. */
export class GrantRejectedError extends Error {
  override readonly name = 'GrantRejectedError';
}

/** A token that authenticates a call. */
export interface FreshToken {
  readonly token: string;
  /** Version of the token. Pass it as `rejectedVersion` if the server rejects the token. */
  readonly version: number;
}

/** Options of a token request. */
interface TokenOptions {
  /** Version of the token that the server rejected with 401. */
  readonly rejectedVersion?: number;
  /**
   * Requests new tokens. Throws {@link GrantRejectedError} on `invalid_grant`, and any other error on temporary
   * failures. Must stop on the signal. An omitted refresh token stays in use.
   */
  readonly refresh?: (secret: OAuthSecret, signal: AbortSignal) => Promise<ConnectionSecret>;
  /** Cancels the wait for another process. */
  readonly signal?: AbortSignal;
}

/** Access to stored secrets. */
interface CredentialStore {
  readonly db: Db;
  readonly ring: KeyRing | undefined;
}

/** State of a credential, by the database's clock. */
interface CredentialState {
  readonly secret: ConnectionSecret;
  readonly version: number;
  readonly lost: boolean;
  /** Whether a process holds the refresh lease. */
  readonly leased: boolean;
  /** Milliseconds since it was obtained. */
  readonly age: number;
  /** Milliseconds until it expires. Null if unknown. */
  readonly left: number | null;
}

/**
 * Returns a token for a call. One process renews it early; others use the current token or wait. Throws {@link
 * ReconnectRequiredError} only if the server rejected the grant or a new token, or if renewal is impossible.
 */
export async function getFreshToken(
  credentialStore: CredentialStore,
  id: string,
  request: TokenOptions = {},
): Promise<FreshToken> {
  const until = performance.now() + MAX_WAIT_MS;
  for (let polls = 0; ; polls++) {
    const state = await readCredential(credentialStore, id);
    if (!state || state.lost) throw new ReconnectRequiredError(id, 'the connection is not authorized');
    const renewal = getRenewal(state, request);
    if (renewal === 'none' || (renewal === 'soon' && state.leased)) return toFreshToken(state);
    if (renewal === 'lost') {
      if (await markLost(credentialStore, id, state.version))
        throw new ReconnectRequiredError(id, 'the server rejects the credential');
      continue;
    }
    const lease = state.leased ? undefined : await acquireLease(credentialStore, id, state.version);
    if (lease !== undefined) {
      const token = await renewToken(credentialStore, id, { state, lease, renewal }, request);
      if (token) return token;
    } else {
      if (performance.now() > until) throw new Error('timed out waiting for another process to renew the token');
      await pause(POLL_DELAYS_MS[polls] ?? POLL_DELAYS_MS[3], undefined, { signal: request.signal });
    }
  }
}

/** With `soon`, the current token is still usable. */
type Renewal = 'none' | 'soon' | 'now' | 'lost';

function getRenewal(
  { secret, version, age, left }: CredentialState,
  { rejectedVersion, refresh }: TokenOptions,
): Renewal {
  const isRejected = rejectedVersion === version;
  if (secret.kind === 'api_key') return isRejected ? 'lost' : 'none';
  const canRenew = secret.refresh_token !== undefined && refresh !== undefined;
  if (isRejected) return canRenew && age >= Math.min(MIN_TOKEN_AGE_MS, (age + (left ?? Infinity)) / 2) ? 'now' : 'lost';
  if (left === null) return 'none';
  if (!canRenew) return left > 0 ? 'none' : 'lost';
  const within = ({ part, most }: typeof EARLY_RENEWAL) => left < Math.min(most, (age + left) * part);
  if (left <= 0 || within(LATE_RENEWAL)) return 'now';
  return within(EARLY_RENEWAL) ? 'soon' : 'none';
}

function toFreshToken({ secret, version }: Pick<CredentialState, 'secret' | 'version'>): FreshToken {
  return { token: secret.kind === 'api_key' ? secret.value : secret.access_token, version };
}

async function readCredential({ db, ring }: CredentialStore, id: string): Promise<CredentialState | undefined> {
  const { rows } = await sql<Omit<CredentialState, 'secret'> & { readonly sealed: string }>`
    select sealed, token_version as version, lost_at is not null as lost, coalesce(lease_until > now(), false) as leased,
      (extract(epoch from now() - obtained_at) * 1000)::float8 as age,
      (extract(epoch from expires_at - now()) * 1000)::float8 as left
    from connection_credentials where id = ${id}`.execute(db);
  const [row] = rows;
  return row && { ...row, secret: decryptSecret(ring, id, row.sealed) };
}

/** Acquires the refresh lease. Returns undefined if another process holds it. */
async function acquireLease({ db }: CredentialStore, id: string, version: number): Promise<string | undefined> {
  const { rows } = await sql<{ lease: string }>`
    update connection_credentials set lease_until = clock_timestamp() + ${REFRESH_LEASE_MS} * interval '1 millisecond'
    where id = ${id} and token_version = ${version} and lost_at is null and coalesce(lease_until <= now(), true)
    returning lease_until::text as lease`.execute(db);
  return rows[0]?.lease;
}

async function releaseLease({ db }: CredentialStore, id: string, lease: string): Promise<void> {
  await sql`update connection_credentials set lease_until = null where id = ${id} and lease_until = ${lease}::timestamptz`.execute(
    db,
  );
}

/** Marks the credential as lost. Returns false if it has a newer token. */
async function markLost({ db }: CredentialStore, id: string, version: number): Promise<boolean> {
  const { rows } = await sql`
    update connection_credentials set lost_at = coalesce(lost_at, now()), lease_until = null
    where id = ${id} and token_version = ${version} returning id`.execute(db);
  return rows.length > 0;
}

/** Requests and stores the next token. Returns undefined if a newer one is stored already. */
async function renewToken(
  credentialStore: CredentialStore,
  id: string,
  {
    state,
    lease,
    renewal,
  }: { readonly state: CredentialState; readonly lease: string; readonly renewal: 'soon' | 'now' },
  { refresh, rejectedVersion }: TokenOptions,
): Promise<FreshToken | undefined> {
  const { secret, version } = state;
  if (secret.kind !== 'oauth' || !refresh) throw new Error('only OAuth tokens can be renewed');
  let renewed: ConnectionSecret;
  try {
    renewed = await refresh(secret, AbortSignal.timeout(REFRESH_TIMEOUT_MS));
  } catch (error) {
    if (error instanceof GrantRejectedError) {
      if (await markLost(credentialStore, id, version))
        throw new ReconnectRequiredError(id, 'the server rejects the grant');
      return undefined;
    }
    await releaseLease(credentialStore, id, lease);
    if (renewal === 'soon' && rejectedVersion !== version) return toFreshToken(state);
    throw error;
  }
  return storeToken(credentialStore, id, version, withRefreshToken(renewed, secret));
}

/** Servers may omit the refresh token; the old one then stays valid. */
function withRefreshToken(renewed: ConnectionSecret, { refresh_token }: OAuthSecret): ConnectionSecret {
  return renewed.kind === 'oauth' && renewed.refresh_token === undefined ? { ...renewed, refresh_token } : renewed;
}

/** Stores new tokens. Retries while the database is unavailable. */
async function storeToken(
  { db, ring }: CredentialStore,
  id: string,
  version: number,
  secret: ConnectionSecret,
): Promise<FreshToken | undefined> {
  const columns = toSecretColumns(ring, id, secret);
  for (let attempt = 1; ; attempt++) {
    try {
      const row = await db
        .updateTable('connection_credentials')
        .set({ ...columns, token_version: version + 1, obtained_at: addToNow(0), lease_until: null, lost_at: null })
        .where('id', '=', id)
        .where('token_version', '=', version)
        .returning('token_version')
        .executeTakeFirst();
      return row && toFreshToken({ secret, version: row.token_version });
    } catch (error) {
      if (attempt >= MAX_STORE_ATTEMPTS) throw error;
      await pause(1000);
    }
  }
}
