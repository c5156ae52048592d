import Type from 'typebox';
import { getGrantsOf } from '../../../src/access/members.ts';
import * as inbox from '../../../src/agents/approvals/inbox.ts';
import { type ApprovalRow, findApproval } from '../../../src/agents/approvals/queries.ts';
import { decisionProblems } from '../../../src/agents/problems.ts';
import { parseTimestamp } from '../../../src/platform/dates.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { errors, orNotFound } from '../../../src/platform/errors.ts';
import { commonProblems } from '../../../src/platform/problems.ts';
import { Id, Nullable, Timestamp, VisibleText } from '../../../src/platform/schemas.ts';
import type { Caller } from '../../caller.ts';
import type { AuditDetails } from '../../change.ts';
import { getUserId } from '../../identity/user-access.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { Approval, canSeeRequest, toApprovalRecord } from './record.ts';

const Comment = Type.Object(
  {
    id: Id,
    text: Type.String(),
    created_by: Type.String({ description: 'Author as `<subject_type>:<subject_id>`' }),
    created_by_name: Nullable(Type.String({ description: 'Name of the person' })),
    created: Timestamp,
  },
  { title: 'ApprovalComment' },
);

function toCommentRecord(row: inbox.CommentRow) {
  return { ...row, created_by: `${row.created_by_type}:${row.created_by}` };
}

/** Audit details of a change around a request, which decides nothing. */
function toDetails(request: ApprovalRow, payload: object): AuditDetails {
  return {
    resource: { type: 'approval_request', id: request.id },
    name: request.tool_name,
    labels: { task_agent_id: request.agent_id, run_id: request.run_id },
    payload,
  };
}

/** Loads the request again after a change. */
async function reloadRecord(db: Executor, caller: Caller, { id }: ApprovalRow) {
  return toApprovalRecord(orNotFound(await findApproval(db, caller, id), 'approval_request', id), caller);
}

/** Throws a 422 unless the user can see the request. Unknown users get the same response. */
async function assertCanBeAssigned(db: Executor, request: ApprovalRow, userId: string): Promise<void> {
  const user = { type: 'user', id: userId } as const;
  const { agent_id: id, org_id: orgId, project_id: projectId } = request;
  const grants = await getGrantsOf(db, user, { type: 'task_agent', id, orgId, projectId });
  if (!canSeeRequest(request, user, grants)) throw errors.invalid('user_id', decisionProblems.assignee_without_view);
}

const assign = operation(
  {
    id: 'approval_request.assign',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/assign',
    tag: 'Approvals',
    summary: 'Assign a request to a person',
    description: 'Shows everyone who takes care of the request. Everyone who can decide the request still can.',
    auth: { permission: 'task_agent:decide' },
    request: {
      body: Type.Object({
        user_id: Nullable({ ...Id, description: 'User who can see the request. Null assigns it to nobody.' }),
      }),
      idempotent: false,
      example: { user_id: null },
    },
    response: { schemas: { 200: Approval }, errors: { 409: ['APPROVAL_REQUEST_NOT_PENDING'] } },
    audit: { event: 'approval_request.assigned' },
  },
  ({ caller, parents: { approval_request_id: request }, body: { user_id: userId }, change }) =>
    change(async (trx) => {
      if (userId !== null) await assertCanBeAssigned(trx, request, userId);
      await inbox.assignRequest(trx, request.id, userId);
      const result = await reloadRecord(trx, caller, request);
      if (request.assigned_to === userId) return { result, audited: 'unchanged' };
      return { result, audited: toDetails(request, { assigned_to: userId, before: request.assigned_to }) };
    }),
);

const snooze = operation(
  {
    id: 'approval_request.snooze',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/snooze',
    tag: 'Approvals',
    summary: 'Snooze a request',
    description: 'Marks the request as snoozed for you until a time before its deadline. Others see no change.',
    auth: { permission: 'task_agent:decide' },
    request: {
      body: Type.Object({
        until: Nullable({ ...Timestamp, description: 'Time of its return. Null ends the snooze.' }),
      }),
      idempotent: false,
      example: { until: null },
    },
    response: { schemas: { 200: Approval }, errors: { 409: ['APPROVAL_REQUEST_NOT_PENDING'] } },
    audit: { event: 'approval_request.snoozed' },
  },
  ({ caller, parents: { approval_request_id: request }, body, change }) => {
    const userId = getUserId(caller, 'decide');
    const until = body.until === null ? null : parseTimestamp(body.until);
    if (until === undefined) throw errors.invalid('until', commonProblems.unknown_date);
    return change(async (trx) => {
      await inbox.snoozeRequest(trx, request.id, userId, until);
      return { result: await reloadRecord(trx, caller, request), audited: toDetails(request, { until }) };
    });
  },
);

const createComment = operation(
  {
    id: 'approval_request.comment.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/comment',
    tag: 'Approvals',
    summary: 'Comment on a request',
    description: 'Everyone who can see the request can read its comments. The model and the call do not get them.',
    auth: { permission: 'task_agent:decide' },
    request: {
      body: Type.Object({ text: VisibleText(4000, { minLength: 1 }) }),
      idempotent: false,
      example: { text: 'Which invoice is this for?' },
    },
    response: { schemas: { 200: Comment }, errors: { 409: ['TOO_MANY_COMMENTS'] } },
    audit: { event: 'approval_request.commented' },
  },
  ({ caller, parents: { approval_request_id: request }, body: { text }, change }) =>
    change(async (trx) => {
      const row = await inbox.createComment(trx, request.id, caller.subject, text);
      const comment = orNotFound(row, 'approval_request', request.id);
      return { result: toCommentRecord(comment), audited: toDetails(request, { comment_id: comment.id }) };
    }),
);

const listComments = operation(
  {
    id: 'approval_request.comment.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/comment',
    tag: 'Approvals',
    summary: 'List comments on a request, newest first',
    auth: { permission: 'task_agent:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Comment) } },
  },
  async ({ ctx, parents, page }) =>
    mapPage(await inbox.listComments(ctx.db, parents.approval_request_id.id, page), toCommentRecord),
);

export const INBOX_OPERATIONS = [assign, snooze, createComment, listComments];
