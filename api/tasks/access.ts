import { assertCanPublish, canPublish } from '../../src/access/delegation.ts';
import { hasPermission } from '../../src/access/permissions.ts';
import { getGrantsOn } from '../../src/access/principal-grants.ts';
import { assertPublicAccess } from '../../src/access/public-access.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import { accessTokensOf, setAccessToken, type TokenChange } from '../../src/tasks/access-token.ts';
import { taskProblems } from '../../src/tasks/problems.ts';
import type { TaskRow } from '../../src/tasks/queries.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import type { TaskUpdate } from './schemas.ts';

/** What opens a task to people and programs that hold no role. */
type Openness = Pick<TaskRow, 'public' | 'exposed_to_agents'>;

/** A task as its fields will say it is, and as it was. */
interface TaskToBe {
  readonly id: string;
  readonly now: Openness;
  /** Left out for a new one. */
  readonly before?: Openness;
}

/** Whether a body asks for another token. */
export function rotates({ rotate_access_token }: TaskUpdate): boolean {
  return rotate_access_token === true;
}

/** Throws a 409 where fields that are about to be stored publish a task of an organization that lets none be public. */
export async function checkPublishing(
  trx: Executor,
  orgId: string,
  fields: { readonly public?: boolean; readonly exposed_to_agents?: boolean },
): Promise<void> {
  if (fields.public || fields.exposed_to_agents) await assertPublicAccess(trx, 'publishing_enabled', orgId);
}

/**
 * Brings a task's token in line with it, and answers what an event tells of that. Throws a 422 on what a body can't ask, a
 * 403 where it opens the task further than the caller may.
 */
export async function changeAccess(
  { ring }: Pick<ApiContext, 'ring'>,
  trx: Executor,
  caller: Caller,
  body: TaskUpdate,
  task: TaskToBe,
): Promise<{ readonly access_token?: TokenChange }> {
  const { id, now, before } = task;
  if (rotates(body) && !now.public) throw errors.invalid('rotate_access_token', taskProblems.token_of_private_task);
  if (now.public && (rotates(body) || opensFurther(now, before))) {
    const at = before ? ({ type: 'task', id } as const) : ({ type: 'project', id: caller.projectId } as const);
    assertCanPublish(caller, at);
  }
  await checkSent({ ring }, trx, body, task);
  const changed = await setAccessToken(trx, ring, { id, isPublic: now.public }, rotates(body));
  return changed === undefined ? {} : { access_token: changed };
}

function opensFurther(now: Openness, before: Openness = { public: false, exposed_to_agents: false }): boolean {
  return !before.public || (now.exposed_to_agents && !before.exposed_to_agents);
}

/** A record that is sent back has the token in it; another one can't be chosen. */
async function checkSent(
  { ring }: Pick<ApiContext, 'ring'>,
  trx: Executor,
  { access_token: sent }: TaskUpdate,
  { id }: TaskToBe,
): Promise<void> {
  if (sent === undefined || sent === null) return;
  if ((await accessTokensOf(trx, ring, [id])).get(id) !== sent)
    throw errors.invalid('access_token', taskProblems.token_not_chosen);
}

/** The tokens of those of the tasks that the caller may edit, and do all with that a token does. */
export async function shownTokens(
  { db, ring }: Pick<ApiContext, 'db' | 'ring'>,
  caller: Caller,
  tasks: readonly TaskRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = tasks.filter((task) => task.public && task.deleted_at === null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const on = await getGrantsOn(db, caller, 'task', ids);
  const shown = ids.filter((id) => hasPermission(on(id), 'task:edit') && canPublish(on(id)));
  return accessTokensOf(db, ring, shown);
}
