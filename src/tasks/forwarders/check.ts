import { accessErrors } from '../../access/errors.ts';
import { type Asker, holdingsOn } from '../../access/holdings.ts';
import { holds, rolesAllow } from '../../access/permissions.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import { commonProblems } from '../../platform/problems.ts';
import { findForwarder } from './queries.ts';

/**
 * Checks the forwarder that a revision of a task names. It is one that the asker sees, unless the revision before has it
 * already: it was chosen by somebody who saw it. Throws a 422, or a 403 where only the credential is in the way.
 */
export async function checkForwarder(
  db: Executor,
  asker: Asker,
  id: string | null,
  before: string | null | undefined,
): Promise<void> {
  if (id === null) return;
  const known = (await findForwarder(db, asker.projectId, id)) !== undefined;
  const holdings = (await holdingsOn(db, asker, 'task_forwarder', [id]))(id);
  const sees = id === before || rolesAllow(holdings, 'task_forwarder:view');
  if (!known || !sees)
    throw errors.invalid('task_forwarder_id', commonProblems.unknown_resource({ resource: 'task_forwarder' }));
  if (id !== before && !holds(holdings, 'task_forwarder:view'))
    throw accessErrors.permissionCheckFailed(asker.subject, { type: 'task_forwarder', id }, 'view');
}
