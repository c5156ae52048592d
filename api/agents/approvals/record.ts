import Type from 'typebox';
import { type Grants, getEffectiveRoles, hasScope } from '../../../src/access/permissions.ts';
import type { ApprovalRow } from '../../../src/agents/approvals/queries.ts';
import { APPROVAL_KINDS } from '../../../src/agents/contract.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { findRequestedBudget } from '../../../src/agents/turns/budget.ts';
import type { SubjectRef } from '../../../src/platform/errors.ts';
import { AnyObject, Id, Nullable, StringEnum, Timestamp } from '../../../src/platform/schemas.ts';
import { canSeeRun } from '../../../src/runs/visibility.ts';
import { TaskRun } from '../../../src/tasks/run-record.ts';
import type { Caller } from '../../caller.ts';
import { AgentRun } from '../schemas.ts';

export const Approval = Type.Object(
  {
    id: Id,
    kind: StringEnum(APPROVAL_KINDS, {
      description:
        'Question of the request. tool_call: approving executes the call, rejecting does not (see on_reject). confirm_effect: the call was interrupted after it was sent; approving records it as done, rejecting sends it again with the same idempotency key. budget: approving allows more credits, rejecting ends the run.',
    }),
    task_agent_id: {
      ...Id,
      description: 'Agent of the run, or the task of a task run. Decisions use this ID in both cases.',
    },
    task_agent_name: Type.String({ description: 'Name of the agent or the task' }),
    task_agent_run_id: Id,
    task_id: Nullable({ ...Id, description: 'Task of the run. Null for agent runs.' }),
    task_run_id: Nullable({ ...Id, description: 'Task run. Null for agent runs.' }),
    session_id: Id,
    tool_call_id: Nullable(Id),
    tool_name: Type.String(),
    tool_type: Type.String(),
    arguments: Type.Unknown(),
    status: Type.String({ description: 'Status: `pending`, `approved`, `rejected`, `expired` or `cancelled`' }),
    decisions: Type.Array(
      Type.Object({
        decision: Type.String(),
        by: Type.String(),
        api_key_id: Nullable(Id),
        at: Timestamp,
        note: Nullable(Type.String()),
        by_name: Nullable(Type.String({ description: 'Name of the person' })),
        arguments: Nullable({ ...AnyObject, description: 'Edited arguments. Null if not edited.' }),
      }),
    ),
    decision_note: Nullable(Type.String()),
    decided_by: Nullable(Type.String()),
    decided_at: Nullable(Timestamp),
    created: Timestamp,
    expires_at: Nullable(Timestamp),
    lapses_at: Nullable(
      Type.String({
        ...Timestamp,
        description: 'Time at which the approval lapses if the call was not sent',
      }),
    ),
    requested_by: Type.String(),
    requested_by_name: Nullable(Type.String({ description: 'Name of the person' })),
    on_reject: Type.String({
      description:
        'Result of a rejection of a tool_call. fail: the run fails; return_to_model: the model gets the rejection.',
    }),
    approvers: Type.Array(Type.String(), { description: 'Roles that can decide' }),
    assigned_to: Nullable({ ...Id, description: 'User who takes care of the request. Others can decide it too.' }),
    assigned_to_name: Nullable(Type.String({ description: 'Name of that user' })),
    comment_count: Type.Integer(),
    snoozed_until: Nullable({ ...Timestamp, description: 'End of your snooze. Null if you have none.' }),
    call: Type.Optional(
      Nullable(
        Type.Object(
          {
            status: Type.String({ description: 'Status: `waiting`, `ready`, `running`, `done` or `cancelled`' }),
            outcome: Nullable(
              Type.String({
                description:
                  'Outcome: success, error, rejected, expired, cancelled or unknown. Null until the call has ended.',
              }),
            ),
            child_run_id: Nullable({ ...Id, description: 'Child run of the call' }),
            started: Nullable(Timestamp),
            completed: Nullable(Timestamp),
          },
          {
            description: 'Current state of the call. Absent from responses to decisions.',
          },
        ),
      ),
    ),
    effect: Type.String({
      description: 'Effect of the call: `none`, `reversible`, `irreversible`, `not_stated` or `unknown`',
    }),
    rule: Type.Unknown({
      description:
        'Policy rule that requires approval. confirm_effect: question, evidence, attempts and sent_at. budget: question, spent, limit and needed.',
    }),
    tool_schema: Type.Unknown(),
    arguments_digest: Type.String(),
    approvals_needed: Type.Integer(),
    can_decide: Type.Object(
      {
        allowed: Type.Boolean(),
        reason: Nullable(
          Type.String({
            description: 'Reason if not allowed: NOT_A_PERSON, SCOPE, ROLE, NOT_PENDING or ALREADY_DECIDED',
          }),
        ),
      },
      { description: 'Whether the caller can decide with the current credential' },
    ),
  },
  { title: 'ApprovalRequest' },
);

/** Response to a decision. */
export const ApprovalWithRun = Type.Object(
  {
    ...Approval.properties,
    run: Type.Optional(
      Nullable(
        Type.Union([AgentRun, TaskRun], {
          description: 'Run of the request, with `Prefer: wait`. Null if the caller cannot see it.',
        }),
      ),
    ),
  },
  { title: 'DecidedApprovalRequest' },
);

/**
 * Converts a request to its record for the caller. `grants` are the caller's grants on its agent. Default: those of the
 * path.
 */
export function toApprovalRecord(row: ApprovalRow, caller: Caller, grants: Grants = caller.grants) {
  return {
    ...row,
    task_agent_id: row.agent_id,
    task_agent_name: row.agent_name,
    task_agent_run_id: row.run_id,
    task_id: row.task_run_id === null ? null : row.agent_id,
    requested_by: `${row.requested_by_type}:${row.requested_by}`,
    status: getEffectiveStatus(row),
    decisions: row.decisions.map(({ subject, at, ...decision }) => ({ ...decision, by: subject, at: new Date(at) })),
    call: row.call && { ...row.call, started: toDate(row.call.started), completed: toDate(row.call.completed) },
    can_decide: canDecide(row, caller, grants),
  };
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));

/** The read computes expiry. The workflow's timer stores it. */
function getEffectiveStatus(row: ApprovalRow): string {
  return row.status === 'pending' && row.due ? 'expired' : row.status;
}

/** Returns why a credential cannot decide, whatever roles its subject has. Null if it can. */
function findCredentialReason(caller: Caller): string | null {
  if (caller.subject.type !== 'user') return 'NOT_A_PERSON';
  return hasScope(caller.grants, ['task_agent:decide']) ? null : 'SCOPE';
}

/** Returns whether the credential can decide at all. */
export function isDecider(caller: Caller): boolean {
  return findCredentialReason(caller) === null;
}

/** Returns why the caller cannot decide on the request. Null if they can. */
export function findDeciderReason(
  row: { readonly approvers: readonly string[]; readonly kind?: string; readonly rule?: unknown },
  caller: Caller,
  grants: Grants,
): string | null {
  return findCredentialReason(caller) ?? (hasApproverRole(row, grants) ? null : 'ROLE');
}

/** Returns whether the grants include a role that can decide on the request. */
function hasApproverRole(row: Parameters<typeof findDeciderReason>[0], grants: Grants): boolean {
  // A budget that limits more than this run belongs to the project.
  const roles = getEffectiveRoles(grants, findRequestedBudget(row) === undefined ? 'task_agent' : 'project');
  return row.approvers.some((role) => roles.has(role));
}

/** Returns whether a user with these grants on the agent can see the request. */
export function canSeeRequest(row: ApprovalRow, user: SubjectRef, grants: Grants): boolean {
  return hasApproverRole(row, grants) || canSeeRun(agentRunKind, getEffectiveRoles(grants, 'task_agent'), user, row);
}

/** Returns whether the caller can decide now with the current credential, and the reason if not. */
function canDecide(row: ApprovalRow, caller: Caller, grants: Grants): { allowed: boolean; reason: string | null } {
  const reason = findDeciderReason(row, caller, grants) ?? findStateReason(row, caller);
  return { allowed: reason === null, reason };
}

function findStateReason(row: ApprovalRow, caller: Caller): string | null {
  if (getEffectiveStatus(row) !== 'pending') return 'NOT_PENDING';
  const subject = `${caller.subject.type}:${caller.subject.id}`;
  return row.decisions.some((decision) => decision.subject === subject) ? 'ALREADY_DECIDED' : null;
}
