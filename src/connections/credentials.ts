import { type RawBuilder, sql } from 'kysely';
import { SettingError } from '../platform/config.ts';
import type { Executor } from '../platform/db/client.ts';
import type { KeyRing } from '../platform/keyring.ts';
import { CONNECTION_CREDENTIALS, placeIn } from '../platform/sealed-columns.ts';

/** A key that does not change by itself. */
export interface ApiKeySecret {
  readonly kind: 'api_key';
  readonly value: string;
}

/** Tokens of an OAuth grant, with the client that they belong to. */
export interface OAuthSecret {
  readonly kind: 'oauth';
  readonly access_token: string;
  readonly refresh_token?: string;
  /** When the access token ends, by the database's clock; null or left out where the server does not say. */
  readonly expires_at?: string | null;
  /** What was granted, which may be less than what was asked for. */
  readonly scopes: readonly string[];
  readonly client: {
    readonly client_id: string;
    readonly client_secret?: string;
    readonly token_endpoint_auth_method?: string;
  };
  /** What else the owner needs when it refreshes, such as endpoints. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What a connection signs its calls with. */
export type ConnectionSecret = ApiKeySecret | OAuthSecret;

/** A secret with the number by which a server's refusal of it is told from a refusal of an earlier one. */
export interface DecryptedCredential {
  readonly secret: ConnectionSecret;
  readonly version: number;
  /** Whether a person has to authorise anew. */
  readonly isLost: boolean;
}

/** The key ring, without which no secret of a connection can be kept. Throws a SettingError where there is none. */
export function requireKeyRing(ring: KeyRing | undefined): KeyRing {
  if (ring === undefined) throw new SettingError('ENCRYPTION_KEYS', 'is not set; connections need it');
  return ring;
}

/** The columns that a new secret of a row brings with it. */
export function toSecretColumns(ring: KeyRing | undefined, id: string, secret: ConnectionSecret) {
  const sealed = requireKeyRing(ring).seal(JSON.stringify(secret), placeIn(CONNECTION_CREDENTIALS, id));
  const expires = secret.kind === 'oauth' && secret.expires_at != null ? new Date(secret.expires_at) : null;
  return { sealed, expires_at: expires };
}

/** What `sealed` of this row holds. */
export function decryptSecret(ring: KeyRing | undefined, id: string, sealed: string): ConnectionSecret {
  return JSON.parse(requireKeyRing(ring).open(sealed, placeIn(CONNECTION_CREDENTIALS, id))) as ConnectionSecret;
}

/**
 * Stores a connection's secret, new or in place of the one before. Its owner keeps the id, also when a person authorises
 * anew: calls under way tell by the version that theirs was the old one.
 */
export async function saveCredential(
  trx: Executor,
  ring: KeyRing | undefined,
  credential: {
    readonly id: string;
    readonly orgId: string;
    readonly projectId: string;
    readonly secret: ConnectionSecret;
  },
): Promise<void> {
  const { id, orgId, projectId, secret } = credential;
  const columns = toSecretColumns(ring, id, secret);
  const updates = { ...columns, obtained_at: sql<Date>`now()`, lease_until: null, lost_at: null };
  await trx
    .insertInto('connection_credentials')
    .values({ id, org_id: orgId, project_id: projectId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...updates, token_version: sql<number>`connection_credentials.token_version + 1` }),
    )
    .execute();
}

export async function findCredential(
  db: Executor,
  ring: KeyRing | undefined,
  id: string,
): Promise<DecryptedCredential | undefined> {
  const row = await db
    .selectFrom('connection_credentials')
    .select(['sealed', 'token_version', 'lost_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && { secret: decryptSecret(ring, id, row.sealed), version: row.token_version, isLost: row.lost_at !== null }
  );
}

/** Forgets a secret. Repeats do no harm. */
export async function deleteCredential(trx: Executor, id: string): Promise<void> {
  await trx.deleteFrom('connection_credentials').where('id', '=', id).execute();
}

/** Whether the credential that `id` names (a column of a statement) is there and no person has to authorise anew. */
export function isAuthorized(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from connection_credentials k where k.id = ${id} and k.lost_at is null)`;
}
