import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { filterPermissions, type Permission } from './permissions.ts';

/** SQL expression: id of the user who created an OAuth client or was last shown its secret. */
export function selectClientCreator(client: RawBuilder<string | null>): RawBuilder<string> {
  return sql<string>`(select made.created_by from oauth_clients made where made.id = ${client})`;
}

/** Selects clients whose project and organization exist. */
export function selectServingClient(db: Executor) {
  return db
    .selectFrom('oauth_clients as c')
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 'c.project_id').on('p.deleted_at', 'is', null))
    .innerJoin('organizations as o', (join) => join.onRef('o.id', '=', 'c.org_id').on('o.deleted_at', 'is', null))
    .where('c.deleted_at', 'is', null);
}

/** Permissions that a client is restricted to; null if it is unrestricted. */
export function getClientScopes(scopes: readonly string[] | null): string[] | null {
  const permissions = filterPermissions(scopes ?? []);
  return permissions.length > 0 ? permissions : null;
}

/**
 * Whether a client that acts as its project has a permission now: client, project and organization exist and its scopes
 * include it. A null `id` means any client of the project, if the actual one is unknown.
 */
export async function hasClientPermission(
  db: Executor,
  projectId: string,
  id: string | null,
  permission: Permission,
): Promise<boolean> {
  return (await listClientScopes(db, projectId, id))?.includes(permission) ?? true;
}

/**
 * Current scopes of a client, or of all clients of a project if `id` is null. Empty if deleted; null if unrestricted.
 */
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
  const scopeLists = clients.map(({ scopes }) => getClientScopes(scopes));
  return scopeLists.includes(null) ? null : scopeLists.flatMap((scopes) => scopes ?? []);
}
