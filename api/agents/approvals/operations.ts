import Type from 'typebox';
import { getGrantsOn } from '../../../src/access/principal-grants.ts';
import { approveRequest, assertApprovable, rejectRequest } from '../../../src/agents/approvals/decisions.ts';
import { listApprovals } from '../../../src/agents/approvals/queries.ts';
import { parseQueryTimestamp, parseTimestamp } from '../../../src/platform/dates.ts';
import { mapPage, type PageRequest } from '../../../src/platform/db/pagination.ts';
import {
  AnyObject,
  BoundedText,
  Id,
  NonBlankText,
  Nullable,
  StringEnum,
  Timestamp,
  VisibleText,
} from '../../../src/platform/schemas.ts';
import { START_ERRORS } from '../../../src/usage/start-check.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { ERROR_EVENT } from '../../plugins/event-schemas.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { agentWithDeleted, approvalOfRun } from '../parents.ts';
import { assertOfRequest, resumeFromApproval } from '../runs/resume.ts';
import { RunStreamEvent } from '../runs/stream-events.ts';
import { AgentRun } from '../schemas.ts';
import { decideAndWake, toDecision } from './decide.ts';
import { Approval, ApprovalWithRun, isDecider, toApprovalRecord } from './record.ts';

const FILTERS = {
  ...PAGE_QUERY,
  status: Type.Optional(StringEnum(['pending', 'approved', 'rejected', 'expired', 'cancelled'])),
  run_id: Type.Optional({ ...Id, description: 'ID of an agent run, or of a task run that calls tools' }),
  session_id: Type.Optional(Id),
  tool_type: Type.Optional(BoundedText(40)),
  tool_name: Type.Optional(BoundedText(200)),
  created_after: Type.Optional(Timestamp),
  created_before: Type.Optional(Timestamp),
  assigned_to: Type.Optional({ ...Id, description: 'ID of the user to whom requests are assigned' }),
  assigned: Type.Optional(Type.Boolean({ description: 'Whether requests are assigned to anyone' })),
  snoozed: Type.Optional(Type.Boolean({ description: 'Whether you have snoozed requests' })),
};
const AgentQueue = Type.Object(FILTERS);
const ProjectQueue = Type.Object({ ...FILTERS, task_agent_id: Type.Optional(Id) });

async function listQueue(
  ctx: ApiContext,
  caller: Caller,
  agentId: string | undefined,
  query: Type.Static<typeof AgentQueue>,
  pageRequest: PageRequest,
) {
  const filter = {
    principal: caller,
    decides: isDecider(caller),
    agentId,
    status: query.status,
    runId: query.run_id,
    sessionId: query.session_id,
    toolType: query.tool_type,
    toolName: query.tool_name,
    createdAfter: parseQueryTimestamp('created_after', query.created_after),
    createdBefore: parseQueryTimestamp('created_before', query.created_before),
    assignedTo: query.assigned_to,
    isAssigned: query.assigned,
    isSnoozed: query.snoozed,
  };
  const page = await listApprovals(ctx.db, filter, pageRequest);
  const agentIds = [...new Set(page.results.map((row) => row.agent_id))];
  const grants = await getGrantsOn(ctx.db, caller, 'task_agent', agentIds);
  return mapPage(page, (row) => toApprovalRecord(row, caller, grants(row.agent_id)));
}

const listProject = operation(
  {
    id: 'approval_request.list_project',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/approval-request',
    tag: 'Approvals',
    summary: 'List approval requests of a project',
    auth: { permission: 'task_agent:view', lists: 'task_agent' },
    request: { query: ProjectQueue },
    response: { schemas: { 200: Envelope(Approval) } },
  },
  ({ ctx, caller, query, page }) => listQueue(ctx, caller, query.task_agent_id, query, page),
);

const listAgent = operation(
  {
    id: 'approval_request.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request',
    tag: 'Approvals',
    summary: 'List approval requests of an agent',
    auth: { permission: 'task_agent:view' },
    request: { query: AgentQueue, parents: { task_agent_id: agentWithDeleted } },
    response: { schemas: { 200: Envelope(Approval) } },
  },
  ({ ctx, caller, params, query, page }) => listQueue(ctx, caller, params.task_agent_id, query, page),
);

const read = operation(
  {
    id: 'approval_request.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}',
    tag: 'Approvals',
    summary: 'Get an approval request',
    auth: { permission: 'task_agent:view' },
    response: { schemas: { 200: Approval } },
  },
  ({ caller, parents }) => toApprovalRecord(parents.approval_request_id, caller),
);

/** Options of decisions, which can wait for the run. */
const WAITS = {
  description:
    'With `Prefer: wait=n` the response waits until the run has ended or waits for a person, and contains the run in `run`. After n seconds the status is 202.',
  schemas: { 200: ApprovalWithRun, 202: ApprovalWithRun },
} as const;

const Note = Type.Optional(Nullable(VisibleText(10_000)));

const approveOperation = operation(
  {
    id: 'approval_request.approve',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/approve',
    tag: 'Approvals',
    summary: 'Approve a request',
    description: `Executes the call, records an unclear call as done, or allows the credits. ${WAITS.description}`,
    auth: { permission: 'task_agent:decide' },
    request: {
      body: Type.Object({
        decision_note: Note,
        arguments: Type.Optional(Nullable(AnyObject)),
        arguments_digest: Type.Optional(
          BoundedText(64, {
            description: '`arguments_digest` of the request that was reviewed. Returns 409 if the digest differs.',
          }),
        ),
        message: Type.Optional(Nullable(NonBlankText(100_000, { description: 'Message for the next turn' }))),
        expires_at: Type.Optional(
          Nullable(
            Type.String({
              ...Timestamp,
              description:
                'Time at which the approval lapses if the call was not sent. The earliest time of several approvals counts.',
            }),
          ),
        ),
      }),
      checks: ({ ctx, parents, body }) =>
        assertApprovable(ctx.db, parents.approval_request_id, {
          arguments: body.arguments ?? undefined,
          lapsesAt: parseTimestamp(body.expires_at ?? ''),
        }),
      longBody: true,
      bodyOptional: true,
      idempotent: true,
      prefersWait: true,
      example: { decision_note: 'checked against the invoice' },
    },
    response: {
      schemas: WAITS.schemas,
      errors: { 409: ['APPROVAL_REQUEST_NOT_PENDING', 'ALREADY_DECIDED', 'ARGUMENTS_DIGEST_MISMATCH'] },
    },
    audit: { event: 'approval_request.approved' },
  },
  async (input) => {
    const { body } = input;
    const decision = toDecision(input, body.decision_note, {
      arguments: body.arguments ?? undefined,
      argumentsDigest: body.arguments_digest,
      message: body.message ?? undefined,
      lapsesAt: parseTimestamp(body.expires_at ?? ''),
    });
    return decideAndWake(input, decision, approveRequest);
  },
);

const rejectOperation = operation(
  {
    id: 'approval_request.reject',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/reject',
    tag: 'Approvals',
    summary: 'Reject a request',
    description: `Skips the call, sends an unclear call again, or ends the run at its budget. ${WAITS.description}`,
    auth: { permission: 'task_agent:decide' },
    request: {
      body: Type.Object({ decision_note: Note }),
      bodyOptional: true,
      idempotent: true,
      prefersWait: true,
      example: { decision_note: 'wrong account' },
    },
    response: { schemas: WAITS.schemas, errors: { 409: ['APPROVAL_REQUEST_NOT_PENDING', 'ALREADY_DECIDED'] } },
    audit: { event: 'approval_request.rejected' },
  },
  (input) => decideAndWake(input, toDecision(input, input.body.decision_note), rejectRequest),
);

const resumeOperation = operation(
  {
    id: 'approval_request.resume',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/resume',
    tag: 'Approvals',
    summary: 'Follow a run from its approval request',
    description: 'Resumes the run if it is held. Does not decide the request.',
    auth: { permission: 'task_agent:run' },
    request: {
      query: Type.Object(ERROR_EVENT),
      body: Type.Object({
        message: Type.Optional(Nullable(NonBlankText(100_000))),
        session_id: Type.Optional(Nullable(Id)),
        task_agent_run_id: Type.Optional(Nullable(Id)),
      }),
      bodyOptional: true,
      checks: ({ parents, body }) => assertOfRequest(parents.approval_request_id, body),
      parents: { approval_request_id: approvalOfRun },
      prefersWait: true,
      idempotent: true,
      example: { message: 'Round the result, please.' },
    },
    response: {
      schemas: { 200: AgentRun, 202: AgentRun },
      errors: { 402: START_ERRORS, 409: ['RUN_NOT_WAITING'] },
      headers: ['X-Task-Agent-Run-Id'],
    },
    stream: { events: RunStreamEvent, resumable: true },
    audit: { event: null, startedEvent: 'task_agent_run.resumed' },
  },
  (input) => resumeFromApproval(input, input.parents.approval_request_id),
);

export const APPROVAL_OPERATIONS = [listProject, listAgent, read, approveOperation, rejectOperation, resumeOperation];
