import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Permission } from '../../access/permissions.ts';
import type { Executor } from '../../platform/db/client.ts';
import { type PageRequest, paginate } from '../../platform/db/pagination.ts';
import { sha256 } from '../../platform/digest.ts';
import { newId } from '../../platform/ids.ts';
import { clientCut } from './scopes.ts';

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
] as const;

export type OAuthClientRow = NonNullable<Awaited<ReturnType<typeof findOAuthClient>>>;

/** A new secret, shown once, with the hash that is kept. */
function mintSecret(): { value: string; hash: Buffer } {
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
  const secret = settings.token_endpoint_auth_method === 'none' ? undefined : mintSecret();
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

function live(db: Executor, projectId: string) {
  return db
    .selectFrom('oauth_clients')
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null);
}

/** Clients of a project. */
export function listOAuthClients(db: Executor, projectId: string, page: PageRequest) {
  return paginate(live(db, projectId), 'id', page);
}

/** A client of that project; undefined when there is none. */
export function findOAuthClient(db: Executor, projectId: string, id: string) {
  return live(db, projectId).where('id', '=', id).executeTakeFirst();
}

/**
 * Changes a client. What was granted under wider settings ends: its tokens are revoked where grant types, scopes or
 * redirect addresses change.
 */
export async function updateOAuthClient(trx: Executor, before: OAuthClientRow, settings: ClientSettings) {
  const row = await trx
    .updateTable('oauth_clients')
    .set({ ...settings, modified: sql<Date>`now()` })
    .where('id', '=', before.id)
    .where('deleted_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row && narrows(before, settings)) await revokeTokens(trx, before.id);
  return row;
}

function narrows(before: ClientSettings, after: ClientSettings): boolean {
  const lost = (from: readonly string[], to: readonly string[]) => from.some((item) => !to.includes(item));
  const scopes = after.scopes !== null && (before.scopes === null || lost(before.scopes, after.scopes));
  return scopes || lost(before.grant_types, after.grant_types) || lost(before.redirect_uris, after.redirect_uris);
}

/** Gives a client a new secret and revokes what the old one obtained. Answers undefined when it was deleted meanwhile. */
export async function rotateSecret(trx: Executor, id: string): Promise<string | undefined> {
  const secret = mintSecret();
  const rotated = await trx
    .updateTable('oauth_clients')
    .set({ secret_hash: secret.hash, modified: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (rotated.numUpdatedRows === 0n) return undefined;
  await revokeTokens(trx, id);
  return secret.value;
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

/** A client as the OAuth server needs it: undefined when it, its project or its organization was deleted. */
export function findServingClient(db: Executor, id: string) {
  return serving(db)
    .selectAll('c')
    .select(['p.name as project_name', 'o.name as org_name'])
    .where('c.id', '=', id)
    .executeTakeFirst();
}

function serving(db: Executor) {
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
export async function clientMay(
  db: Executor,
  projectId: string,
  id: string | null,
  permission: Permission,
): Promise<boolean> {
  const clients = await serving(db)
    .where('c.project_id', '=', projectId)
    .where(sql<boolean>`c.id = coalesce(${id}::uuid, c.id)`)
    .select('c.scopes')
    .execute();
  return clients.some(({ scopes }) => clientCut(scopes)?.includes(permission) ?? true);
}
