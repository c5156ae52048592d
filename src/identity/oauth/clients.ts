import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Permission } from '../../access/permissions.ts';
import type { Executor } from '../../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { digestJson, sha256 } from '../../platform/digest.ts';
import { newId } from '../../platform/ids.ts';
import { getClientScopes } from './scopes.ts';

export const GRANT_TYPES = ['client_credentials', 'authorization_code', 'refresh_token'] as const;
export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** What an editor decides about a client. */
export interface ClientSettings {
  readonly name: string;
  readonly profile: string | null;
  readonly grant_types: string[];
  readonly redirect_uris: string[];
  /** Null lets it ask for any. */
  readonly scopes: string[] | null;
  readonly pkce_required: boolean;
  readonly token_endpoint_auth_method: string;
}

const COLUMNS = [
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
] as const;

export type OAuthClientRow = NonNullable<Awaited<ReturnType<typeof findOAuthClient>>>;

/** A new secret, shown once, with the hash that is kept. */
function generateSecret(): { value: string; hash: Buffer } {
  const value = `hfs_${randomBytes(32).toString('base64url')}`;
  return { value, hash: sha256(value) };
}

/** Whether the secret is the one of that hash, in constant time. */
export function isSecret(hash: Buffer, given: string): boolean {
  return timingSafeEqual(hash, sha256(given));
}

/** Makes a client; the answer's `secret` is the only time it can be read, and null for a client without one. */
export async function createOAuthClient(
  trx: Executor,
  place: { readonly orgId: string; readonly projectId: string; readonly createdBy: string },
  settings: ClientSettings,
) {
  const secret = settings.token_endpoint_auth_method === 'none' ? undefined : generateSecret();
  const row = await trx
    .insertInto('oauth_clients')
    .values({
      ...settings,
      id: newId(),
      org_id: place.orgId,
      project_id: place.projectId,
      created_by: place.createdBy,
      secret_hash: secret?.hash ?? null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return { row, secret: secret?.value ?? null };
}

function selectActive(db: Executor, projectId: string) {
  return db
    .selectFrom('oauth_clients')
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null);
}

/** Clients of a project. */
export function listOAuthClients(db: Executor, projectId: string, page: PageRequest) {
  return paginate(selectActive(db, projectId), sortByNewest('id'), page);
}

/** A client of that project; undefined when there is none. */
export function findOAuthClient(db: Executor, projectId: string, id: string) {
  return selectActive(db, projectId).where('id', '=', id).executeTakeFirst();
}

/** A client of that project, which nobody else changes before the transaction ends; undefined when there is none. */
export function lockOAuthClient(trx: Executor, projectId: string, id: string) {
  return selectActive(trx, projectId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Changes a client, whose row is locked. What was given out under other settings ends: all its tokens where a grant type or
 * a scope is taken away, and what people granted it where it is not any more what they consented to.
 */
export async function updateOAuthClient(trx: Executor, before: OAuthClientRow, settings: ClientSettings) {
  const row = await trx
    .updateTable('oauth_clients')
    .set({ ...settings, modified: sql<Date>`now()` })
    .where('id', '=', before.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  if (removesPermissions(before, settings)) await revokeTokens(trx, before.id);
  else if (consentDigest(before) !== consentDigest(settings)) await revokeGrants(trx, before.id);
  return row;
}

function removesPermissions(before: ClientSettings, after: ClientSettings): boolean {
  const lost = (from: readonly string[], to: readonly string[]) => from.some((item) => !to.includes(item));
  const scopes = after.scopes !== null && (before.scopes === null || lost(before.scopes, after.scopes));
  return scopes || lost(before.grant_types, after.grant_types);
}

/**
 * A digest of what people consent to besides the scopes that are asked for: what the client is called, where its codes are
 * sent, whether it stays connected, and what keeps others from using its codes.
 */
export function consentDigest(
  client: Pick<ClientSettings, 'name' | 'redirect_uris' | 'grant_types' | 'pkce_required'>,
): string {
  const { name, redirect_uris, grant_types, pkce_required } = client;
  return digestJson([name, redirect_uris.toSorted(), grant_types.toSorted(), pkce_required]);
}

/**
 * Whether consenting to this digest is still consenting to the client as it is. Waits for a change that is under way, which
 * either ended a grant that was saved before, or is seen here.
 */
export async function isConsentCurrent(db: Executor, id: string, digest: string): Promise<boolean> {
  const client = await db
    .selectFrom('oauth_clients')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return client !== undefined && consentDigest(client) === digest;
}

/**
 * Gives a client, whose row is locked, a new secret and revokes what the old one obtained. Whoever is shown the secret is its
 * maker from then on: a client inherits nothing that its maker does not hold.
 */
export async function rotateSecret(trx: Executor, id: string, by: string): Promise<string> {
  const secret = generateSecret();
  await trx.updateTable('oauth_clients').set({ secret_hash: secret.hash }).where('id', '=', id).execute();
  await setCreator(trx, id, by);
  await revokeTokens(trx, id);
  return secret.value;
}

/** Makes somebody the maker of a client, whose row is locked: it inherits nothing that they do not hold. */
export async function setCreator(trx: Executor, id: string, by: string): Promise<void> {
  await trx.updateTable('oauth_clients').set({ created_by: by }).where('id', '=', id).execute();
}

/** Deletes a client with all its tokens; undefined when it is gone already. */
export async function deleteOAuthClient(trx: Executor, projectId: string, id: string) {
  const row = await trx
    .updateTable('oauth_clients')
    .set({ deleted_at: sql<Date>`now()`, secret_hash: null })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row) await revokeTokens(trx, id);
  return row;
}

/** Ends every token, code and grant of a client, at once and in every process. */
async function revokeTokens(trx: Executor, clientId: string): Promise<void> {
  await trx.deleteFrom('oauth_records').where('client_id', '=', clientId).execute();
}

/** Ends what people granted a client: their consents, tokens and codes. */
async function revokeGrants(trx: Executor, clientId: string): Promise<void> {
  await trx.deleteFrom('oauth_records').where('client_id', '=', clientId).where('account_id', 'is not', null).execute();
}

/** A client as the OAuth server needs it: undefined when it, its project or its organization was deleted. */
export function findServingClient(db: Executor, id: string) {
  return selectServingClient(db)
    .selectAll('c')
    .select(['p.name as project_name', 'o.name as org_name'])
    .where('c.id', '=', id)
    .executeTakeFirst();
}

function selectServingClient(db: Executor) {
  return db
    .selectFrom('oauth_clients as c')
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 'c.project_id').on('p.deleted_at', 'is', null))
    .innerJoin('organizations as o', (join) => join.onRef('o.id', '=', 'c.org_id').on('o.deleted_at', 'is', null))
    .where('c.deleted_at', 'is', null);
}

/**
 * Whether a client that acts as its project may do so now: it is there, as are its project and organization, and its scopes
 * leave the permission. `id` null stands for any client of the project, where it is not known which one it was.
 */
export async function clientHasPermission(
  db: Executor,
  projectId: string,
  id: string | null,
  permission: Permission,
): Promise<boolean> {
  return (await listClientScopes(db, projectId, id))?.includes(permission) ?? true;
}

/** Scopes that a client of a project has now, or all of its clients if `id` is null. None if it is gone; null is not cut down. */
export async function listClientScopes(
  db: Executor,
  projectId: string,
  id: string | null,
): Promise<readonly string[] | null> {
  const clients = await selectServingClient(db)
    .where('c.project_id', '=', projectId)
    .where(sql<boolean>`c.id = coalesce(${id}::uuid, c.id)`)
    .select('c.scopes')
    .execute();
  const cuts = clients.map(({ scopes }) => getClientScopes(scopes));
  return cuts.includes(null) ? null : cuts.flatMap((scopes) => scopes ?? []);
}
