import Type from 'typebox';
import { ApprovalFloor } from '../../src/agents/fields.ts';
import type { OrganizationRow } from '../../src/organizations/queries.ts';
import { AnyObject, BoundedText, Email, Id, NonBlankText, Nullable, Timestamp } from '../../src/platform/schemas.ts';
import { AMOUNT } from '../../src/usage/amounts.ts';
import { AVATAR_FIELD, toAvatarUrl } from '../files/avatars.ts';
import { toVersionedSchema } from '../plugins/versions.ts';

const PUBLISHING = 'Whether tasks can be `public` or `exposed_to_agents`. If false, such tasks serve members only.';
const SHARING = 'Whether tasks and agents can have share links. If false, existing links show nothing.';

export const Organization = toVersionedSchema(
  { table: 'organizations', path: '/org/{org_id}' },
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      contact_email: Type.String(),
      avatar_url: Nullable(Type.String()),
      public_metadata: AnyObject,
      low_credit_alerts: Type.Optional(Type.Boolean()),
      usage_based_pricing_enabled: Type.Optional(Type.Boolean()),
      publishing_enabled: Type.Optional(Type.Boolean({ description: PUBLISHING })),
      sharing_enabled: Type.Optional(Type.Boolean({ description: SHARING })),
      plan: Type.Optional(Type.String()),
      plan_status: Type.Optional(Type.String()),
      plan_interval: Type.Optional(Type.String()),
      trial_ends_at: Type.Optional(Timestamp),
      auto_topup_config: Type.Optional(AnyObject),
      approval_floor: Type.Optional(AnyObject),
      account: Type.Optional(Type.Object({ id: Id, org_id: Id, credits: Type.Integer(), modified: Timestamp })),
    },
    { title: 'Organization' },
  ),
);

const { contact_email, public_metadata, ...SHOWN_TO_ALL } = Organization.properties;
/** Listed organization. Some credentials may see only its name. */
export const ListedOrganization = Type.Object(
  {
    ...SHOWN_TO_ALL,
    ...Type.Partial(Type.Object({ contact_email, public_metadata })).properties,
  },
  { title: 'ListedOrganization' },
);

const Credits = Type.Union([
  Type.String({ pattern: AMOUNT, description: 'Exact decimal' }),
  Type.Number({ exclusiveMinimum: 0, maximum: 999_999_999_999 }),
]);
/** Threshold and amount of automatic top-ups. */
const TopUpConfig = Type.Object({
  enabled: Type.Optional(Type.Boolean()),
  threshold: Type.Optional(Credits),
  amount: Type.Optional(Credits),
});

const SETTINGS = {
  low_credit_alerts: Type.Optional(Type.Boolean()),
  usage_based_pricing_enabled: Type.Optional(Type.Boolean()),
  publishing_enabled: Type.Optional(Type.Boolean({ description: PUBLISHING })),
  sharing_enabled: Type.Optional(Type.Boolean({ description: SHARING })),
  public_metadata: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 100 })),
  auto_topup_config: Type.Optional(TopUpConfig),
  approval_floor: Type.Optional(ApprovalFloor),
  plan: Type.Optional(BoundedText(100)),
  plan_status: Type.Optional(BoundedText(100)),
  plan_interval: Type.Optional(BoundedText(100)),
  trial_ends_at: Type.Optional(Timestamp),
};

export const OrganizationCreate = Type.Object({ name: NonBlankText(200), contact_email: Email, ...SETTINGS });
export const OrganizationUpdate = Type.Object({
  name: Type.Optional(NonBlankText(200)),
  contact_email: Type.Optional(Email),
  ...SETTINGS,
  ...AVATAR_FIELD,
});

/** Organization record for members. `base` is the base URL of picture addresses. */
export function toOrganizationRecord(base: string, row: OrganizationRow) {
  return {
    ...row,
    avatar_url: toAvatarUrl(base, row.avatar_url),
    plan_interval: row.plan_interval ?? undefined,
    trial_ends_at: row.trial_ends_at ?? undefined,
    approval_floor: row.approval_floor ?? undefined,
    account: {
      id: row.account_id,
      org_id: row.id,
      credits: Math.floor(Number(row.account_credits)),
      modified: row.account_modified,
    },
  };
}

/** Organization record for a credential that belongs to it but may not view it. */
export function toNameRecord(base: string, { id, name, avatar_url }: OrganizationRow) {
  return { id, name, avatar_url: toAvatarUrl(base, avatar_url) };
}

/** Organization record for users who can join. */
export function toPublicRecord(base: string, row: OrganizationRow) {
  const { id, name, contact_email, public_metadata } = row;
  return { id, name, contact_email, public_metadata, avatar_url: toAvatarUrl(base, row.avatar_url) };
}
