import { accessErrors } from '../../access/errors.ts';
import { type Asker, holdingsOn } from '../../access/holdings.ts';
import { holds, rolesAllow } from '../../access/permissions.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import { commonProblems } from '../../platform/problems.ts';
import { findForwarder } from './queries.ts';

/**
 * Throws a 422 unless the principal can see the forwarder of a revision or the previous revision has it. Throws a 403
 * if only the credential lacks the permission.
 */
export async function checkForwarder(
  db: Executor,
  principal: Asker,
  id: string | null,
  previousId: string | null | undefined,
): Promise<void> {
  if (id === null) return;
  const exists = (await findForwarder(db, principal.projectId, id)) !== undefined;
  const grants = (await holdingsOn(db, principal, 'task_forwarder', [id]))(id);
  const isVisible = id === previousId || rolesAllow(grants, 'task_forwarder:view');
  if (!exists || !isVisible)
    throw errors.invalid('task_forwarder_id', commonProblems.unknown_resource({ resource: 'task_forwarder' }));
  if (id !== previousId && !holds(grants, 'task_forwarder:view'))
    throw accessErrors.permissionCheckFailed(principal.subject, { type: 'task_forwarder', id }, 'view');
}
