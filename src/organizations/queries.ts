import { type RawBuilder, sql } from 'kysely';
import { grantRole } from '../access/grant-roles.ts';
import { type Executor, json, jsonOrNull, withUnique } from '../platform/db/client.ts';
import { type Page, type PageRequest, sortByNewest, toCursorCondition, toPage } from '../platform/db/pagination.ts';
import { newId } from '../platform/ids.ts';
import { bookEntry } from '../usage/book-entry.ts';
import type { TopUpConfig } from '../usage/top-ups.ts';
import { organizationErrors } from './errors.ts';
import { normalizeOrganizationName } from './rules.ts';

/** Trial period of a new organization in days. */
const TRIAL_DAYS = 14;

/** Organization with its account. */
export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly contact_email: string;
  readonly avatar_url: string | null;
  readonly public_metadata: Record<string, unknown>;
  readonly low_credit_alerts: boolean;
  readonly usage_based_pricing_enabled: boolean;
  readonly publishing_enabled: boolean;
  readonly sharing_enabled: boolean;
  readonly plan: string;
  readonly plan_status: string;
  readonly plan_interval: string | null;
  readonly trial_ends_at: Date | null;
  readonly auto_topup_config: Record<string, unknown>;
  readonly approval_floor: Record<string, unknown> | null;
  readonly account_id: string;
  /** Exact decimal. */
  readonly account_credits: string;
  readonly account_modified: Date;
  readonly version: number;
}

const COLUMNS = sql`o.*, a.id as account_id, a.credits as account_credits, a.modified as account_modified`;

/** Finds an organization by ID. */
export async function findOrganization(db: Executor, id: string): Promise<OrganizationRow | undefined> {
  const { rows } = await sql<OrganizationRow>`
    select ${COLUMNS} from organizations o join organization_accounts a on a.org_id = o.id
    where o.id = ${id} and o.deleted_at is null`.execute(db);
  return rows[0];
}

/**
 * Lists organizations in which the subject itself holds a role, newest first, and a project's own organization. `among`
 * restricts the list.
 */
export function listOrganizations(
  db: Executor,
  subject: { readonly type: string; readonly id: string },
  page: PageRequest,
  onlyIds?: readonly string[],
): Promise<Page<OrganizationRow>> {
  // The inner limit makes Postgres use the index of grants, so that a page costs the same for 1 and 100,000
  // organizations.
  const isIncluded = (id: RawBuilder<unknown>) =>
    onlyIds === undefined ? sql`` : sql`and ${id} = any(${[...onlyIds]}::uuid[])`;
  const after = (id: string) => toCursorCondition(page, sortByNewest(id));
  const direct = sql`
    select distinct g.resource_id as id from role_grants g join organizations live on live.id = g.resource_id and live.deleted_at is null
    where g.subject_id = ${subject.id} and g.resource_type = 'organization'
      and ${after('g.resource_id')} and ${after('live.id')} ${isIncluded(sql`g.resource_id`)}
    order by id desc limit ${page.limit + 1}`;
  const ownOrganization = sql`select p.org_id as id from projects p where p.id = ${subject.id} and ${after('p.org_id')}
    ${isIncluded(sql`p.org_id`)}`;
  return paginateOrganizations(
    db,
    subject.type === 'project' ? sql`${ownOrganization} union (${direct})` : direct,
    page,
  );
}

/** Ways for a user to join an organization. */
type JoinMethod = 'invite' | 'domain';

/**
 * Lists organizations that the user could join, newest first: by a pending invite or a verified domain. Only verified
 * addresses count.
 */
export async function listJoinableOrganizations(
  db: Executor,
  userId: string,
  methods: readonly JoinMethod[],
  page: PageRequest,
): Promise<Page<OrganizationRow>> {
  const after = toCursorCondition(page, sortByNewest('c.id'));
  if (methods.length === 0) return toPage<OrganizationRow>([], page.limit, () => '');
  const user = sql`users u where u.id = ${userId} and u.email_verified`;
  const found = {
    invite: sql`select i.org_id as id from invites i where i.status = 'pending' and i.expires_at > now()
      and i.email_address = (select lower(u.email) from ${user})`,
    domain: sql`select d.org_id as id from organization_domains d where d.status = 'verified'
      and d.domain = (select split_part(lower(u.email), '@', 2) from ${user})`,
  };
  const open = sql`
    select c.id from (${sql.join(
      methods.map((method) => found[method]),
      sql` union `,
    )}) c
    where not exists (select from role_grants g where g.subject_id = ${userId} and g.resource_id = c.id)
      and ${after}`;
  return paginateOrganizations(db, open, page);
}

async function paginateOrganizations(db: Executor, ids: RawBuilder<unknown>, page: PageRequest) {
  const { rows } = await sql<OrganizationRow>`
    select ${COLUMNS} from (${ids}) found join organizations o on o.id = found.id join organization_accounts a on a.org_id = o.id
    where o.deleted_at is null order by found.id desc limit ${page.limit + 1}`.execute(db);
  return toPage(rows, page.limit, (row) => page.codec.encode(sortByNewest('found.id'), [row.id]));
}

/** Values of a new organization. */
interface NewOrganization {
  readonly name: string;
  readonly contactEmail: string;
  /** User who becomes the owner. */
  readonly ownerId: string;
  /** Exact decimal. */
  readonly credits: string;
}

/** Editable fields of an organization; absent fields stay unchanged. */
export interface OrganizationFields {
  readonly name?: string;
  readonly contact_email?: string;
  readonly low_credit_alerts?: boolean;
  readonly public_metadata?: Record<string, unknown>;
  readonly usage_based_pricing_enabled?: boolean;
  readonly publishing_enabled?: boolean;
  readonly sharing_enabled?: boolean;
  readonly auto_topup_config?: TopUpConfig;
  readonly plan?: string;
  readonly plan_status?: string;
  readonly plan_interval?: string;
  readonly trial_ends_at?: Date;
  readonly avatar_url?: null;
  readonly approval_floor?: object | null;
}

/** Sets the overdraft limit, an exact decimal; undefined leaves it unchanged. */
export async function setOverdraft(trx: Executor, orgId: string, overdraft: string | undefined): Promise<void> {
  if (overdraft === undefined) return;
  await trx.updateTable('organization_accounts').set({ overdraft }).where('org_id', '=', orgId).execute();
}

/**
 * Creates an organization on trial with an account and an owner, within a transaction. Throws a 400 on an invalid name,
 * a 409 on a taken one.
 */
export async function createOrganization(
  trx: Executor,
  organization: NewOrganization,
  fields: Omit<OrganizationFields, 'name' | 'contact_email'> = {},
): Promise<string> {
  const id = newId();
  const name = normalizeOrganizationName(organization.name);
  const row = {
    ...toColumns(fields),
    id,
    name,
    contact_email: organization.contactEmail,
    trial_ends_at: fields.trial_ends_at ?? sql<Date>`now() + make_interval(days => ${TRIAL_DAYS})`,
  };
  await withUnique(
    'organizations_name',
    () => organizationErrors.nameTaken(name),
    () => trx.insertInto('organizations').values(row).execute(),
  );
  await trx.insertInto('organization_accounts').values({ id: newId(), org_id: id, credits: '0' }).execute();
  await bookEntry(trx, {
    kind: 'grant',
    orgId: id,
    amount: organization.credits,
    cause: { type: 'new_organization', id },
  });
  await grantRole(trx, { resourceType: 'organization', resourceId: id, userId: organization.ownerId, role: 'owner' });
  return id;
}

/** Loads and locks an organization until the transaction ends. */
export function lockOrganization(trx: Executor, id: string) {
  return trx.selectFrom('organizations').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Updates an organization. Throws a 400 on an invalid name, a 409 on a taken one. */
export async function updateOrganization(trx: Executor, id: string, fields: OrganizationFields): Promise<void> {
  const name = fields.name === undefined ? undefined : normalizeOrganizationName(fields.name);
  const row = { ...toColumns(fields), ...(name === undefined ? {} : { name }), modified: sql<Date>`now()` };
  await withUnique(
    'organizations_name',
    () => organizationErrors.nameTaken(name ?? ''),
    () => trx.updateTable('organizations').set(row).where('id', '=', id).execute(),
  );
}

/** Stores the path of an organization's picture. */
export async function setOrganizationAvatar(trx: Executor, id: string, path: string): Promise<void> {
  const row = { avatar_url: path, modified: sql<Date>`now()` };
  await trx.updateTable('organizations').set(row).where('id', '=', id).execute();
}

function toColumns(fields: OrganizationFields) {
  const {
    public_metadata: metadata,
    auto_topup_config: topUp,
    approval_floor: approvalFloor,
    name: _,
    ...plain
  } = fields;
  return {
    ...plain,
    ...(topUp === undefined ? {} : { auto_topup_config: json({ ...topUp } as Record<string, unknown>) }),
    ...(metadata === undefined ? {} : { public_metadata: json(metadata) }),
    ...(approvalFloor === undefined
      ? {}
      : { approval_floor: jsonOrNull(approvalFloor as Record<string, unknown> | null) }),
  };
}

/** Organizations that are not deleted, oldest first. */
export function selectActiveOrganizations(db: Executor): Promise<{ id: string; name: string }[]> {
  const organizations = db.selectFrom('organizations').select(['id', 'name']).where('deleted_at', 'is', null);
  return organizations.orderBy('id').execute();
}
