import Type from 'typebox';
import { assertCanAdmit, assertPermission } from '../../../src/access/delegation.ts';
import { accessErrors } from '../../../src/access/errors.ts';
import { listAssignableRoles } from '../../../src/access/permissions.ts';
import { EXCLUSIVE_ROLES } from '../../../src/access/roles.ts';
import { INVITE_CANCELLED, inviteWorkflow } from '../../../src/organizations/contract.ts';
import * as inviting from '../../../src/organizations/invites/create.ts';
import { databaseNow } from '../../../src/platform/clock.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { errors, orNotFound } from '../../../src/platform/errors.ts';
import { isId, newId } from '../../../src/platform/ids.ts';
import { normalizeAddress } from '../../../src/platform/mail/address.ts';
import { createMessageSchemas } from '../../../src/platform/message-schemas.ts';
import { toMessageFields } from '../../../src/platform/messages.ts';
import { BoundedText, Email, Id, Nullable, StringEnum, Timestamp } from '../../../src/platform/schemas.ts';
import { signalWorkflow, startWorkflow, wakeWorkflow } from '../../../src/platform/temporal/workflow.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { Envelope, ID_PAGE_QUERY } from '../../plugins/pagination.ts';

const Roles = Type.Array(BoundedText(40), { maxItems: 10 });
const ProjectRoles = Type.Record(Type.String({ maxLength: 100 }), Roles, { maxProperties: 100 });

const Invite = Type.Object(
  {
    id: Id,
    email_address: Type.String(),
    roles: Type.Array(Type.String()),
    project_roles: Type.Record(Type.String(), Type.Array(Type.String())),
    status: Type.String({ description: 'Status: `pending`, `accepted` or `expired`.' }),
    created: Timestamp,
    expires_at: Timestamp,
    sent_at: Nullable(Timestamp),
    reminded_at: Nullable(Timestamp),
    accepted_at: Nullable(Timestamp),
    ...createMessageSchemas('delivery_error', 'Reason why the email was not delivered; null otherwise.'),
    mail_delivery: StringEnum(['smtp', 'file'], {
      description: 'Delivery method. `file` stores emails in DATA_DIR/mail because SMTP_URL is not set.',
    }),
  },
  { title: 'Invite' },
);

/** Invite record. An overdue invite is expired even before its workflow has stored that. */
function toInviteRecord({ config }: ApiContext, row: inviting.InviteRow) {
  const isOverdue = row.status === 'pending' && row.expires_at.getTime() <= databaseNow();
  const mail_delivery = config.smtpUrl === undefined ? ('file' as const) : ('smtp' as const);
  const status = isOverdue ? 'expired' : row.status;
  return { ...row, ...toMessageFields('delivery_error', row.delivery_error), status, mail_delivery };
}

function getInviteTimes({ config }: ApiContext): inviting.InviteTimes {
  return { lifetimeMs: config.inviteLifetimeMs };
}

/** Throws a 403 unless the caller may grant the invite's roles: editors take an owner, owners a system role. */
function assertCanInvite(
  caller: Caller,
  roles: readonly string[],
  projectRoles: Readonly<Record<string, readonly string[]>>,
) {
  assertKnownRoles('organization', roles);
  for (const given of Object.values(projectRoles)) assertKnownRoles('project', given);
  const inProjects = Object.values(projectRoles).flat();
  const organization = { type: 'organization', id: caller.orgId } as const;
  if (roles.includes('owner')) assertPermission(caller, organization, 'organization:add_owner');
  if (roles.includes('editor') || inProjects.includes('editor') || inProjects.includes('owner'))
    assertPermission(caller, organization, 'organization:add_editor');
}

/** Normalizes roles by project: no duplicates and no empty lists. */
function toProjectRoles(given: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  const rolesByProject = new Map<string, Set<string>>();
  for (const [projectId, roles] of Object.entries(given)) {
    if (!isId(projectId)) throw errors.malformedIdentifier('project_roles', projectId);
    const id = projectId.toLowerCase();
    if (roles.length > 0) rolesByProject.set(id, new Set([...(rolesByProject.get(id) ?? []), ...roles]));
  }
  return Object.fromEntries([...rolesByProject].map(([id, roles]) => [id, [...roles]]));
}

function assertKnownRoles(type: 'organization' | 'project', roles: readonly string[]): void {
  const allowed = listAssignableRoles(type);
  const unknown = roles.find((role) => !allowed.includes(role));
  if (unknown !== undefined) throw accessErrors.invalidRole(unknown, allowed);
  const exclusive = EXCLUSIVE_ROLES.filter((role) => roles.includes(role));
  if (exclusive.length > 1) throw accessErrors.multipleRoles(exclusive);
}

const create = operation(
  {
    id: 'organization_invite.create',
    method: 'POST',
    path: '/org/{org_id}/invite',
    tag: 'Invites',
    summary: 'Create an invite',
    description:
      'Editors and owners can invite. Inviting an editor, also of a project, requires an owner; inviting an owner requires a system role. Without roles the invite grants membership only. Membership includes roles that the organization and projects hold as groups, so the inviter must be able to grant them. A credential with scopes requires the scopes of every permission that the roles carry.',
    auth: { permission: 'organization:add_member' },
    request: {
      body: Type.Object({
        email_address: Email,
        roles: Type.Optional(Roles),
        project_roles: Type.Optional(ProjectRoles),
      }),
      idempotent: false,
      example: { email_address: 'ada@example.com', roles: ['viewer'] },
    },
    response: {
      schemas: { 200: Invite },
      errors: {
        400: [
          'INVALID_ROLE',
          'MULTIPLE_ROLES_NOT_ALLOWED',
          'ORGANIZATION_MEMBER_ALREADY_EXISTS',
          'ORGANIZATION_INVITE_ALREADY_EXISTS',
        ],
        404: ['RESOURCE_NOT_FOUND'],
        409: ['USER_ALREADY_INVITED'],
      },
    },
    audit: { event: 'organization_invite.created', audience: 'organization:view_invites' },
  },
  async ({ ctx, caller, body, change }) => {
    const roles = [...new Set(body.roles ?? [])];
    const projectRoles = toProjectRoles(body.project_roles ?? {});
    assertCanInvite(caller, roles, projectRoles);
    const id = newId();
    const code = await ctx.inviteCodes(id);
    const email = normalizeAddress(body.email_address);
    const row = await change(async (trx) => {
      const { orgId, subject } = caller;
      const created = await inviting.createInvite(trx, {
        id,
        orgId,
        email,
        roles,
        projectRoles,
        code,
        createdBy: subject.id,
        getInviteTimes: getInviteTimes(ctx),
      });
      await assertCanAdmit(trx, caller, orgId, created);
      const payload = { email_address: email, roles, project_roles: projectRoles };
      return { result: created, audited: { resource: { type: 'organization_invite', id }, name: email, payload } };
    });
    await startWorkflow(ctx, inviteWorkflow(id));
    return toInviteRecord(ctx, row);
  },
);

const list = operation(
  {
    id: 'organization_invite.list',
    method: 'GET',
    path: '/org/{org_id}/invite',
    tag: 'Invites',
    summary: 'List invites of an organization, newest first',
    auth: {
      permission: 'organization:view_invites',
      scopes: ['organization:view_invites', 'organization:view_members'],
    },
    request: {
      query: Type.Object({
        ...ID_PAGE_QUERY,
        show: StringEnum(['all', 'pending', 'accepted'], { default: 'pending' }),
      }),
    },
    response: { schemas: { 200: Envelope(Invite) } },
  },
  async ({ ctx, caller, query, page }) =>
    mapPage(await inviting.listInvites(ctx.db, caller.orgId, query.show, page), (row) => toInviteRecord(ctx, row)),
);

const cancel = operation(
  {
    id: 'organization_invite.delete',
    method: 'DELETE',
    path: '/org/{org_id}/invite/{org_invite_id}',
    tag: 'Invites',
    summary: 'Delete a pending invite',
    auth: { permission: 'organization:remove_member' },
    request: { idempotent: false },
    response: { schemas: { 204: null } },
    audit: { event: 'organization_invite.cancelled', audience: 'organization:view_invites' },
  },
  async ({ ctx, caller, params, reply, change }) => {
    const id = params.org_invite_id;
    await change(async (trx) => {
      const row = orNotFound(await inviting.cancelInvite(trx, caller.orgId, id), 'invite', id);
      return { result: row, audited: { resource: { type: 'organization_invite', id }, name: row.email_address } };
    });
    await signalWorkflow(ctx, inviteWorkflow(id), INVITE_CANCELLED);
    reply.code(204);
    return undefined;
  },
);

const resend = operation(
  {
    id: 'organization_invite.resend',
    method: 'POST',
    path: '/org/{org_id}/invite/{org_invite_id}/resend',
    tag: 'Invites',
    summary: 'Resend an invite and restart its expiry',
    auth: { permission: 'organization:add_member' },
    request: { idempotent: false },
    response: {
      schemas: { 200: Invite },
      errors: {
        400: ['ORGANIZATION_INVITE_ALREADY_EXISTS', 'ORGANIZATION_MEMBER_ALREADY_EXISTS'],
        409: ['USER_ALREADY_INVITED'],
      },
    },
    audit: { event: 'organization_invite.resent', audience: 'organization:view_invites' },
  },
  async ({ ctx, caller, params, change }) => {
    const id = params.org_invite_id;
    const row = await change(async (trx) => {
      const { orgId, subject } = caller;
      const resent = orNotFound(
        await inviting.resendInvite(trx, orgId, id, subject.id, getInviteTimes(ctx)),
        'invite',
        id,
      );
      assertCanInvite(caller, resent.roles, resent.project_roles);
      await assertCanAdmit(trx, caller, orgId, resent);
      return { result: resent, audited: { resource: { type: 'organization_invite', id }, name: resent.email_address } };
    });
    await wakeWorkflow(ctx, inviteWorkflow(id));
    return toInviteRecord(ctx, row);
  },
);

export const INVITE_OPERATIONS = [create, list, cancel, resend];
