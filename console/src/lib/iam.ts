import type { TASK } from '../../../client/prefixes.ts';
import { get, post, type Schemas } from './api.ts';
import { SECURABLE_PATHS, type Securable } from './securable.ts';
import type { Scope } from './session.ts';

export type HeldPermissions = Schemas['HeldPermissions'];

interface RoleUpdate {
  readonly add?: string[];
  readonly remove?: string[];
  readonly remove_all?: boolean;
}

/** The operations on members are the same for each type, so that the types of one stand for those of all. */
function toPathTemplate(scope: Scope, { type, id }: Securable) {
  const [path, parameter] = SECURABLE_PATHS[type];
  return { path: path as typeof TASK, pathParams: { ...scope, [parameter]: id } as Scope & { task_id: string } };
}

/** Who holds roles directly on something. */
export function listMembers(
  scope: Scope,
  securable: Securable,
  query: { page_limit: number; cursor: string | undefined },
) {
  const { path, pathParams } = toPathTemplate(scope, securable);
  return get(`${path}/iam/members`, { params: { path: pathParams, query } });
}

/** Which of some permissions on something a member holds, or else who is signed in; explained, from which roles. */
export function testPermissions(
  scope: Scope,
  securable: Securable,
  body: { permissions: string[]; member?: string; explain?: boolean },
): Promise<HeldPermissions> {
  const { path, pathParams } = toPathTemplate(scope, securable);
  return post(`${path}/iam/test`, { params: { path: pathParams }, body });
}

/** Changes the roles that a member holds directly on something. */
export function changeRoles(scope: Scope, securable: Securable, member: string, body: RoleUpdate) {
  const { path, pathParams } = toPathTemplate(scope, securable);
  return post(`${path}/iam/members/{member}`, { params: { path: { ...pathParams, member } }, body });
}
