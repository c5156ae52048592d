import { accessErrors } from '../../access/errors.ts';
import { hasPermission, hasRolePermission } from '../../access/permissions.ts';
import { getGrantsOn, type Principal } from '../../access/principal-grants.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import { commonProblems } from '../../platform/problems.ts';
import { findForwarder } from './queries.ts';

/**
 * Throws a 422 unless the principal can see the forwarder of a revision or the previous revision has it. Throws a 403
 * if only the credential lacks the permission.
 */
export async function assertForwarderUsable(
  db: Executor,
  principal: Principal,
  id: string | null,
  previousId: string | null | undefined,
): Promise<void> {
  if (id === null) return;
  const exists = (await findForwarder(db, principal.projectId, id)) !== undefined;
  const grants = (await getGrantsOn(db, principal, 'task_forwarder', [id]))(id);
  const isVisible = id === previousId || hasRolePermission(grants, 'task_forwarder:view');
  if (!exists || !isVisible)
    throw errors.invalid('task_forwarder_id', commonProblems.unknown_resource({ resource: 'task_forwarder' }));
  if (id !== previousId && !hasPermission(grants, 'task_forwarder:view'))
    throw accessErrors.permissionCheckFailed(principal.subject, { type: 'task_forwarder', id }, 'view');
}
