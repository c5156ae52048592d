import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { selectServingClient } from '../../access/oauth-clients.ts';
import type { Executor } from '../../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { digestJson, sha256 } from '../../platform/digest.ts';
import { newId } from '../../platform/ids.ts';

export const GRANT_TYPES = ['client_credentials', 'authorization_code', 'refresh_token'] as const;
export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** Editable settings of a client. */
export interface ClientSettings {
  readonly name: string;
  readonly profile: string | null;
  readonly grant_types: string[];
  readonly redirect_uris: string[];
  /** Null lets the client request any scope. */
  readonly scopes: string[] | null;
  readonly pkce_required: boolean;
  readonly token_endpoint_auth_method: string;
}

/** Columns of a client without its secret. */
export const CLIENT_COLUMNS = [
  'id',
  'org_id',
  'project_id',
  'name',
  'profile',
  'grant_types',
  'redirect_uris',
  'scopes',
  'pkce_required',
  'token_endpoint_auth_method',
  'created',
  'modified',
  'version',
  'external_id',
] as const;

export type OAuthClientRow = NonNullable<Awaited<ReturnType<typeof findOAuthClient>>>;

/** Generates a secret, shown once, with the hash to store. */
function generateSecret(): { value: string; hash: Buffer } {
  const value = `hfs_${randomBytes(32).toString('base64url')}`;
  return { value, hash: sha256(value) };
}

/** Compares a secret with its hash in constant time. */
export function matchesSecret(hash: Buffer, secret: string): boolean {
  return timingSafeEqual(hash, sha256(secret));
}

/** Project and organization of a new client, and who creates it. */
export interface ClientPlace {
  readonly orgId: string;
  readonly projectId: string;
  readonly createdBy: string;
}

/** Returns the columns of a new client, without its secret. */
export function toNewClientRow({ orgId, projectId, createdBy }: ClientPlace, settings: ClientSettings) {
  return { ...settings, id: newId(), org_id: orgId, project_id: projectId, created_by: createdBy };
}

/** Creates a client. Only this result contains its `secret`; null for a public client. */
export async function createOAuthClient(trx: Executor, place: ClientPlace, settings: ClientSettings) {
  const secret = settings.token_endpoint_auth_method === 'none' ? undefined : generateSecret();
  const row = await trx
    .insertInto('oauth_clients')
    .values({ ...toNewClientRow(place, settings), secret_hash: secret?.hash ?? null })
    .returning(CLIENT_COLUMNS)
    .executeTakeFirstOrThrow();
  return { row, secret: secret?.value ?? null };
}

function selectActive(db: Executor, projectId: string) {
  return db
    .selectFrom('oauth_clients')
    .select(CLIENT_COLUMNS)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null);
}

/** Lists the clients of a project, also those that users have connected without an editor. */
export function listOAuthClients(db: Executor, projectId: string, page: PageRequest) {
  return paginate(selectActive(db, projectId), sortByNewest('id'), page);
}

/** Finds a client of a project. */
export function findOAuthClient(db: Executor, projectId: string, id: string) {
  return selectActive(db, projectId).where('id', '=', id).executeTakeFirst();
}

/** Finds and locks a client of a project until the transaction ends. */
export function lockOAuthClient(trx: Executor, projectId: string, id: string) {
  return selectActive(trx, projectId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Updates a locked client. Removing a grant type or scope ends all its tokens. Grants end if the client no longer
 * matches what users consented to.
 */
export async function updateOAuthClient(trx: Executor, before: OAuthClientRow, settings: ClientSettings) {
  const row = await trx
    .updateTable('oauth_clients')
    .set({ ...settings, modified: sql<Date>`now()` })
    .where('id', '=', before.id)
    .returning(CLIENT_COLUMNS)
    .executeTakeFirstOrThrow();
  if (removesPermissions(before, settings)) await revokeTokens(trx, before.id);
  else if (computeConsentDigest(before) !== computeConsentDigest(settings)) await revokeGrants(trx, before.id);
  return row;
}

function removesPermissions(before: ClientSettings, after: ClientSettings): boolean {
  const isMissingAny = (from: readonly string[], to: readonly string[]) => from.some((item) => !to.includes(item));
  const scopes = after.scopes !== null && (before.scopes === null || isMissingAny(before.scopes, after.scopes));
  return scopes || isMissingAny(before.grant_types, after.grant_types);
}

/**
 * Digest of what users consent to besides scopes: the client's name, its redirect URIs, whether it stays connected, and
 * its code protection.
 */
export function computeConsentDigest(
  client: Pick<ClientSettings, 'name' | 'redirect_uris' | 'grant_types' | 'pkce_required'>,
): string {
  const { name, redirect_uris, grant_types, pkce_required } = client;
  return digestJson([name, redirect_uris.toSorted(), grant_types.toSorted(), pkce_required]);
}

/**
 * Whether a consent digest still matches the client. Waits for concurrent changes, which either end an earlier grant or
 * are visible here.
 */
export async function isConsentCurrent(db: Executor, id: string, digest: string): Promise<boolean> {
  const client = await db
    .selectFrom('oauth_clients')
    .select(CLIENT_COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return client !== undefined && computeConsentDigest(client) === digest;
}

/**
 * Rotates the secret of a locked client and revokes the tokens obtained with the old one. The user who sees the secret
 * becomes the creator, whose roles limit what the client inherits.
 */
export async function rotateSecret(trx: Executor, id: string, creatorId: string): Promise<string> {
  const secret = generateSecret();
  await trx.updateTable('oauth_clients').set({ secret_hash: secret.hash }).where('id', '=', id).execute();
  await setCreator(trx, id, creatorId);
  await revokeTokens(trx, id);
  return secret.value;
}

/** Sets the creator of a locked client, whose roles limit what the client inherits. */
export async function setCreator(trx: Executor, id: string, creatorId: string): Promise<void> {
  await trx.updateTable('oauth_clients').set({ created_by: creatorId }).where('id', '=', id).execute();
}

/** Deletes a client with all its tokens; undefined if it does not exist. */
export async function deleteOAuthClient(trx: Executor, projectId: string, id: string) {
  const row = await trx
    .updateTable('oauth_clients')
    .set({ deleted_at: sql<Date>`now()`, secret_hash: null })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .returning(CLIENT_COLUMNS)
    .executeTakeFirst();
  if (row) await revokeTokens(trx, id);
  return row;
}

/** Ends every token, code and grant of a client. */
async function revokeTokens(trx: Executor, clientId: string): Promise<void> {
  await trx.deleteFrom('oauth_records').where('client_id', '=', clientId).execute();
}

/** Ends the consents, tokens and codes that users granted a client. */
async function revokeGrants(trx: Executor, clientId: string): Promise<void> {
  await trx.deleteFrom('oauth_records').where('client_id', '=', clientId).where('account_id', 'is not', null).execute();
}

/**
 * Finds a client that an editor created, for the OAuth server; undefined if it, its project or its organization is
 * deleted.
 */
export function findServingClient(db: Executor, id: string) {
  return selectServingClient(db)
    .selectAll('c')
    .select(['p.name as project_name', 'o.name as org_name'])
    .where('c.id', '=', id)
    .where('c.external_id', 'is', null)
    .executeTakeFirst();
}
