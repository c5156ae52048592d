import { accessErrors } from '../../access/errors.ts';
import { hasPermission, rolesHavePermission } from '../../access/permissions.ts';
import { getGrantsOn, type Principal } from '../../access/principal-grants.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import { findForwarder } from './queries.ts';

/**
 * Checks the forwarder that a revision of a task names. It is one that the asker sees, unless the revision before has it
 * already: it was chosen by somebody who saw it. Throws a 422, or a 403 where only the credential is in the way.
 */
export async function checkForwarder(
  db: Executor,
  principal: Principal,
  id: string | null,
  before: string | null | undefined,
): Promise<void> {
  if (id === null) return;
  const known = (await findForwarder(db, principal.projectId, id)) !== undefined;
  const grants = (await getGrantsOn(db, principal, 'task_forwarder', [id]))(id);
  const sees = id === before || rolesHavePermission(grants, 'task_forwarder:view');
  if (!known || !sees)
    throw errors.invalid('task_forwarder_id', 'no task forwarder of this project has this id', 'unknown_resource');
  if (id !== before && !hasPermission(grants, 'task_forwarder:view'))
    throw accessErrors.permissionCheckFailed(principal.subject, { type: 'task_forwarder', id }, 'view');
}
