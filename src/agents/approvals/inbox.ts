import { type Selectable, sql } from 'kysely';
import { selectUserName } from '../../access/subjects.ts';
import type { Executor } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { errors, type SubjectRef } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { agentErrors } from '../errors.ts';
import { decisionProblems } from '../problems.ts';
import type { ApprovalCommentsTable } from './tables.ts';

/** Maximum number of comments on a request. */
const MAX_COMMENTS_PER_REQUEST = 200;

/** A comment with the name of its author. Null for a project or a deleted user. */
export interface CommentRow extends Selectable<ApprovalCommentsTable> {
  readonly created_by_name: string | null;
}

const IS_PENDING = sql<boolean>`status = 'pending' and coalesce(expires_at > now(), true)`;

/**
 * Assigns a pending request to a user, or to nobody. Ends the user's snooze. Throws a 409 if the request is no longer
 * pending.
 */
export async function assignRequest(trx: Executor, id: string, userId: string | null): Promise<void> {
  const assigned = await trx
    .updateTable('approval_requests')
    .set({ assigned_to: userId })
    .where('id', '=', id)
    .where(IS_PENDING)
    .returning('id')
    .executeTakeFirst();
  if (!assigned) throw agentErrors.requestNotPending(id);
  if (userId !== null) await deleteSnooze(trx, id, userId);
}

/**
 * Hides a pending request from a user's inbox until a time. Null shows it again. Throws a 409 if the request is no
 * longer pending, and a 422 if the time is in the past or not before the deadline.
 */
export async function snoozeRequest(trx: Executor, id: string, userId: string, until: Date | null): Promise<void> {
  if (until === null) return deleteSnooze(trx, id, userId);
  const { rows } = await sql<{ readonly past: boolean; readonly late: boolean }>`
    select ${until}::timestamptz <= now() as past, coalesce(${until}::timestamptz >= expires_at, false) as late
    from approval_requests where id = ${id} and ${IS_PENDING} for key share`.execute(trx);
  const [request] = rows;
  if (!request) throw agentErrors.requestNotPending(id);
  if (request.past) throw errors.invalid('until', decisionProblems.snooze_in_past);
  if (request.late) throw errors.invalid('until', decisionProblems.snooze_past_deadline);
  await trx
    .insertInto('approval_snoozes')
    .values({ approval_request_id: id, user_id: userId, until })
    .onConflict((conflict) => conflict.columns(['approval_request_id', 'user_id']).doUpdateSet({ until }))
    .execute();
}

async function deleteSnooze(trx: Executor, id: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('approval_snoozes')
    .where('approval_request_id', '=', id)
    .where('user_id', '=', userId)
    .execute();
}

/** Adds a comment to a request. Returns undefined if the request no longer exists, and throws a 409 at the limit. */
export async function createComment(
  trx: Executor,
  requestId: string,
  { type, id }: SubjectRef,
  text: string,
): Promise<CommentRow | undefined> {
  const request = await trx
    .updateTable('approval_requests')
    .set({ comment_count: sql<number>`comment_count + 1` })
    .where('id', '=', requestId)
    .returning('comment_count')
    .executeTakeFirst();
  if (!request) return undefined;
  if (request.comment_count > MAX_COMMENTS_PER_REQUEST) throw agentErrors.tooManyComments(MAX_COMMENTS_PER_REQUEST);
  return trx
    .insertInto('approval_comments')
    .values({ id: newId(), approval_request_id: requestId, text, created_by_type: type, created_by: id })
    .returningAll()
    .returning(selectAuthorName().as('created_by_name'))
    .executeTakeFirstOrThrow();
}

/** Lists the comments on a request, newest first. */
export function listComments(db: Executor, requestId: string, page: PageRequest): Promise<Page<CommentRow>> {
  const rows = db
    .selectFrom('approval_comments')
    .selectAll()
    .select(selectAuthorName().as('created_by_name'))
    .where('approval_request_id', '=', requestId);
  return paginate(rows, sortByNewest('id'), page);
}

const selectAuthorName = () => selectUserName(sql`case when created_by_type = 'user' then created_by end`);
