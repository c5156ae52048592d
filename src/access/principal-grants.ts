import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { Principal } from './contract.ts';
import { type Grant, selectGrantsAsJson, selectGrantsInProject, toRolesByType, toSubjectExpression } from './grants.ts';
import type { Grants } from './permissions.ts';
import type { SecurableType, Slot } from './resources.ts';

export type { Principal } from './contract.ts';

/** Returns the principal's grants on a resource of the project that is not in the path. */
export type GetGrants = (id: string) => Grants;

/**
 * Loads the principal's grants on resources of one type in the project, such as those that a body or a list names. They
 * combine the inherited roles, the roles on the resource and the credential's scopes. `ids` limits the query; otherwise
 * it reads every grant in the project.
 */
export async function getGrantsOn(
  db: Executor,
  principal: Principal,
  type: SecurableType,
  ids?: readonly string[],
): Promise<GetGrants> {
  const rolesById = await listRolesInProject(db, principal, type, ids);
  return (id) => addDirectRoles(principal, type, rolesById.get(id.toLowerCase()));
}

/**
 * Returns the grants by resource type and id; a null id stands for the roles that apply to all resources of the type.
 */
export type GetGrantsByType = (type: string, id: string | null) => Grants;

/** Loads the principal's grants on resources of all types in one query. */
export async function getGrantsInProject(db: Executor, principal: Principal): Promise<GetGrantsByType> {
  const rolesById = await listRolesInProject(db, principal);
  return (type, id) => addDirectRoles(principal, type, id === null ? undefined : rolesById.get(id.toLowerCase()));
}

/** Roles granted on resources in the project, by resource id. */
async function listRolesInProject(
  db: Executor,
  { subject, projectId }: Principal,
  type?: SecurableType,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rolesById = new Map<string, Set<string>>();
  if (ids?.length === 0) return rolesById;
  const filter = ids === undefined ? sql`` : sql`where resource_id = any(${[...ids]}::uuid[])`;
  const { rows } = await sql<{ resource_id: string; role: string }>`
    select resource_id, role from (${selectGrantsInProject(subject, type, projectId)}) held ${filter}`.execute(db);
  for (const { resource_id, role } of rows)
    rolesById.set(resource_id, (rolesById.get(resource_id) ?? new Set()).add(role));
  return rolesById;
}

function addDirectRoles({ grants }: Principal, type: string, directRoles: ReadonlySet<string> | undefined): Grants {
  const { organization, project } = grants.roles;
  const above = { ...(organization && { organization }), ...(project && { project }) };
  return { ...grants, roles: directRoles === undefined ? above : { ...above, [type]: directRoles } };
}

/** Loads the principal's grants on a resource outside the path, with the scopes of the credential. */
export async function getGrantsAt(
  db: Executor,
  { subject, clientId, grants }: Pick<Principal, 'subject' | 'clientId' | 'grants'>,
  place: { readonly slots: readonly Slot[]; readonly projectId: string },
): Promise<Grants> {
  const { rows } = await sql<{ grants: readonly Grant[] }>`
    select ${selectGrantsAsJson(toSubjectExpression({ ...subject, clientId }), place.slots, place.projectId)} as grants`.execute(
    db,
  );
  return { ...grants, roles: toRolesByType(rows[0]?.grants ?? []) };
}
