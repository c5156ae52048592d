import { holdingsOn } from '../../src/access/holdings.ts';
import { type Holdings, holds, type Permission } from '../../src/access/permissions.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import type { AgentRevisionFields } from '../../src/agents/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import { findTask } from '../../src/tasks/queries.ts';
import type { Caller } from '../plugins/access.ts';

/** What a revision can name beside itself, and what it takes to let an agent use it. */
interface Attachable {
  readonly type: SecurableType;
  /** Field of a body that names one, by its place in a revision's list. */
  readonly field: (index: number) => (string | number)[];
  readonly named: (revision: AgentRevisionFields) => readonly string[];
  readonly use: Permission;
  readonly exists: (db: Executor, projectId: string, id: string) => Promise<unknown>;
}

const ATTACHABLE: readonly Attachable[] = [
  {
    type: 'task',
    field: (index) => ['task_tools', index, 'task_id'],
    named: (revision) => revision.task_tools.map((tool) => tool.task_id),
    use: 'task:run',
    exists: findTask,
  },
];

/**
 * Refuses to attach what the caller may not use themselves: the agent would do it for them. What the revision before had was
 * attached by somebody who might, and stays. Throws a 422 where the caller can't know that it exists, else a 403.
 */
export async function checkAttached(
  db: Executor,
  caller: Caller,
  revision: AgentRevisionFields,
  before: AgentRevisionFields | undefined,
): Promise<void> {
  for (const kind of ATTACHABLE) {
    const attached = new Set(before ? kind.named(before) : []);
    const named = kind.named(revision);
    const fresh = named.filter((id) => !attached.has(id));
    const holdings = await holdingsOn(db, caller, kind.type, fresh);
    for (const id of fresh) {
      if (holds(holdings(id), kind.use)) continue;
      if (sees(holdings(id), kind.type) && (await kind.exists(db, caller.projectId, id)))
        throw errors.permissionCheckFailed(caller.subject, { type: kind.type, id }, kind.use.split(':')[1] ?? '');
      throw errors.invalid(
        kind.field(named.indexOf(id)),
        `no ${kind.type} of this project has this id`,
        'unknown_resource',
      );
    }
  }
}

/** Whether somebody's roles let them know of it, whatever their credential was cut down to. */
function sees(holdings: Holdings, type: SecurableType): boolean {
  return holds({ ...holdings, scopes: null }, `${type}:view` as Permission);
}
