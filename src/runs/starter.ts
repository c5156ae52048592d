import type { Selectable } from 'kysely';
import { getGrantsOf } from '../access/members.ts';
import { hasClientPermission, listClientScopes } from '../access/oauth-clients.ts';
import { hasPermission, type Permission } from '../access/permissions.ts';
import type { Principal } from '../access/principal-grants.ts';
import type { SecurableType } from '../access/resources.ts';
import type { Executor } from '../platform/db/client.ts';
import type { RunColumns } from './tables.ts';

/** Starter of a run, by its row. */
export interface Starter extends Pick<Selectable<RunColumns>, 'org_id' | 'project_id' | 'created_by'> {
  readonly created_by_type: 'user' | 'project';
  /** OAuth client that started it as its project. */
  readonly client_id: string | null;
}

/**
 * Whether the starter of a run still holds a permission on a resource of its project. A user's own roles count,
 * regardless of the API key. A client has its project's roles within its current scopes, and none if deleted.
 */
export async function isStarterPermitted(
  db: Executor,
  starter: Starter,
  permission: Permission,
  resource: { readonly type: SecurableType; readonly id: string },
): Promise<boolean> {
  const subject = { type: starter.created_by_type, id: starter.created_by };
  if (subject.type === 'project' && !(await hasClientPermission(db, subject.id, starter.client_id, permission)))
    return false;
  const scope = { ...resource, orgId: starter.org_id, projectId: starter.project_id };
  return hasPermission(await getGrantsOf(db, subject, scope), permission);
}

/** Returns the starter of a run with its current grants on the project. Of a client, only its current scopes count. */
export async function getStarterPrincipal(
  db: Executor,
  starter: Omit<Starter, 'created_by_type'> & { readonly created_by_type: string },
): Promise<Principal> {
  const { org_id: orgId, project_id: projectId } = starter;
  const subject = { type: starter.created_by_type as Starter['created_by_type'], id: starter.created_by };
  const grants = await getGrantsOf(db, subject, { type: 'project', id: projectId, orgId, projectId });
  const scopes = subject.type === 'project' ? await listClientScopes(db, subject.id, starter.client_id) : null;
  return { subject, projectId, grants: { ...grants, scopes } };
}
