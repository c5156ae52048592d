import Type from 'typebox';
import {
  createOrganization,
  findOrganization,
  type OrganizationRow,
  organizationsOf,
} from '../../src/organizations/queries.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors } from '../../src/platform/errors.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY, pageOf } from '../plugins/pagination.ts';
import { AnyObject, Id, NonEmpty, Nullable, OneOf, OrgParams, Timestamp } from '../schemas.ts';

const Organization = Type.Object({
  id: Id,
  name: Type.String(),
  contact_email: Type.String(),
  avatar_url: Nullable(Type.String()),
  public_metadata: AnyObject,
  low_credit_alerts: Type.Boolean(),
  usage_based_pricing_enabled: Type.Boolean(),
  plan: Type.String(),
  plan_status: Type.String(),
  plan_interval: Type.Optional(Type.String()),
  trial_ends_at: Type.Optional(Timestamp),
  auto_topup_config: AnyObject,
  account: Type.Object({ id: Id, org_id: Id, credits: Type.Integer(), modified: Timestamp }),
});

function record(row: OrganizationRow) {
  return {
    ...row,
    plan_interval: row.plan_interval ?? undefined,
    trial_ends_at: row.trial_ends_at ?? undefined,
    account: {
      id: row.account_id,
      org_id: row.id,
      credits: Math.floor(Number(row.account_credits)),
      modified: row.account_modified,
    },
  };
}

const create = operation(
  {
    id: 'organization.create',
    method: 'POST',
    path: '/org',
    tag: 'Organizations',
    summary: 'Create an organization',
    access: 'system:organizations_create',
    params: null,
    query: null,
    body: Type.Object({ name: NonEmpty(200), contact_email: Type.String({ format: 'email', maxLength: 320 }) }),
    answers: { 200: Organization },
    loads: {},
    own: [],
    audit: 'organization.created',
    idempotent: false,
    examples: { body: { name: 'Acme', contact_email: 'ops@acme.example' } },
  },
  async ({ ctx, caller, body }) => {
    const id = await ctx.db.transaction().execute((trx) =>
      createOrganization(trx, {
        name: body.name,
        contactEmail: body.contact_email,
        ownerId: caller.subject.id,
        credits: ctx.config.initialCredits,
      }),
    );
    const row = await findOrganization(ctx.db, id);
    if (!row) throw errors.notFound('organization', id);
    return record(row);
  },
);

const list = operation(
  {
    id: 'organization.list',
    method: 'GET',
    path: '/org',
    tag: 'Organizations',
    summary: 'Organizations the caller belongs to',
    access: 'authenticated',
    params: null,
    query: Type.Object({ ...PAGE_QUERY, membership: OneOf(['active'], { default: 'active' }) }),
    body: null,
    answers: { 200: Envelope(Organization) },
    loads: {},
    own: [],
    audit: null,
    idempotent: false,
  },
  async ({ ctx, caller, query }) => mapPage(await organizationsOf(ctx.db, caller.subject.id, pageOf(query)), record),
);

const read = operation(
  {
    id: 'organization.read',
    method: 'GET',
    path: '/org/{org_id}',
    tag: 'Organizations',
    summary: 'Read an organization',
    access: 'organization:view',
    params: OrgParams,
    query: null,
    body: null,
    answers: { 200: Organization },
    loads: {},
    own: [],
    audit: null,
    idempotent: false,
  },
  async ({ ctx, caller }) => {
    const row = await findOrganization(ctx.db, caller.orgId);
    if (!row) throw errors.notFound('organization', caller.orgId);
    return record(row);
  },
);

export const ORGANIZATION_OPERATIONS = [create, list, read];
