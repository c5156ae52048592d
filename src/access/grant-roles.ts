import type { Executor } from '../platform/db/client.ts';
import { EXCLUSIVE_ROLES } from './roles.ts';

/** A role of a user on a resource. */
interface NewGrant {
  readonly resourceType: string;
  readonly resourceId: string;
  /** Project of the resource; absent for organizations and projects. */
  readonly projectId?: string;
  readonly userId: string;
  readonly role: string;
}

/** Grants a user a role on a resource. Idempotent; does nothing if the user already holds another exclusive role. */
export async function grantRole(db: Executor, grant: NewGrant): Promise<void> {
  await db
    .insertInto('role_grants')
    .values({
      resource_type: grant.resourceType,
      resource_id: grant.resourceId,
      project_id: grant.projectId ?? null,
      subject_type: 'user',
      subject_id: grant.userId,
      role: grant.role,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the user holds any role on the resource. */
export async function hasAnyRole(trx: Executor, resourceId: string, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('role_grants')
    .select('role')
    .where('resource_id', '=', resourceId)
    .where('subject_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Grants a user roles. Keeps the strongest exclusive role, new or existing, so that joining never removes permissions.
 */
export async function grantRoles(
  trx: Executor,
  resource: { readonly type: 'organization' | 'project'; readonly id: string },
  userId: string,
  roles: readonly string[],
): Promise<void> {
  const current = await trx
    .selectFrom('role_grants')
    .select('role')
    .where('resource_id', '=', resource.id)
    .where('subject_id', '=', userId)
    .execute();
  const combined = new Set([...current.map((row) => row.role), ...roles]);
  const strongest = EXCLUSIVE_ROLES.find((role) => combined.has(role));
  const weaker = EXCLUSIVE_ROLES.filter((role) => role !== strongest);
  await trx
    .deleteFrom('role_grants')
    .where('resource_id', '=', resource.id)
    .where('subject_id', '=', userId)
    .where('role', 'in', weaker)
    .execute();
  const redundant = strongest === undefined ? weaker : [...weaker, 'member'];
  const remaining = [...combined].filter((role) => !redundant.some((other) => other === role));
  const rows = remaining.map((role) => ({
    resource_id: resource.id,
    resource_type: resource.type,
    subject_id: userId,
    subject_type: 'user',
    role,
  }));
  if (rows.length === 0) return;
  await trx
    .insertInto('role_grants')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
