import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { addToNow, type Db } from '../platform/db/client.ts';
import type { KeyRing } from '../platform/keyring.ts';
import { type ConnectionSecret, type OAuthSecret, openSecret, secretColumns } from './credentials.ts';

/** Milliseconds that fetching a token may take … */
const REFRESH_MS = 20_000;
/** … and after which another process may fetch it, since the one that wanted to may be gone. */
const LEASE_MS = 30_000;
/** Milliseconds that a call waits for others to fetch a token: longer than one of them may be gone for. */
const PATIENCE_MS = 90_000;
/** Milliseconds between two looks whether the others have it. */
const LOOK_MS = [20, 50, 100, 200] as const;
/** A token is renewed when less than a fifth of its time is left, and of long ones a minute … */
const EARLY = { part: 0.2, most: 60_000 };
/** … and is not used any more when so little is left. */
const LATE = { part: 0.05, most: 5_000 };
/** A refused token of so many milliseconds, and of less than half of its time, is a new one: the next would be refused too. */
const NEW_MS = 30_000;
/** How often, a second apart, new tokens are tried to be stored: with them the grant would be lost. */
const STORE_TRIES = 10;

/** A connection's calls can't be signed until a person authorises anew. */
export class ReconnectNeeded extends Error {
  override readonly name = 'ReconnectNeeded';
  readonly credentialId: string;

  constructor(credentialId: string, why: string) {
    super(why);
    this.credentialId = credentialId;
  }
}

/** What `refresh` throws where the server says `invalid_grant`: asking again is of no use. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused';
}

/** What a call is signed with. */
export interface FreshToken {
  readonly token: string;
  /** Which one it is: named as `rejectedVersion` where the server refuses it. */
  readonly version: number;
}

export interface TokenRequest {
  /** Version of the token that the server has just answered with 401. */
  readonly rejectedVersion?: number;
  /**
   * Asks the server for new tokens; throws {@link GrantRefused} on `invalid_grant` and whatever else on anything that may
   * pass. It has to end with the signal. What it leaves out of the refresh token stays.
   */
  readonly refresh?: (secret: OAuthSecret, signal: AbortSignal) => Promise<ConnectionSecret>;
  /** Ends the wait for other processes. */
  readonly signal?: AbortSignal;
}

/** What secrets are read and written with. */
interface Vault {
  readonly db: Db;
  readonly ring: KeyRing | undefined;
}

/** A credential at one moment, by the database's clock. */
interface Held {
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
 * they have while it is good. Throws {@link ReconnectNeeded} only where the server refused the grant or a token that is new,
 * or where nothing can be renewed.
 */
export async function freshToken(vault: Vault, id: string, request: TokenRequest = {}): Promise<FreshToken> {
  const until = performance.now() + PATIENCE_MS;
  for (let looks = 0; ; looks++) {
    const held = await read(vault, id);
    if (!held || held.lost) throw new ReconnectNeeded(id, 'the connection is not authorised');
    const need = needOf(held, request);
    if (need === 'none' || (need === 'soon' && held.leased)) return tokenOf(held);
    if (need === 'lost') {
      if (await lose(vault, id, held.version)) throw new ReconnectNeeded(id, 'the server refuses the credential');
      continue;
    }
    const lease = held.leased ? undefined : await takeLease(vault, id, held.version);
    if (lease !== undefined) {
      const token = await renew(vault, id, { held, lease, need }, request);
      if (token) return token;
    } else {
      if (performance.now() > until) throw new Error('another process did not come to an end with renewing the token');
      await pause(LOOK_MS[looks] ?? LOOK_MS[3], undefined, { signal: request.signal });
    }
  }
}

/** `soon` leaves a token that is still good. */
type Need = 'none' | 'soon' | 'now' | 'lost';

function needOf({ secret, version, age, left }: Held, { rejectedVersion, refresh }: TokenRequest): Need {
  const isRefused = rejectedVersion === version;
  if (secret.kind === 'api_key') return isRefused ? 'lost' : 'none';
  const canRenew = secret.refresh_token !== undefined && refresh !== undefined;
  if (isRefused) return canRenew && age >= Math.min(NEW_MS, (age + (left ?? Infinity)) / 2) ? 'now' : 'lost';
  if (left === null) return 'none';
  if (!canRenew) return left > 0 ? 'none' : 'lost';
  const within = ({ part, most }: typeof EARLY) => left < Math.min(most, (age + left) * part);
  if (left <= 0 || within(LATE)) return 'now';
  return within(EARLY) ? 'soon' : 'none';
}

function tokenOf({ secret, version }: Pick<Held, 'secret' | 'version'>): FreshToken {
  return { token: secret.kind === 'api_key' ? secret.value : secret.access_token, version };
}

async function read({ db, ring }: Vault, id: string): Promise<Held | undefined> {
  const { rows } = await sql<Omit<Held, 'secret'> & { readonly sealed: string }>`
    select sealed, token_version as version, lost_at is not null as lost, coalesce(lease_until > now(), false) as leased,
      (extract(epoch from now() - obtained_at) * 1000)::float8 as age,
      (extract(epoch from expires_at - now()) * 1000)::float8 as left
    from connection_credentials where id = ${id}`.execute(db);
  const [row] = rows;
  return row && { ...row, secret: openSecret(ring, id, row.sealed) };
}

/** A lease on fetching the next token, by which its holder knows it; undefined where another process has it. */
async function takeLease({ db }: Vault, id: string, version: number): Promise<string | undefined> {
  const { rows } = await sql<{ lease: string }>`
    update connection_credentials set lease_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    where id = ${id} and token_version = ${version} and lost_at is null and coalesce(lease_until <= now(), true)
    returning lease_until::text as lease`.execute(db);
  return rows[0]?.lease;
}

async function releaseLease({ db }: Vault, id: string, lease: string): Promise<void> {
  await sql`update connection_credentials set lease_until = null where id = ${id} and lease_until = ${lease}::timestamptz`.execute(
    db,
  );
}

/** Says that nothing but a person helps; false where there is another token by now. */
async function lose({ db }: Vault, id: string, version: number): Promise<boolean> {
  const { rows } = await sql`
    update connection_credentials set lost_at = coalesce(lost_at, now()), lease_until = null
    where id = ${id} and token_version = ${version} returning id`.execute(db);
  return rows.length > 0;
}

/** Fetches and stores the next token; undefined where there is another one by now, which counts. */
async function renew(
  vault: Vault,
  id: string,
  { held, lease, need }: { readonly held: Held; readonly lease: string; readonly need: 'soon' | 'now' },
  { refresh, rejectedVersion }: TokenRequest,
): Promise<FreshToken | undefined> {
  const { secret, version } = held;
  if (secret.kind !== 'oauth' || !refresh) throw new Error('only tokens of OAuth are renewed');
  let next: ConnectionSecret;
  try {
    next = await refresh(secret, AbortSignal.timeout(REFRESH_MS));
  } catch (error) {
    if (error instanceof GrantRefused) {
      if (await lose(vault, id, version)) throw new ReconnectNeeded(id, 'the server refuses the grant');
      return undefined;
    }
    await releaseLease(vault, id, lease);
    if (need === 'soon' && rejectedVersion !== version) return tokenOf(held);
    throw error;
  }
  return store(vault, id, version, keepingGrant(next, secret));
}

/** A server that gives no new refresh token means the old one to be used again. */
function keepingGrant(next: ConnectionSecret, { refresh_token }: OAuthSecret): ConnectionSecret {
  return next.kind === 'oauth' && next.refresh_token === undefined ? { ...next, refresh_token } : next;
}

/** Stores new tokens, also when the database is away for a while. */
async function store(
  { db, ring }: Vault,
  id: string,
  version: number,
  secret: ConnectionSecret,
): Promise<FreshToken | undefined> {
  const columns = secretColumns(ring, id, secret);
  for (let attempt = 1; ; attempt++) {
    try {
      const row = await db
        .updateTable('connection_credentials')
        .set({ ...columns, token_version: version + 1, obtained_at: addToNow(0), lease_until: null, lost_at: null })
        .where('id', '=', id)
        .where('token_version', '=', version)
        .returning('token_version')
        .executeTakeFirst();
      return row && tokenOf({ secret, version: row.token_version });
    } catch (error) {
      if (attempt >= STORE_TRIES) throw error;
      await pause(1000);
    }
  }
}
