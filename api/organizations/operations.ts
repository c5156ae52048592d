import Type from 'typebox';
import { accessErrors } from '../../src/access/errors.ts';
import { getFormerMember, leaveOrganization } from '../../src/access/members.ts';
import { hasScope } from '../../src/access/permissions.ts';
import { formatSubject } from '../../src/access/subjects.ts';
import { pickFields, toChangePayload } from '../../src/audit/changes.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import * as organizations from '../../src/organizations/queries.ts';
import { normalizeOrganizationName } from '../../src/organizations/rules.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound, Problems, type SubjectRef } from '../../src/platform/errors.ts';
import { omitUndefined } from '../../src/platform/omit-undefined.ts';
import { BoundedText, StringEnum } from '../../src/platform/schemas.ts';
import { IamMember, toMemberRecord } from '../access/iam.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { AVATAR_FORM, applyAvatarRemoval, setAvatar, toAvatarChange } from '../files/avatars.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, ID_PAGE_QUERY } from '../plugins/pagination.ts';
import { DOMAIN_OPERATIONS } from './domains.ts';
import { INVITE_OPERATIONS } from './invites/operations.ts';
import { joinByInvite, signalAccepted } from './join.ts';
import {
  ListedOrganization,
  Organization,
  OrganizationCreate,
  OrganizationUpdate,
  toNameRecord,
  toOrganizationRecord,
  toPublicRecord,
} from './schemas.ts';
import { getOrganizationFields } from './settings.ts';
import { TRY_OUT_OPERATIONS } from './try-out.ts';

async function findOrganizationOrThrow(db: Executor, id: string): Promise<organizations.OrganizationRow> {
  return orNotFound(await organizations.findOrganization(db, id), 'organization', id);
}

/** Id of the calling user. Throws a 403 for clients, which can neither create nor join organizations. */
function getUserId(caller: Caller, resource: SubjectRef, permission: string): string {
  if (caller.subject.type === 'user') return caller.subject.id;
  throw accessErrors.permissionCheckFailed(caller.subject, resource, permission);
}

/** Fields whose values appear in audit events. */
const SHOWN = [
  'name',
  'contact_email',
  'low_credit_alerts',
  'usage_based_pricing_enabled',
  'publishing_enabled',
  'sharing_enabled',
  'auto_topup_config',
  'approval_floor',
  'plan',
  'plan_status',
  'plan_interval',
  'trial_ends_at',
];

/** Overdraft limit that the fields imply; undefined if they do not change it. */
function getOverdraft(ctx: ApiContext, { usage_based_pricing_enabled: enabled }: organizations.OrganizationFields) {
  if (enabled === undefined) return undefined;
  return enabled ? ctx.config.usageBasedCredits : '0';
}

const create = operation(
  {
    id: 'organization.create',
    method: 'POST',
    path: '/org',
    tag: 'Organizations',
    summary: 'Create an organization',
    description: 'Requires a platform administrator, unless ORGANIZATION_CREATION is `everyone`.',
    auth: { permission: 'system:organizations_create' },
    request: {
      checks: 'dry-run',
      body: OrganizationCreate,
      idempotent: false,
      example: { name: 'Acme', contact_email: 'ops@acme.example' },
    },
    response: {
      schemas: { 200: Organization },
      errors: { 400: ['SentenceError'], 409: ['ORGANIZATION_NAME_ALREADY_EXISTS'] },
    },
    audit: { event: 'organization.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const ownerId = getUserId(caller, { type: 'system', id: 'system' }, 'organizations_create');
    const input = { name: body.name, contactEmail: body.contact_email, ownerId, credits: ctx.config.initialCredits };
    const row = await change(async (trx) => {
      const fields = await getOrganizationFields({ ctx, caller }, body);
      const id = await organizations.createOrganization(trx, input, fields);
      await organizations.setOverdraft(trx, id, getOverdraft(ctx, fields));
      const created = await findOrganizationOrThrow(trx, id);
      const scope = { orgId: id, projectId: null };
      const payload = pickFields(created, SHOWN);
      return {
        result: created,
        audited: { resource: { type: 'organization', id }, name: created.name, scope, payload },
      };
    });
    return toOrganizationRecord(ctx.config.publicUrl, row);
  },
);

const MEMBERSHIPS = ['active', 'joinable', 'joinable_by_domain', 'joinable_by_invite'] as const;
const JOIN_METHODS = {
  joinable: ['invite', 'domain'],
  joinable_by_domain: ['domain'],
  joinable_by_invite: ['invite'],
} as const;

const list = operation(
  {
    id: 'organization.list',
    method: 'GET',
    path: '/org',
    tag: 'Organizations',
    summary: 'List organizations that you belong to or can join',
    description:
      '`active`: organizations of the caller. `joinable_by_domain`: organizations that verified the domain of the caller’s address. `joinable_by_invite`: organizations with a pending invite for it. `joinable`: both. Only a verified address counts. Joinable organizations omit private fields such as `account`. A credential with scopes lists only its own organization, by name, without `organization:view`. Without `organization:view` and `organization:join` it lists no joinable ones.',
    auth: { permission: 'authenticated', noScopeReason: 'it lists only what the scopes of the credential allow' },
    request: { query: Type.Object({ ...ID_PAGE_QUERY, membership: StringEnum(MEMBERSHIPS, { default: 'active' }) }) },
    response: { schemas: { 200: Envelope(ListedOrganization) } },
  },
  async ({ ctx, caller, query, page: pageRequest }) => {
    const base = ctx.config.publicUrl;
    const { membership } = query;
    const canView = hasScope(caller.grants, ['organization:view']);
    if (membership === 'active') {
      const onlyIds = canView ? undefined : [caller.homeOrgId].filter((id) => id !== null);
      const page = await organizations.listOrganizations(ctx.db, caller.subject, pageRequest, onlyIds);
      return mapPage(page, (row) => (canView ? toOrganizationRecord(base, row) : toNameRecord(base, row)));
    }
    const joinMethods = canView || hasScope(caller.grants, ['organization:join']) ? JOIN_METHODS[membership] : [];
    const page = await organizations.listJoinableOrganizations(ctx.db, caller.subject.id, joinMethods, pageRequest);
    return mapPage(page, (row) => toPublicRecord(base, row));
  },
);

const read = operation(
  {
    id: 'organization.read',
    method: 'GET',
    path: '/org/{org_id}',
    tag: 'Organizations',
    summary: 'Get an organization',
    auth: { permission: 'organization:view' },
    response: { schemas: { 200: Organization } },
  },
  async ({ ctx, caller }) =>
    toOrganizationRecord(ctx.config.publicUrl, await findOrganizationOrThrow(ctx.db, caller.orgId)),
);

const update = operation(
  {
    id: 'organization.update',
    method: 'POST',
    path: '/org/{org_id}',
    tag: 'Organizations',
    summary: 'Update an organization',
    auth: { permission: 'organization:edit' },
    request: {
      checks: 'dry-run',
      body: OrganizationUpdate,
      idempotent: false,
      example: { contact_email: 'billing@acme.example', low_credit_alerts: true },
    },
    response: {
      schemas: { 200: Organization },
      errors: { 400: ['SentenceError'], 409: ['ORGANIZATION_NAME_ALREADY_EXISTS'] },
    },
    audit: { event: 'organization.updated' },
  },
  async ({ ctx, caller, body, change }) => {
    const { name, contact_email } = body;
    const { row, removedKeys: removedBlobs } = await change(async (trx) => {
      await organizations.lockOrganization(trx, caller.orgId);
      const before = await findOrganizationOrThrow(trx, caller.orgId);
      const problems = new Problems();
      const toPicture = () => toAvatarChange(ctx.config.publicUrl, body.avatar_url, before.avatar_url);
      const picture = (await problems.run(toPicture)) ?? {};
      const settings = await problems.runLast(() => getOrganizationFields({ ctx, caller }, body, before));
      const fields = { ...settings, ...picture, ...omitUndefined({ name, contact_email }) };
      const normalized = name === undefined ? fields : { ...fields, name: normalizeOrganizationName(name) };
      const payload = toChangePayload(before, normalized, SHOWN);
      // Applies the current settings even if the organization's choice is unchanged.
      await organizations.setOverdraft(trx, caller.orgId, getOverdraft(ctx, fields));
      if (payload.changed.length === 0) return { result: { row: before, removedKeys: [] }, audited: 'unchanged' };
      await organizations.updateOrganization(trx, caller.orgId, fields);
      const after = await findOrganizationOrThrow(trx, caller.orgId);
      const result = await applyAvatarRemoval(trx, caller.orgId, picture, after);
      const resource = { type: 'organization', id: after.id };
      return { result, audited: { resource, name: after.name, payload } };
    });
    await removeBlobs(ctx.blobs, removedBlobs);
    return toOrganizationRecord(ctx.config.publicUrl, row);
  },
);

const setPicture = operation(
  {
    id: 'organization.avatar',
    method: 'POST',
    path: '/org/{org_id}/avatar',
    tag: 'Organizations',
    summary: 'Set the avatar of an organization',
    auth: { permission: 'organization:edit' },
    request: { ...AVATAR_FORM.request, bodyOptional: true, idempotent: false, example: {} },
    response: { errors: AVATAR_FORM.errors, schemas: { 200: Organization } },
    audit: { event: 'organization.updated' },
  },
  async ({ ctx, caller, request, change }) => {
    const id = caller.orgId;
    const row = await setAvatar(ctx, request, change, { type: 'organization', id }, async (trx, path) => {
      await organizations.setOrganizationAvatar(trx, id, path);
      const changed = await findOrganizationOrThrow(trx, id);
      const payload = { changed: ['avatar_url'] };
      return { result: changed, audited: { resource: { type: 'organization', id }, name: changed.name, payload } };
    });
    return toOrganizationRecord(ctx.config.publicUrl, row);
  },
);

const join = operation(
  {
    id: 'organization.join',
    method: 'POST',
    path: '/org/{org_id}/join',
    tag: 'Organizations',
    summary: 'Join an organization by invite or verified email domain',
    auth: { permission: 'authenticated', rateLimit: 'join', scopes: ['organization:join'] },
    request: {
      body: Type.Object({ code: Type.Optional(BoundedText(200, { description: 'Code from the invite email.' })) }),
      bodyOptional: true,
      idempotent: false,
      example: {},
    },
    response: {
      schemas: { 200: IamMember },
      errors: {
        400: ['INVALID_INVITE_CODE'],
        404: ['RESOURCE_NOT_FOUND'],
        409: ['ORGANIZATION_MEMBER_ALREADY_EXISTS'],
      },
    },
    audit: { event: 'organization.joined' },
  },
  async ({ ctx, caller, body, change }) => {
    const userId = getUserId(caller, { type: 'organization', id: caller.orgId }, 'join');
    const result = await change((trx) => joinByInvite(trx, { orgId: caller.orgId, userId, code: body.code }));
    await signalAccepted(ctx, result.inviteId);
    return toMemberRecord(ctx.config.publicUrl, result.member);
  },
);

const leave = operation(
  {
    id: 'organization.leave',
    method: 'POST',
    path: '/org/{org_id}/leave',
    tag: 'Organizations',
    summary: 'Leave an organization and drop all roles in it',
    description:
      'Has the same effect as the removal of your last role. The last owner cannot leave. Your API keys and OAuth grants lose access to the organization. Runs in progress continue as long as they do not need your permissions.',
    auth: { permission: 'authenticated', scopes: [] },
    request: { idempotent: false },
    response: { schemas: { 200: IamMember }, errors: { 404: ['RESOURCE_NOT_FOUND'], 409: ['LAST_OWNER'] } },
    audit: { event: 'organization.left', audience: 'organization:view_members' },
  },
  async ({ ctx, caller, change }) => {
    const { orgId } = caller;
    const subject = { type: 'user', id: getUserId(caller, { type: 'organization', id: orgId }, 'leave') } as const;
    const row = await change(async (trx) => {
      const roles = await leaveOrganization(trx, orgId, subject);
      const member = await getFormerMember(trx, subject);
      const payload = { member: formatSubject(subject), roles_before: roles, roles_after: [] };
      return { result: member, audited: { resource: { type: 'organization', id: orgId }, payload } };
    });
    return toMemberRecord(ctx.config.publicUrl, row);
  },
);

export const ORGANIZATION_OPERATIONS: readonly Operation[] = [
  create,
  list,
  read,
  update,
  setPicture,
  join,
  leave,
  ...INVITE_OPERATIONS,
  ...DOMAIN_OPERATIONS,
  ...TRY_OUT_OPERATIONS,
];

export { INVITE_PAGES as ORGANIZATION_PAGES } from './invites/page.ts';
