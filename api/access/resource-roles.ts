import Type from 'typebox';
import { listProjectResourceRoles } from '../../src/access/resource-roles.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import type { SecurableKind } from '../../src/access/roles.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';
import { Id, StringEnum } from '../../src/platform/schemas.ts';
import { operation } from '../operation.ts';
import { Envelope, ID_PAGE_QUERY } from '../plugins/pagination.ts';

const LIST_PATH = Object.entries<SecurableKind>(SECURABLES).flatMap(([type, { named }]) =>
  named === undefined ? [] : [type as SecurableType],
);

const OwnRole = Type.Object(
  {
    resource_type: StringEnum(LIST_PATH),
    resource_id: Id,
    resource_name: Type.String(),
    org_id: Id,
    project_id: Id,
    roles: Type.Array(Type.String(), {
      description: 'Roles on the resource, held directly or through a group.',
    }),
  },
  { title: 'OwnRole' },
);

/** Entry point for callers who hold a role on one resource but cannot see its project. */
export const listOwnRoles = operation(
  {
    id: 'user.role.list',
    method: 'GET',
    path: '/user/role',
    tag: 'Identity',
    summary: 'List project resources on which you hold roles, newest first',
    description:
      'Lists tasks, agents and other project resources with a direct role. A direct role gives no access to the project, so each result names its project.',
    auth: { permission: 'authenticated', scopes: [] },
    request: { query: Type.Object(ID_PAGE_QUERY) },
    response: { schemas: { 200: Envelope(OwnRole) } },
  },
  ({ ctx, caller, page }) => listProjectResourceRoles(ctx.db, caller.subject, page),
);
