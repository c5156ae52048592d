import Type from 'typebox';
import { assertCanChangeRoles, assertOwnGroup, assertPermission, reloadGrants } from '../../src/access/delegation.ts';
import { accessErrors } from '../../src/access/errors.ts';
import { type EffectiveRole, listEffectiveRoles } from '../../src/access/grants.ts';
import {
  changeMember,
  findMember,
  getFormerMember,
  getGrantsOf,
  getScope,
  listMembers,
  lockMembers,
  type MemberRow,
  type Securable,
} from '../../src/access/members.ts';
import { hasPermission, hasRolePermission, listRolesWith, type Permission } from '../../src/access/permissions.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import { PRIVILEGED_ROLES } from '../../src/access/roles.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';
import {
  assertSubjectVisible,
  formatSubject,
  parseSubject,
  SUBJECT_TYPES,
  type Subject,
} from '../../src/access/subjects.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { BoundedText, Id, Nullable, StringEnum } from '../../src/platform/schemas.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { toAvatarUrl } from '../files/avatars.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';

export const IamMember = Type.Object(
  {
    member: Type.String({
      description: 'Member as `<subject_type>:<subject_id>`; the type is user, organization or project.',
    }),
    roles: Type.Array(Type.String(), { description: 'Roles held directly on the resource.' }),
    name: Type.String(),
    avatar_url: Nullable(Type.String()),
    total_subjects: Type.Integer({ description: 'Number of users that the member represents.' }),
  },
  { title: 'Member' },
);

/** Member record as the API returns it. `base` is the base URL of picture addresses. */
export function toMemberRecord(base: string, row: MemberRow) {
  return {
    member: formatSubject(row),
    roles: row.roles,
    name: row.name,
    avatar_url: toAvatarUrl(base, row.avatar_url),
    total_subjects: row.total_subjects,
  };
}

const Roles = Type.Optional(Type.Array(BoundedText(50), { maxItems: 20 }));
const PermissionSource = Type.Object(
  {
    role: Type.String(),
    resource_type: Type.String({
      description: 'Resource that the role was granted on: the resource itself, its project or its organization.',
    }),
    resource_id: Id,
    through: Nullable(
      Type.Object(
        { member: Type.String(), name: Type.String() },
        { description: 'Group that holds the role; null if the member holds it directly.' },
      ),
    ),
    permissions: Type.Array(Type.String(), { description: 'Requested permissions that the role carries.' }),
  },
  { title: 'PermissionSource' },
);
const HeldPermissions = Type.Object(
  {
    permissions: Type.Array(Type.String()),
    member: Type.String(),
    sources: Type.Optional(
      Type.Array(PermissionSource, {
        description:
          'Roles that carry the permissions, if `explain` is true. For another member, only roles on resources whose members the caller can view. Permissions of system roles have no source.',
      }),
    ),
  },
  { title: 'HeldPermissions' },
);

const MemberChange = Type.Object({
  add: Roles,
  remove: Roles,
  remove_all: Type.Optional(
    Type.Boolean({ description: 'Whether to remove all roles before the additions. Default false.' }),
  ),
});

/** Settings that the four operations of one resource type share. */
interface Kind {
  readonly type: SecurableType;
  readonly path: string;
  readonly tag: string;
}

/** Creates the operations that list, read and change members of one resource type and test permissions on it. */
export function createIamOperations(type: SecurableType, path: string, tag: string): Operation[] {
  const kind = { type, path, tag };
  return [list(kind), read(kind), change(kind), test(kind)];
}

/** Scopes that allow viewing members; any one suffices. */
function listViewScopes(type: SecurableType): Permission[] {
  return [`${type}:view`, `${type}:view_members`];
}

function getResource({ type }: Kind, caller: Caller, params: Readonly<Record<string, unknown>>): Securable {
  const projectId = type === 'organization' ? null : caller.projectId;
  return { type, id: String(params[SECURABLES[type].param]), orgId: caller.orgId, projectId };
}

function list(kind: Kind): Operation {
  return operation(
    {
      id: `${kind.type}.iam.list`,
      method: 'GET',
      path: `${kind.path}/iam/members`,
      tag: kind.tag,
      summary: 'List direct members',
      auth: { permission: `${kind.type}:view_members`, scopes: listViewScopes(kind.type) },
      request: { query: Type.Object({ ...PAGE_QUERY, type: Type.Optional(StringEnum(SUBJECT_TYPES)) }) },
      response: { schemas: { 200: Envelope(IamMember) } },
    },
    async ({ ctx, caller, params, query, page }) => {
      const { id } = getResource(kind, caller, params);
      const members = await listMembers(ctx.db, id, query.type, page);
      return mapPage(members, (row) => toMemberRecord(ctx.config.publicUrl, row));
    },
  );
}

function read(kind: Kind): Operation {
  return operation(
    {
      id: `${kind.type}.iam.read`,
      method: 'GET',
      path: `${kind.path}/iam/members/{member}`,
      tag: kind.tag,
      summary: 'Get a direct member',
      auth: { permission: `${kind.type}:view_members`, scopes: listViewScopes(kind.type) },
      response: { schemas: { 200: IamMember } },
    },
    async ({ ctx, caller, params }) => {
      const subject = parseSubject(params.member);
      const row = await findMember(ctx.db, getResource(kind, caller, params).id, subject);
      return toMemberRecord(ctx.config.publicUrl, orNotFound(row, 'member', formatSubject(subject)));
    },
  );
}

function change(kind: Kind): Operation {
  return operation(
    {
      id: `${kind.type}.iam.change`,
      method: 'POST',
      path: `${kind.path}/iam/members/{member}`,
      tag: kind.tag,
      summary: 'Update the roles of a member',
      description:
        'Removals apply before additions. Granting or removing owner or editor requires `edit_privileged_members`, except for your own roles. Removing the last role on an organization also removes all roles below it. The caller must be able to remove each of them. A credential with scopes also requires the scopes to edit members and those of every permission that the changed roles carry. A user must have joined the organization; otherwise returns 404. A new member also gets the roles that the organization or project holds as a group. The caller must be able to grant each of them. A role for an organization or a project requires permission to edit its members.',
      auth: { permission: `${kind.type}:edit_members`, scopes: [`${kind.type}:view`] },
      request: { body: MemberChange, idempotent: false, example: { add: ['viewer'] } },
      response: {
        schemas: { 200: IamMember },
        errors: { 400: ['INVALID_ROLE', 'MULTIPLE_ROLES_NOT_ALLOWED'], 409: ['LAST_OWNER'] },
      },
      audit: { event: `${kind.type}.member_changed`, audience: `${kind.type}:view_members` },
    },
    async ({ ctx, caller, params, body, change }) => {
      const resource = getResource(kind, caller, params);
      assertPermission(caller, resource, `${kind.type}:edit_members`);
      const subject = parseSubject(params.member);
      assertNotSelf(resource, subject);
      const { add = [], remove = [], remove_all: removeAll = false } = body;
      const row = await change(async (trx) => {
        // Locks the organization's members: nobody leaves it and the caller's roles stay the same until commit.
        await lockMembers(trx, caller.orgId);
        const granter = await reloadGrants(trx, caller, resource);
        assertPermission(granter, resource, `${kind.type}:edit_members`);
        await assertSubjectVisible(trx, subject, {
          orgId: caller.orgId,
          requesterId: caller.subject.id,
          resourceId: resource.id,
        });
        const own =
          formatSubject(subject) === formatSubject(caller.subject) &&
          !add.some((role) => PRIVILEGED_ROLES.includes(role));
        const roleChange = { add, remove, removeAll };
        const roles = await changeMember(trx, resource, subject, roleChange, async (touched) => {
          await assertCanChangeRoles(trx, granter, resource, touched, own);
          await assertOwnGroup(trx, granter, subject, touched);
        });
        const member = (await findMember(trx, resource.id, subject)) ?? (await getFormerMember(trx, subject));
        const payload = { member: formatSubject(subject), roles_before: roles.before, roles_after: roles.after };
        return { result: member, audited: { resource: { type: kind.type, id: resource.id }, payload } };
      });
      return toMemberRecord(ctx.config.publicUrl, row);
    },
  );
}

/** Throws a 400 if an organization or project is added to its own members. */
function assertNotSelf(resource: Securable, subject: Subject): void {
  if (subject.type === resource.type && subject.id === resource.id)
    throw accessErrors.invalidMember(formatSubject(subject), 'cannot be a member of itself');
}

function test(kind: Kind): Operation {
  return operation(
    {
      id: `${kind.type}.iam.test`,
      method: 'POST',
      path: `${kind.path}/iam/test`,
      tag: kind.tag,
      summary: 'Check permissions of the caller or a member',
      description: 'Checking another member requires `view_members`. Nobody has an unknown permission.',
      auth: { permission: `${kind.type}:view` },
      request: {
        body: Type.Object({
          permissions: Type.Array(BoundedText(100), { maxItems: 100 }),
          member: Type.Optional(BoundedText(100, { description: 'Member to check. Default: the caller.' })),
          explain: Type.Optional(
            Type.Boolean({ description: 'Whether to return the roles that carry the permissions. Default false.' }),
          ),
        }),
        idempotent: false,
        example: { permissions: ['view', 'edit', 'view_members'] },
      },
      response: {
        schemas: { 200: HeldPermissions },
        errors: { 400: ['INVALID_MEMBER', 'INVALID_SUBJECT_TYPE'], 404: ['RESOURCE_NOT_FOUND'] },
      },
      audit: { event: null },
    },
    async ({ ctx, caller, params, body }) => {
      const resource = getResource(kind, caller, params);
      const subject = body.member === undefined ? undefined : parseSubject(body.member);
      const own = subject === undefined || formatSubject(subject) === formatSubject(caller.subject);
      const grants = own ? caller.grants : await getGrantsOfMember(ctx, caller, resource, subject);
      const held = body.permissions.filter((name) => hasPermission(grants, `${kind.type}:${name}` as Permission));
      const permissions = [...new Set(held)];
      const response = { permissions, member: formatSubject(subject ?? caller.subject) };
      if (body.explain !== true) return response;
      const actingSubject = own ? { ...caller.subject, clientId: caller.clientId } : subject;
      const roles = await listEffectiveRoles(ctx.db, actingSubject, getScope(resource));
      const shown = own ? roles : roles.filter(({ type }) => canViewMembers(caller, type));
      const sources = shown.map((role) => toSourceRecord(role, kind.type, permissions));
      return { ...response, sources: sources.filter((source) => source.permissions.length > 0) };
    },
  );
}

/**
 * Whether the caller's roles allow viewing members of the path's resource. The operation has already checked the
 * scopes.
 */
function canViewMembers({ grants }: Caller, type: SecurableType): boolean {
  return hasRolePermission(grants, `${type}:view_members`);
}

/** Source record of one role: the requested permissions on the resource type that the role carries. */
function toSourceRecord(held: EffectiveRole, type: SecurableType, permissions: readonly string[]) {
  const { role, through, through_name } = held;
  return {
    role,
    resource_type: held.type,
    resource_id: held.id,
    through: through === null ? null : { member: through, name: through_name ?? '' },
    permissions: permissions.filter((name) => listRolesWith(`${type}:${name}` as Permission).includes(role)),
  };
}

async function getGrantsOfMember(ctx: ApiContext, caller: Caller, resource: Securable, subject: Subject) {
  if (!canViewMembers(caller, resource.type))
    throw accessErrors.permissionCheckFailed(caller.subject, { type: resource.type, id: resource.id }, 'view_members');
  const lookup = {
    orgId: caller.orgId,
    requesterId: caller.subject.id,
    resourceId: resource.id,
    includeGroupMembers: true,
  };
  await assertSubjectVisible(ctx.db, subject, lookup);
  return getGrantsOf(ctx.db, subject, resource);
}
