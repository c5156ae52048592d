import Type from 'typebox';
import { getGrantsOn } from '../../../src/access/principal-grants.ts';
import { approve, listApprovals, reject } from '../../../src/agents/approvals/decisions.ts';
import { dateOf, momentOf } from '../../../src/platform/dates.ts';
import { mapPage, type PageRequest } from '../../../src/platform/db/pagination.ts';
import { START_ERRORS } from '../../../src/usage/start-check.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { ERROR_EVENT } from '../../plugins/event-schemas.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { AnyObject, Id, NonEmpty, Nullable, OneOf, Text, Timestamp } from '../../schemas.ts';
import { agentEver, approvalOfRun } from '../parents.ts';
import { resume } from '../runs/resume.ts';
import { RunStreamEvent } from '../runs/stream-events.ts';
import { AgentRun } from '../schemas.ts';
import { by, decideAndWake } from './decide.ts';
import { Approval, ApprovalWithRun, approvalRecord, isDecider } from './record.ts';

const FILTERS = {
  ...PAGE_QUERY,
  status: Type.Optional(OneOf(['pending', 'approved', 'rejected', 'expired', 'cancelled'])),
  run_id: Type.Optional(Id),
  session_id: Type.Optional(Id),
  tool_type: Type.Optional(Text(40)),
  tool_name: Type.Optional(Text(200)),
  created_after: Type.Optional(Timestamp),
  created_before: Type.Optional(Timestamp),
};
const AgentQueue = Type.Object(FILTERS);
const ProjectQueue = Type.Object({ ...FILTERS, task_agent_id: Type.Optional(Id) });

async function queue(
  ctx: ApiContext,
  caller: Caller,
  agentId: string | undefined,
  query: Type.Static<typeof AgentQueue>,
  asked: PageRequest,
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
    createdAfter: dateOf('created_after', query.created_after),
    createdBefore: dateOf('created_before', query.created_before),
  };
  const page = await listApprovals(ctx.db, filter, asked);
  const agentIds = [...new Set(page.results.map((row) => row.agent_id))];
  const grants = await getGrantsOn(ctx.db, caller, 'task_agent', agentIds);
  return mapPage(page, (row) => approvalRecord(row, caller, grants(row.agent_id)));
}

const listProject = operation(
  {
    id: 'approval_request.list_project',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/approval-request',
    tag: 'Approvals',
    summary: 'Approval requests of the project',
    auth: { permission: 'task_agent:view', lists: 'task_agent' },
    request: { query: ProjectQueue },
    response: { schemas: { 200: Envelope(Approval) } },
  },
  ({ ctx, caller, query, page }) => queue(ctx, caller, query.task_agent_id, query, page),
);

const listAgent = operation(
  {
    id: 'approval_request.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request',
    tag: 'Approvals',
    summary: "One agent's approval requests",
    auth: { permission: 'task_agent:view' },
    request: { query: AgentQueue, parents: { task_agent_id: agentEver } },
    response: { schemas: { 200: Envelope(Approval) } },
  },
  ({ ctx, caller, params, query, page }) => queue(ctx, caller, params.task_agent_id, query, page),
);

const read = operation(
  {
    id: 'approval_request.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}',
    tag: 'Approvals',
    summary: 'Read an approval request',
    auth: { permission: 'task_agent:view' },
    response: { schemas: { 200: Approval } },
  },
  ({ caller, parents }) => approvalRecord(parents.approval_request_id, caller),
);

/** A decision may be answered with what became of the run. */
const WAITS = {
  description:
    'With `Prefer: wait=n` it is answered when the run has ended or waits for a person again, with the record of the run of the agent or the task in `run`; after n seconds at the latest, as a 202.',
  schemas: { 200: ApprovalWithRun, 202: ApprovalWithRun },
} as const;

const Note = Type.Optional(Nullable(Text(10_000)));

const approveOperation = operation(
  {
    id: 'approval_request.approve',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/approve',
    tag: 'Approvals',
    summary: 'Answer yes: make the call, record an unclear one as done, or allow the credits',
    description: WAITS.description,
    auth: { permission: 'task_agent:decide' },
    request: {
      body: Type.Object({
        decision_note: Note,
        arguments: Type.Optional(Nullable(AnyObject)),
        arguments_digest: Type.Optional(
          Text(64, { description: 'the digest of what was shown; a different one is a 409' }),
        ),
        message: Type.Optional(Nullable(NonEmpty(100_000, { description: 'for the next turn' }))),
        expires_at: Type.Optional(
          Nullable(
            Type.String({
              ...Timestamp,
              description:
                'when the approval lapses if its call has not left; of several approvals of a call the earliest time counts',
            }),
          ),
        ),
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
    const decision = by(input, body.decision_note, {
      arguments: body.arguments ?? undefined,
      argumentsDigest: body.arguments_digest,
      message: body.message ?? undefined,
      lapsesAt: momentOf(body.expires_at ?? ''),
    });
    return decideAndWake(input, decision, approve);
  },
);

const rejectOperation = operation(
  {
    id: 'approval_request.reject',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/reject',
    tag: 'Approvals',
    summary: 'Answer no: do not make the call, send an unclear one again, or end the run at its budget',
    description: WAITS.description,
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
  (input) => decideAndWake(input, by(input, input.body.decision_note), reject),
);

const resumeOperation = operation(
  {
    id: 'approval_request.resume',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/resume',
    tag: 'Approvals',
    summary: 'Follow the run from its pause on; restarts one that is held, decides nothing',
    auth: { permission: 'task_agent:run' },
    request: {
      query: Type.Object(ERROR_EVENT),
      body: Type.Object({
        message: Type.Optional(Nullable(NonEmpty(100_000))),
        session_id: Type.Optional(Nullable(Id)),
        task_agent_run_id: Type.Optional(Nullable(Id)),
      }),
      bodyOptional: true,
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
  (input) => resume(input, input.parents.approval_request_id),
);

export const APPROVAL_OPERATIONS = [listProject, listAgent, read, approveOperation, rejectOperation, resumeOperation];
