import { sql } from 'kysely';
import { type Executor, isUniqueViolation } from '../platform/db/client.ts';
import { type PageRequest, paginate } from '../platform/db/pagination.ts';
import { errors } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';

/** Days a new organization's trial lasts. */
const TRIAL_DAYS = 14;

/** The organization with its account, as records show it. */
function withAccount(db: Executor) {
  return db
    .selectFrom('organizations as o')
    .innerJoin('organization_accounts as a', 'a.org_id', 'o.id')
    .where('o.deleted_at', 'is', null)
    .selectAll('o')
    .select(['a.id as account_id', 'a.credits as account_credits', 'a.modified as account_modified']);
}

export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

export function findOrganization(db: Executor, id: string) {
  return withAccount(db).where('o.id', '=', id).executeTakeFirst();
}

/** Organizations in which the user holds a role. */
export function organizationsOf(db: Executor, userId: string, page: PageRequest) {
  const mine = withAccount(db).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('role_grants as g')
        .select('g.role')
        .whereRef('g.resource_id', '=', 'o.id')
        .where('g.subject_type', '=', 'user')
        .where('g.subject_id', '=', userId),
    ),
  );
  return paginate(mine, 'o.id', page);
}

export interface NewOrganization {
  readonly name: string;
  readonly contactEmail: string;
  /** The user who becomes its owner. */
  readonly ownerId: string;
  /** Exact decimal. */
  readonly credits: string;
}

/** Makes an organization on trial with an account and an owner; belongs into a transaction. Throws a 409 on a taken name. */
export async function createOrganization(trx: Executor, organization: NewOrganization): Promise<string> {
  const id = newId();
  try {
    await trx
      .insertInto('organizations')
      .values({
        id,
        name: organization.name,
        contact_email: organization.contactEmail,
        trial_ends_at: sql<Date>`now() + make_interval(days => ${TRIAL_DAYS})`,
      })
      .execute();
  } catch (error) {
    if (!isUniqueViolation(error, 'organizations_name')) throw error;
    throw errors.conflict('ORGANIZATION_NAME_ALREADY_EXISTS', 'an organization has this name already', {
      name: organization.name,
    });
  }
  await trx
    .insertInto('organization_accounts')
    .values({ id: newId(), org_id: id, credits: organization.credits })
    .execute();
  await grantRole(trx, { resourceType: 'organization', resourceId: id, userId: organization.ownerId, role: 'owner' });
  return id;
}

/** Gives a user a role on a resource; repeats change nothing. */
export async function grantRole(
  db: Executor,
  grant: { readonly resourceType: string; readonly resourceId: string; readonly userId: string; readonly role: string },
): Promise<void> {
  await db
    .insertInto('role_grants')
    .values({
      resource_type: grant.resourceType,
      resource_id: grant.resourceId,
      subject_type: 'user',
      subject_id: grant.userId,
      role: grant.role,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
