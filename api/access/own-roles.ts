import Type from 'typebox';
import { rolesBelowProjects } from '../../src/access/own-roles.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import type { SecurableKind } from '../../src/access/roles.ts';
import { SECURABLES } from '../../src/access/securables.ts';
import { operation } from '../operation.ts';
import { Envelope, ID_PAGE_QUERY } from '../plugins/pagination.ts';
import { Id, OneOf } from '../schemas.ts';

const BELOW = Object.entries<SecurableKind>(SECURABLES).flatMap(([type, { named }]) =>
  named === undefined ? [] : [type as SecurableType],
);

const OwnRole = Type.Object(
  {
    resource_type: OneOf(BELOW),
    resource_id: Id,
    resource_name: Type.String(),
    org_id: Id,
    project_id: Id,
    roles: Type.Array(Type.String(), {
      description: 'held on the resource itself, given to you or to a group you are in',
    }),
  },
  { title: 'OwnRole' },
);

/** Where somebody begins who holds a role on one thing and sees no project around it. */
export const listOwnRoles = operation(
  {
    id: 'user.role.list',
    method: 'GET',
    path: '/user/role',
    tag: 'Identity',
    summary: 'What you hold roles on below projects, newest resource first',
    description:
      'Tasks, agents and the like that a role was given on directly. Whoever holds one does not see its project: this tells where it is.',
    auth: { permission: 'authenticated', scopes: [] },
    request: { query: Type.Object(ID_PAGE_QUERY) },
    response: { schemas: { 200: Envelope(OwnRole) } },
  },
  ({ ctx, caller, page }) => rolesBelowProjects(ctx.db, caller.subject, page),
);
