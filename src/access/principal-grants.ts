import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { Principal } from './contract.ts';
import { type Grant, grantsAsJson, selectGrantsInProject, toRolesByType, toSubjectExpression } from './grants.ts';
import type { Grants } from './permissions.ts';
import type { SecurableType, Slot } from './resources.ts';

export type { Principal } from './contract.ts';

/** What somebody holds on a resource of the project that their path does not name. */
export type GetGrants = (id: string) => Grants;

/**
 * Looks up what somebody holds on resources of one type in the project of their path, such as a body or a list names: the
 * roles on organization and project as the path has them, those given on the resource itself, and the scopes of the
 * credential. `ids` leaves out all others; without it every grant below the project is read.
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

/** The same by the type and id of a resource; null stands for what holds on all of that type. */
export type GetGrantsByType = (type: string, id: string | null) => Grants;

/** The same for resources of all types, each named with its type, in one look. */
export async function getGrantsInProject(db: Executor, principal: Principal): Promise<GetGrantsByType> {
  const rolesById = await listRolesInProject(db, principal);
  return (type, id) => addDirectRoles(principal, type, id === null ? undefined : rolesById.get(id.toLowerCase()));
}

/** Roles given on resources below the project of the path, by their ids. */
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

/** What somebody holds on resources of a place that their path does not name at all; the scopes are those of the credential. */
export async function getGrantsAt(
  db: Executor,
  { subject, clientId, grants }: Pick<Principal, 'subject' | 'clientId' | 'grants'>,
  place: { readonly slots: readonly Slot[]; readonly projectId: string },
): Promise<Grants> {
  const { rows } = await sql<{ grants: readonly Grant[] }>`
    select ${grantsAsJson(toSubjectExpression({ ...subject, clientId }), place.slots, place.projectId)} as grants`.execute(
    db,
  );
  return { ...grants, roles: toRolesByType(rows[0]?.grants ?? []) };
}
