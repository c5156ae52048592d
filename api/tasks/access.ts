import { assertCanPublish, canPublish } from '../../src/access/delegation.ts';
import { hasPermission } from '../../src/access/permissions.ts';
import { getGrantsOn } from '../../src/access/principal-grants.ts';
import { assertPublicAccess } from '../../src/access/public-access.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import { readAccessTokens, syncAccessToken, type TokenChange } from '../../src/tasks/access-token.ts';
import { taskProblems } from '../../src/tasks/problems.ts';
import type { TaskRow } from '../../src/tasks/queries.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import type { TaskUpdate } from './schemas.ts';

/** Settings that open a task to callers without a role. */
type PublicAccess = Pick<TaskRow, 'public' | 'exposed_to_agents'>;

/** Access settings of a task before and after a change. */
interface TaskAccess {
  readonly id: string;
  readonly now: PublicAccess;
  /** Undefined for a new task. */
  readonly before?: PublicAccess;
}

/** Returns whether a body requests another token. */
function requestsRotation({ rotate_access_token }: TaskUpdate): boolean {
  return rotate_access_token === true;
}

/** Throws a 409 if an update publishes a task of an organization that forbids public tasks. */
export async function assertPublishingAllowed(
  trx: Executor,
  orgId: string,
  fields: { readonly public?: boolean; readonly exposed_to_agents?: boolean },
): Promise<void> {
  if (fields.public || fields.exposed_to_agents) await assertPublicAccess(trx, 'publishing_enabled', orgId);
}

/**
 * Creates, rotates or revokes the token of a task and returns the audit payload. Throws a 422 for invalid fields, a
 * 403 if the caller cannot open the task further.
 */
export async function updateAccess(
  { ring }: Pick<ApiContext, 'ring'>,
  trx: Executor,
  caller: Caller,
  body: TaskUpdate,
  task: TaskAccess,
): Promise<{ readonly access_token?: TokenChange }> {
  const { id, now, before } = task;
  if (requestsRotation(body) && !now.public)
    throw errors.invalid('rotate_access_token', taskProblems.token_of_private_task);
  if (now.public && (requestsRotation(body) || extendsAccess(now, before))) {
    const at = before ? ({ type: 'task', id } as const) : ({ type: 'project', id: caller.projectId } as const);
    assertCanPublish(caller, at);
  }
  await assertSentToken({ ring }, trx, body, task);
  const changed = await syncAccessToken(trx, ring, { id, isPublic: now.public }, requestsRotation(body));
  return changed === undefined ? {} : { access_token: changed };
}

function extendsAccess(now: PublicAccess, before: PublicAccess = { public: false, exposed_to_agents: false }): boolean {
  return !before.public || (now.exposed_to_agents && !before.exposed_to_agents);
}

/** A record that is sent back contains the token. Clients cannot choose another one. */
async function assertSentToken(
  { ring }: Pick<ApiContext, 'ring'>,
  trx: Executor,
  { access_token: sent }: TaskUpdate,
  { id }: TaskAccess,
): Promise<void> {
  if (sent === undefined || sent === null) return;
  if ((await readAccessTokens(trx, ring, [id])).get(id) !== sent)
    throw errors.invalid('access_token', taskProblems.token_not_chosen);
}

/** Lists the tokens of tasks that the caller can edit and fully run. */
export async function listVisibleTokens(
  { db, ring }: Pick<ApiContext, 'db' | 'ring'>,
  caller: Caller,
  tasks: readonly TaskRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = tasks.filter((task) => task.public && task.deleted_at === null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const grantsOn = await getGrantsOn(db, caller, 'task', ids);
  const shown = ids.filter((id) => hasPermission(grantsOn(id), 'task:edit') && canPublish(grantsOn(id)));
  return readAccessTokens(db, ring, shown);
}
