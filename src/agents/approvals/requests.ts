import type { Selectable } from 'kysely';
import { addToNow, type Executor, json } from '../../platform/db/client.ts';
import { digestJson } from '../../platform/digest.ts';
import { newId } from '../../platform/ids.ts';
import { type Message, toMessageFields } from '../../platform/messages.ts';
import type { ApprovalKind, PendingApproval } from '../contract.ts';
import { appendEvents, type NewEvent } from '../runs/events.ts';
import type { AgentRunsTable, ApprovalRequestsTable } from '../tables.ts';

/** The run of an approval request. */
type RequestingRun = Pick<
  Selectable<AgentRunsTable>,
  'id' | 'org_id' | 'project_id' | 'agent_id' | 'session_id' | 'created_by_type' | 'created_by'
>;

/** A request that one person decides. */
export interface ApprovalQuestion
  extends Pick<
    Selectable<ApprovalRequestsTable>,
    'tool_call_id' | 'tool_name' | 'tool_type' | 'tool_schema' | 'arguments' | 'seal' | 'effect' | 'rule' | 'on_reject'
  > {
  readonly kind: Exclude<ApprovalKind, 'tool_call'>;
  /** Roles that can decide. */
  readonly approvers: readonly string[];
  /** Milliseconds until it expires. Default: never. */
  readonly expiresInMs?: number;
  /** Evidence for followers of the run. */
  readonly evidence?: Message | string;
}

/** Digest of the arguments that a reviewer saw. */
export function toArgumentsDigest(args: unknown): string {
  return digestJson(args);
}

/** Inserts a request with its event. Requests of a turn's calls are part of the turn's own statement. */
export async function insertRequest(
  trx: Executor,
  run: RequestingRun,
  turn: number,
  { approvers, expiresInMs, evidence, ...question }: ApprovalQuestion,
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
      arguments_digest: toArgumentsDigest(question.arguments),
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
  const known = evidence === undefined ? {} : toMessageFields('evidence', evidence);
  const about = { kind, ...known, tool_call_id, tool_name, tool_type, arguments: args };
  await appendEvents(trx, run.id, [toRequestEvent(turn, id, about, expires_at)]);
  return { requestId: id, expiresInMs };
}

/** Returns the event of a new request. */
export function toRequestEvent(
  turn: number,
  requestId: string,
  about: { readonly kind: ApprovalKind } & Readonly<Record<string, unknown>>,
  expiresAt: Date | null,
): NewEvent {
  const payload = { approval_request_id: requestId, ...about, expires_at: expiresAt };
  return { kind: 'approval_required', turn, payload };
}
