import type { Selectable } from 'kysely';
import { addToNow, type Executor, json } from '../../platform/db/client.ts';
import { digestJson } from '../../platform/digest.ts';
import { newId } from '../../platform/ids.ts';
import type { ApprovalKind, PendingApproval } from '../contract.ts';
import { appendEvents, type NewEvent } from '../runs/events.ts';
import type { AgentRunsTable, ApprovalRequestsTable } from '../tables.ts';

/** The run that a person is asked about. */
type AskingRun = Pick<
  Selectable<AgentRunsTable>,
  'id' | 'org_id' | 'project_id' | 'agent_id' | 'session_id' | 'created_by_type' | 'created_by'
>;

/** A question that one person answers. */
export interface Question
  extends Pick<
    Selectable<ApprovalRequestsTable>,
    'tool_call_id' | 'tool_name' | 'tool_type' | 'tool_schema' | 'arguments' | 'seal' | 'effect' | 'rule' | 'on_reject'
  > {
  readonly kind: Exclude<ApprovalKind, 'tool_call'>;
  /** Roles that may decide. */
  readonly approvers: readonly string[];
  /** Milliseconds until it expires; it never does when left out. */
  readonly expiresInMs?: number;
  /** What is known of it, for those who follow the run. */
  readonly evidence?: string;
}

/** The digest by which a reviewer says what they were shown. */
export function argumentsDigest(args: unknown): string {
  return digestJson(args);
}

/** Opens a request and tells those who follow the run. What a turn's calls ask for is stored in the turn's own statement. */
export async function openRequest(
  trx: Executor,
  run: AskingRun,
  turn: number,
  { approvers, expiresInMs, evidence, ...question }: Question,
): Promise<PendingApproval> {
  const id = newId();
  const { expires_at } = await trx
    .insertInto('approval_requests')
    .values({
      ...question,
      id,
      org_id: run.org_id,
      project_id: run.project_id,
      agent_id: run.agent_id,
      run_id: run.id,
      session_id: run.session_id,
      tool_schema: json(question.tool_schema),
      arguments: json(question.arguments),
      arguments_digest: argumentsDigest(question.arguments),
      rule: json(question.rule),
      approvers: [...approvers],
      approvals_needed: 1,
      requested_by_type: run.created_by_type,
      requested_by: run.created_by,
      status: 'pending',
      expires_at: expiresInMs === undefined ? null : addToNow(expiresInMs),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  const { kind, tool_call_id, tool_name, tool_type, arguments: args } = question;
  const about = { kind, evidence, tool_call_id, tool_name, tool_type, arguments: args };
  await appendEvents(trx, run.id, [requestEvent(turn, id, about, expires_at)]);
  return { requestId: id, expiresInMs };
}

/** The event that tells of an open request. */
export function requestEvent(
  turn: number,
  requestId: string,
  about: { readonly kind: ApprovalKind } & Readonly<Record<string, unknown>>,
  expiresAt: Date | null,
): NewEvent {
  const payload = { approval_request_id: requestId, ...about, expires_at: expiresAt };
  return { kind: 'approval_required', turn, payload };
}
