import type { Executor } from '../platform/db/client.ts';
import { isId } from '../platform/ids.ts';
import type { AuditScope } from './contract.ts';

/**
 * Existing part of the scope in a refused request. A project counts if it belongs to the organization, even if deleted.
 */
export async function findExistingScope(db: Executor, orgId: string, projectId: string): Promise<AuditScope> {
  if (isId(projectId) && isId(orgId)) {
    const project = await db
      .selectFrom('projects')
      .select(['id', 'org_id'])
      .where('id', '=', projectId)
      .where('org_id', '=', orgId)
      .executeTakeFirst();
    if (project) return { orgId: project.org_id, projectId: project.id };
  }
  if (!isId(orgId)) return { orgId: null, projectId: null };
  const organization = await db.selectFrom('organizations').select('id').where('id', '=', orgId).executeTakeFirst();
  return { orgId: organization?.id ?? null, projectId: null };
}
