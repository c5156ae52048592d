import { accessErrors } from '../../access/errors.ts';
import { type Asker, holdingsOn } from '../../access/holdings.ts';
import { type Holdings, holds, type Permission } from '../../access/permissions.ts';
import type { SecurableType } from '../../access/resources.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import type { AgentRevisionFields } from '../queries.ts';
import { itemsOf, TOOL_KINDS } from './index.ts';

/**
 * Refuses to attach what the asker may not use themselves: the agent would do it for them. What the revision before had was
 * attached by somebody who might, and stays. Throws a 422 where the asker can't know that it exists, else a 403.
 */
export async function checkAttached(
  db: Executor,
  asker: Asker,
  revision: AgentRevisionFields,
  before: AgentRevisionFields | undefined,
): Promise<void> {
  for (const kind of TOOL_KINDS) {
    const { field, attaching } = kind;
    if (!attaching) continue;
    const { type, use, idOf } = attaching;
    const attached = new Set(before ? itemsOf(kind, before).map(idOf) : []);
    const named = itemsOf(kind, revision).map(idOf);
    const fresh = named.filter((id) => !attached.has(id));
    const holdings = await holdingsOn(db, asker, type, fresh);
    for (const id of fresh) {
      if (holds(holdings(id), use)) continue;
      if (sees(holdings(id), type) && (await attaching.exists(db, asker.projectId, id)))
        throw accessErrors.permissionCheckFailed(asker.subject, { type, id }, use.split(':')[1] ?? '');
      throw errors.invalid(
        [field, named.indexOf(id), attaching.field],
        `no ${type} of this project has this id`,
        'unknown_resource',
      );
    }
  }
}

/** Whether somebody's roles let them know of it, whatever their credential was cut down to. */
function sees(holdings: Holdings, type: SecurableType): boolean {
  return holds({ ...holdings, scopes: null }, `${type}:view` as Permission);
}
