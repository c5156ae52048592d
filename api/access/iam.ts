import Type from 'typebox';
import { accessErrors } from '../../src/access/errors.ts';
import { type HeldRole, heldRoles } from '../../src/access/grants.ts';
import {
  changeMember,
  findMember,
  formerMember,
  holdingsOf,
  listMembers,
  lockMembers,
  type MemberRow,
  placeOf,
  type Securable,
} from '../../src/access/members.ts';
import { giverNow, refuseChangeBeyond, requireHeld, requireOwnGroup } from '../../src/access/no-more.ts';
import { holds, type Permission, rolesAllow, rolesWith } from '../../src/access/permissions.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import { PRIVILEGED_ROLES } from '../../src/access/roles.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';
import { checkSubject, parseSubject, SUBJECT_TYPES, type Subject, subjectText } from '../../src/access/subjects.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { toAvatarUrl } from '../files/avatars.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { Id, Nullable, OneOf, Text } from '../schemas.ts';

export const IamMember = Type.Object(
  {
    member: Type.String({
      description: '`<subject_type>:<subject_id>`; subject types are user, organization and project',
    }),
    roles: Type.Array(Type.String(), { description: 'roles held directly on the resource' }),
    name: Type.String(),
    avatar_url: Nullable(Type.String()),
    total_subjects: Type.Integer({ description: 'how many users the member stands for' }),
  },
  { title: 'Member' },
);

/** A member as records show it; `base` is the address that pictures are reached at. */
export function memberRecord(base: string, row: MemberRow) {
  return {
    member: subjectText(row),
    roles: row.roles,
    name: row.name,
    avatar_url: toAvatarUrl(base, row.avatar_url),
    total_subjects: row.total_subjects,
  };
}

const Roles = Type.Optional(Type.Array(Text(50), { maxItems: 20 }));
const PermissionSource = Type.Object(
  {
    role: Type.String(),
    resource_type: Type.String({
      description: 'what the role is held on: the resource, its project or its organization',
    }),
    resource_id: Id,
    through: Nullable(
      Type.Object(
        { member: Type.String(), name: Type.String() },
        { description: 'the group that the role was given to; null where they hold it themself' },
      ),
    ),
    permissions: Type.Array(Type.String(), { description: 'which of the permissions asked for it carries' }),
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
          "the roles that they come from, where `explain` asks for them. Of another's those on resources whose members the caller may see; what a system role gives has none.",
      }),
    ),
  },
  { title: 'HeldPermissions' },
);

const MemberChange = Type.Object({
  add: Roles,
  remove: Roles,
  remove_all: Type.Optional(Type.Boolean({ description: 'take all roles away before the additions' })),
});

/** What the four operations of a type of resource share. */
interface Kind {
  readonly type: SecurableType;
  readonly path: string;
  readonly tag: string;
}

/** Lists, reads and changes the members of one type of resource, and tests permissions on it. */
export function iamOperations(type: SecurableType, path: string, tag: string): Operation[] {
  const kind = { type, path, tag };
  return [list(kind), read(kind), change(kind), test(kind)];
}

/** Scopes any one of which suffices to see members. */
function viewScopes(type: SecurableType): Permission[] {
  return [`${type}:view`, `${type}:view_members`];
}

function resourceOf({ type }: Kind, caller: Caller, params: Readonly<Record<string, unknown>>): Securable {
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
      summary: 'Members that hold roles directly on it',
      auth: { permission: `${kind.type}:view_members`, scopes: viewScopes(kind.type) },
      request: { query: Type.Object({ ...PAGE_QUERY, type: Type.Optional(OneOf(SUBJECT_TYPES)) }) },
      response: { schemas: { 200: Envelope(IamMember) } },
    },
    async ({ ctx, caller, params, query, page }) => {
      const { id } = resourceOf(kind, caller, params);
      const members = await listMembers(ctx.db, id, query.type, page);
      return mapPage(members, (row) => memberRecord(ctx.config.publicUrl, row));
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
      summary: 'One direct member and its roles',
      auth: { permission: `${kind.type}:view_members`, scopes: viewScopes(kind.type) },
      response: { schemas: { 200: IamMember } },
    },
    async ({ ctx, caller, params }) => {
      const subject = parseSubject(params.member);
      const row = await findMember(ctx.db, resourceOf(kind, caller, params).id, subject);
      return memberRecord(ctx.config.publicUrl, orNotFound(row, 'member', subjectText(subject)));
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
      summary: 'Change the roles of a member',
      description:
        'Removals come first, then additions. Giving or taking owner or editor needs `edit_privileged_members`, but anybody who may change members may drop their own. Who loses the last role on an organization loses those below it, each of which the caller must be allowed to take. A credential that is cut down needs, beside the scope that opens this, those of the rights to change members and of every permission that the roles given and taken carry. A user gets a role who joined the organization; anybody else is a 404. A new member of an organization or a project gets what that holds as a group, so the caller must be able to give each of those roles. A role for an organization or a project needs the right to edit its members.',
      auth: { permission: `${kind.type}:edit_members`, scopes: [`${kind.type}:view`] },
      request: { body: MemberChange, idempotent: false, example: { add: ['viewer'] } },
      response: {
        schemas: { 200: IamMember },
        errors: { 400: ['INVALID_ROLE', 'MULTIPLE_ROLES_NOT_ALLOWED'], 409: ['LAST_OWNER'] },
      },
      audit: { event: `${kind.type}.member_changed`, audience: `${kind.type}:view_members` },
    },
    async ({ ctx, caller, params, body, change }) => {
      const resource = resourceOf(kind, caller, params);
      requireHeld(caller, resource, `${kind.type}:edit_members`);
      const subject = parseSubject(params.member);
      checkNotItself(resource, subject);
      const { add = [], remove = [], remove_all: removeAll = false } = body;
      const row = await change(async (trx) => {
        // No roles change in the organization meanwhile: nobody leaves it, and what the caller holds stays.
        await lockMembers(trx, caller.orgId);
        const giver = await giverNow(trx, caller, resource);
        requireHeld(giver, resource, `${kind.type}:edit_members`);
        await checkSubject(trx, subject, { orgId: caller.orgId, by: caller.subject.id, resourceId: resource.id });
        const own =
          subjectText(subject) === subjectText(caller.subject) && !add.some((role) => PRIVILEGED_ROLES.includes(role));
        const wanted = { add, remove, removeAll };
        const roles = await changeMember(trx, resource, subject, wanted, async (touched) => {
          await refuseChangeBeyond(trx, giver, resource, touched, own);
          await requireOwnGroup(trx, giver, subject, touched);
        });
        const member = (await findMember(trx, resource.id, subject)) ?? (await formerMember(trx, subject));
        const payload = { member: subjectText(subject), roles_before: roles.before, roles_after: roles.after };
        return { result: member, audited: { resource: { type: kind.type, id: resource.id }, payload } };
      });
      return memberRecord(ctx.config.publicUrl, row);
    },
  );
}

/** A resource whose members are its own members says nothing. */
function checkNotItself(resource: Securable, subject: Subject): void {
  if (subject.type === resource.type && subject.id === resource.id)
    throw accessErrors.invalidMember(subjectText(subject), 'cannot be a member of itself');
}

function test(kind: Kind): Operation {
  return operation(
    {
      id: `${kind.type}.iam.test`,
      method: 'POST',
      path: `${kind.path}/iam/test`,
      tag: kind.tag,
      summary: 'Which of these permissions the caller, or the named member, holds on it',
      description:
        "Another's permissions are told to those with `view_members`. A name that is no permission is held by nobody.",
      auth: { permission: `${kind.type}:view` },
      request: {
        body: Type.Object({
          permissions: Type.Array(Text(100), { maxItems: 100 }),
          member: Type.Optional(Text(100, { description: 'the caller where it is left out' })),
          explain: Type.Optional(Type.Boolean({ description: 'say also which roles they come from' })),
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
      const resource = resourceOf(kind, caller, params);
      const subject = body.member === undefined ? undefined : parseSubject(body.member);
      const own = subject === undefined || subjectText(subject) === subjectText(caller.subject);
      const holdings = own ? caller.holdings : await holdingsOfAnother(ctx, caller, resource, subject);
      const held = body.permissions.filter((name) => holds(holdings, `${kind.type}:${name}` as Permission));
      const permissions = [...new Set(held)];
      const answer = { permissions, member: subjectText(subject ?? caller.subject) };
      if (body.explain !== true) return answer;
      const acting = own ? { ...caller.subject, clientId: caller.clientId } : subject;
      const roles = await heldRoles(ctx.db, acting, placeOf(resource));
      const shown = own ? roles : roles.filter(({ type }) => seesMembers(caller, type));
      const sources = shown.map((role) => sourceRecord(role, kind.type, permissions));
      return { ...answer, sources: sources.filter((source) => source.permissions.length > 0) };
    },
  );
}

/** Whether the caller may see who holds roles on what a path names. Scopes were looked at already. */
function seesMembers({ holdings }: Caller, type: SecurableType): boolean {
  return rolesAllow(holdings, `${type}:view_members`);
}

/** A role as the source of those of some permissions on a type of resource that it carries. */
function sourceRecord(held: HeldRole, type: SecurableType, permissions: readonly string[]) {
  const { role, through, through_name } = held;
  return {
    role,
    resource_type: held.type,
    resource_id: held.id,
    through: through === null ? null : { member: through, name: through_name ?? '' },
    permissions: permissions.filter((name) => rolesWith(`${type}:${name}` as Permission).includes(role)),
  };
}

async function holdingsOfAnother(ctx: ApiContext, caller: Caller, resource: Securable, subject: Subject) {
  if (!seesMembers(caller, resource.type))
    throw accessErrors.permissionCheckFailed(caller.subject, { type: resource.type, id: resource.id }, 'view_members');
  const asked = { orgId: caller.orgId, by: caller.subject.id, resourceId: resource.id, alsoOfGroups: true };
  await checkSubject(ctx.db, subject, asked);
  return holdingsOf(ctx.db, subject, resource);
}
