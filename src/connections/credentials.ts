import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { CONNECTION_CREDENTIALS, toEncryptionContext } from '../platform/encrypted-columns.ts';
import { type KeyRing, requireKeyRing } from '../platform/keyring.ts';

/** A static API key. */
interface ApiKeySecret {
  readonly kind: 'api_key';
  readonly value: string;
}

/** Tokens of an OAuth grant and the client they belong to. */
export interface OAuthSecret {
  readonly kind: 'oauth';
  readonly access_token: string;
  readonly refresh_token?: string;
  /** Expiry of the access token, by the database's clock. Null or omitted if unknown. */
  readonly expires_at?: string | null;
  /** Granted scopes. They may be fewer than the requested ones. */
  readonly scopes: readonly string[];
  readonly client: {
    readonly client_id: string;
    readonly client_secret?: string;
    readonly token_endpoint_auth_method?: string;
  };
  /** Extra data for a refresh, such as endpoints. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The secret that authenticates the calls of a connection. */
export type ConnectionSecret = ApiKeySecret | OAuthSecret;

/** A decrypted secret. `version` identifies it when a server rejects it. */
interface DecryptedCredential {
  readonly secret: ConnectionSecret;
  readonly version: number;
  /** Whether a user must authorize again. */
  readonly isLost: boolean;
}

/** The columns that a new secret of a row brings with it. */
export function toSecretColumns(ring: KeyRing | undefined, id: string, secret: ConnectionSecret) {
  const sealed = requireKeyRing(ring).encrypt(JSON.stringify(secret), toEncryptionContext(CONNECTION_CREDENTIALS, id));
  const expires = secret.kind === 'oauth' && secret.expires_at != null ? new Date(secret.expires_at) : null;
  return { sealed, expires_at: expires };
}

/** Decrypts the secret of a row. */
export function decryptSecret(ring: KeyRing | undefined, id: string, sealed: string): ConnectionSecret {
  return JSON.parse(
    requireKeyRing(ring).decrypt(sealed, toEncryptionContext(CONNECTION_CREDENTIALS, id)),
  ) as ConnectionSecret;
}

/**
 * Stores or replaces a connection's secret. The ID stays the same on replacement: calls in flight detect the change by
 * the version.
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

/** Finds and decrypts a credential. */
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

/** Deletes a secret. Idempotent. */
export async function deleteCredential(trx: Executor, id: string): Promise<void> {
  await trx.deleteFrom('connection_credentials').where('id', '=', id).execute();
}

/** SQL condition: the credential in the column `id` exists and needs no new authorization. */
export function isAuthorized(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from connection_credentials k where k.id = ${id} and k.lost_at is null)`;
}
