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

/** Member operations have the same shape for every type, so the types of one stand for all. */
function toPathTemplate(scope: Scope, { type, id }: Securable) {
  const [path, parameter] = SECURABLE_PATHS[type];
  return { path: path as typeof TASK, pathParams: { ...scope, [parameter]: id } as Scope & { task_id: string } };
}

/** Lists direct members. */
export function listMembers(
  scope: Scope,
  securable: Securable,
  query: { page_limit: number; cursor: string | undefined },
) {
  const { path, pathParams } = toPathTemplate(scope, securable);
  return get(`${path}/iam/members`, { params: { path: pathParams, query } });
}

/** Returns which permissions a member holds, by default the current user. `explain` adds the roles that grant them. */
export function testPermissions(
  scope: Scope,
  securable: Securable,
  body: { permissions: string[]; member?: string; explain?: boolean },
): Promise<HeldPermissions> {
  const { path, pathParams } = toPathTemplate(scope, securable);
  return post(`${path}/iam/test`, { params: { path: pathParams }, body });
}

/** Adds and removes roles that a member holds directly. */
export function changeRoles(scope: Scope, securable: Securable, member: string, body: RoleUpdate) {
  const { path, pathParams } = toPathTemplate(scope, securable);
  return post(`${path}/iam/members/{member}`, { params: { path: { ...pathParams, member } }, body });
}
