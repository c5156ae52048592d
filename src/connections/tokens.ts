import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, fromNow } from '../platform/db/client.ts';
import type { KeyRing } from '../platform/keyring.ts';
import { type ConnectionSecret, decryptSecret, type OAuthSecret, toSecretColumns } from './credentials.ts';

/** Milliseconds that fetching a token may take … */
const REFRESH_TIMEOUT_MS = 20_000;
/** … and after which another process may fetch it, since the one that wanted to may be gone. */
const REFRESH_LEASE_MS = 30_000;
/** Milliseconds that a call waits for others to fetch a token: longer than one of them may be gone for. */
const MAX_WAIT_MS = 90_000;
/** Milliseconds between two looks whether the others have it. */
const POLL_DELAYS_MS = [20, 50, 100, 200] as const;
/** A token is renewed when less than a fifth of its time is left, and of long ones a minute … */
const EARLY_RENEWAL = { part: 0.2, most: 60_000 };
/** … and is not used any more when so little is left. */
const LATE_RENEWAL = { part: 0.05, most: 5_000 };
/** A refused token of so many milliseconds, and of less than half of its time, is a new one: the next would be refused too. */
const MIN_TOKEN_AGE_MS = 30_000;
/** How often, a second apart, new tokens are tried to be stored: with them the grant would be lost. */
const MAX_STORE_ATTEMPTS = 10;

/** A connection's calls can't be signed until a person authorises anew. */
export class ReconnectRequiredError extends Error {
  override readonly name = 'ReconnectNeeded';
  readonly credentialId: string;

  constructor(credentialId: string, why: string) {
    super(why);
    this.credentialId = credentialId;
  }
}

/** What `refresh` throws where the server says `invalid_grant`: asking again is of no use. */
export class GrantRejectedError extends Error {
  override readonly name = 'GrantRefused';
}

/** What a call is signed with. */
export interface FreshToken {
  readonly token: string;
  /** Which one it is: named as `rejectedVersion` where the server refuses it. */
  readonly version: number;
}

export interface TokenOptions {
  /** Version of the token that the server has just answered with 401. */
  readonly rejectedVersion?: number;
  /**
   * Asks the server for new tokens; throws {@link GrantRejectedError} on `invalid_grant` and whatever else on anything that may
   * pass. It has to end with the signal. What it leaves out of the refresh token stays.
   */
  readonly refresh?: (secret: OAuthSecret, signal: AbortSignal) => Promise<ConnectionSecret>;
  /** Ends the wait for other processes. */
  readonly signal?: AbortSignal;
}

/** What secrets are read and written with. */
interface CredentialStore {
  readonly db: Db;
  readonly ring: KeyRing | undefined;
}

/** A credential at one moment, by the database's clock. */
interface CredentialState {
  readonly secret: ConnectionSecret;
  readonly version: number;
  readonly lost: boolean;
  /** Whether a process fetches the next token. */
  readonly leased: boolean;
  /** Milliseconds since it was fetched … */
  readonly age: number;
  /** … and until it ends; null where nobody knows. */
  readonly left: number | null;
}

/**
 * A token to sign a call with. It is renewed early, and by one process alone: the others wait for what that gets, or use what
 * they have while it is good. Throws {@link ReconnectRequiredError} only where the server refused the grant or a token that is new,
 * or where nothing can be renewed.
 */
export async function getFreshToken(
  credentialStore: CredentialStore,
  id: string,
  request: TokenOptions = {},
): Promise<FreshToken> {
  const until = performance.now() + MAX_WAIT_MS;
  for (let polls = 0; ; polls++) {
    const state = await readCredential(credentialStore, id);
    if (!state || state.lost) throw new ReconnectRequiredError(id, 'the connection is not authorised');
    const renewal = getRenewal(state, request);
    if (renewal === 'none' || (renewal === 'soon' && state.leased)) return toFreshToken(state);
    if (renewal === 'lost') {
      if (await markLost(credentialStore, id, state.version))
        throw new ReconnectRequiredError(id, 'the server refuses the credential');
      continue;
    }
    const lease = state.leased ? undefined : await acquireLease(credentialStore, id, state.version);
    if (lease !== undefined) {
      const token = await renewToken(credentialStore, id, { state, lease, renewal }, request);
      if (token) return token;
    } else {
      if (performance.now() > until) throw new Error('another process did not come to an end with renewing the token');
      await pause(POLL_DELAYS_MS[polls] ?? POLL_DELAYS_MS[3], undefined, { signal: request.signal });
    }
  }
}

/** `soon` leaves a token that is still good. */
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

/** A lease on fetching the next token, by which its holder knows it; undefined where another process has it. */
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

/** Says that nothing but a person helps; false where there is another token by now. */
async function markLost({ db }: CredentialStore, id: string, version: number): Promise<boolean> {
  const { rows } = await sql`
    update connection_credentials set lost_at = coalesce(lost_at, now()), lease_until = null
    where id = ${id} and token_version = ${version} returning id`.execute(db);
  return rows.length > 0;
}

/** Fetches and stores the next token; undefined where there is another one by now, which counts. */
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
  if (secret.kind !== 'oauth' || !refresh) throw new Error('only tokens of OAuth are renewed');
  let renewed: ConnectionSecret;
  try {
    renewed = await refresh(secret, AbortSignal.timeout(REFRESH_TIMEOUT_MS));
  } catch (error) {
    if (error instanceof GrantRejectedError) {
      if (await markLost(credentialStore, id, version))
        throw new ReconnectRequiredError(id, 'the server refuses the grant');
      return undefined;
    }
    await releaseLease(credentialStore, id, lease);
    if (renewal === 'soon' && rejectedVersion !== version) return toFreshToken(state);
    throw error;
  }
  return storeToken(credentialStore, id, version, withRefreshToken(renewed, secret));
}

/** A server that gives no new refresh token means the old one to be used again. */
function withRefreshToken(renewed: ConnectionSecret, { refresh_token }: OAuthSecret): ConnectionSecret {
  return renewed.kind === 'oauth' && renewed.refresh_token === undefined ? { ...renewed, refresh_token } : renewed;
}

/** Stores new tokens, also when the database is away for a while. */
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
        .set({ ...columns, token_version: version + 1, obtained_at: fromNow(0), lease_until: null, lost_at: null })
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
