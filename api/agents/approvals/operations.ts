import Type from 'typebox';
import { holdingsOn } from '../../../src/access/holdings.ts';
import { approve, listApprovals, reject } from '../../../src/agents/approvals/decisions.ts';
import { MAY_NOT_START } from '../../../src/organizations/may-start.ts';
import { parseQueryTimestamp, parseTimestamp } from '../../../src/platform/dates.ts';
import { mapPage, type PageRequest } from '../../../src/platform/db/pagination.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import type { Caller } from '../../plugins/access.ts';
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
    asker: caller,
    decides: isDecider(caller),
    agentId,
    status: query.status,
    runId: query.run_id,
    sessionId: query.session_id,
    toolType: query.tool_type,
    toolName: query.tool_name,
    createdAfter: parseQueryTimestamp('created_after', query.created_after),
    createdBefore: parseQueryTimestamp('created_before', query.created_before),
  };
  const page = await listApprovals(ctx.db, filter, asked);
  const agentIds = [...new Set(page.results.map((row) => row.agent_id))];
  const holdings = await holdingsOn(ctx.db, caller, 'task_agent', agentIds);
  return mapPage(page, (row) => approvalRecord(row, caller, holdings(row.agent_id)));
}

const listProject = operation(
  {
    id: 'approval_request.list_project',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/approval-request',
    tag: 'Approvals',
    summary: 'Approval requests of the project',
    access: 'task_agent:view',
    lists: 'task_agent',
    query: ProjectQueue,
    answers: { 200: Envelope(Approval) },
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
    access: 'task_agent:view',
    query: AgentQueue,
    answers: { 200: Envelope(Approval) },
    loads: { task_agent_id: agentEver },
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
    access: 'task_agent:view',
    answers: { 200: Approval },
  },
  ({ caller, parents }) => approvalRecord(parents.approval_request_id, caller),
);

/** A decision may be answered with what became of the run. */
const WAITS = {
  description:
    'With `Prefer: wait=n` it is answered when the run has ended or waits for a person again, with the record of the run of the agent or the task in `run`; after n seconds at the latest, as a 202.',
  answers: { 200: ApprovalWithRun, 202: ApprovalWithRun },
  waits: true,
} as const;

const Note = Type.Optional(Nullable(Text(10_000)));

const approveOperation = operation(
  {
    id: 'approval_request.approve',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/approval-request/{approval_request_id}/approve',
    tag: 'Approvals',
    summary: 'Answer yes: make the call, record an unclear one as done, or allow the credits',
    access: 'task_agent:decide',
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
    ...WAITS,
    errors: { 409: ['APPROVAL_REQUEST_NOT_PENDING', 'ALREADY_DECIDED', 'ARGUMENTS_DIGEST_MISMATCH'] },
    audit: 'approval_request.approved',
    idempotent: true,
    examples: { body: { decision_note: 'checked against the invoice' } },
  },
  async (input) => {
    const { body } = input;
    const decision = by(input, body.decision_note, {
      arguments: body.arguments ?? undefined,
      argumentsDigest: body.arguments_digest,
      message: body.message ?? undefined,
      lapsesAt: parseTimestamp(body.expires_at ?? ''),
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
    access: 'task_agent:decide',
    body: Type.Object({ decision_note: Note }),
    bodyOptional: true,
    ...WAITS,
    errors: { 409: ['APPROVAL_REQUEST_NOT_PENDING', 'ALREADY_DECIDED'] },
    audit: 'approval_request.rejected',
    idempotent: true,
    examples: { body: { decision_note: 'wrong account' } },
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
    access: 'task_agent:run',
    query: Type.Object(ERROR_EVENT),
    body: Type.Object({
      message: Type.Optional(Nullable(NonEmpty(100_000))),
      session_id: Type.Optional(Nullable(Id)),
      task_agent_run_id: Type.Optional(Nullable(Id)),
    }),
    bodyOptional: true,
    answers: { 200: AgentRun, 202: AgentRun },
    loads: { approval_request_id: approvalOfRun },
    errors: { 402: MAY_NOT_START, 409: ['RUN_NOT_WAITING'] },
    waits: true,
    events: RunStreamEvent,
    resumable: true,
    sends: ['X-Task-Agent-Run-Id'],
    audit: null,
    recordsLater: 'task_agent_run.resumed',
    idempotent: true,
    examples: { body: { message: 'Round the result, please.' } },
  },
  (input) => resume(input, input.parents.approval_request_id),
);

export const APPROVAL_OPERATIONS = [listProject, listAgent, read, approveOperation, rejectOperation, resumeOperation];
