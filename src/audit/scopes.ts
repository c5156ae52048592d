import type { Executor } from '../platform/db/client.ts';
import { isId } from '../platform/ids.ts';
import type { Place } from './chain.ts';

/**
 * The place that a refused request named, as far as it exists: what was refused was not proved. A project counts when it
 * is the organization's, also a deleted one.
 */
export async function findExistingScope(db: Executor, orgId: string, projectId: string): Promise<Place> {
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
