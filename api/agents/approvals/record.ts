import Type from 'typebox';
import { type Grants, getEffectiveRoles, hasScope } from '../../../src/access/permissions.ts';
import type { ApprovalRow } from '../../../src/agents/approvals/decisions.ts';
import { APPROVAL_KINDS } from '../../../src/agents/contract.ts';
import { budgetAskedFor } from '../../../src/agents/turns/budget.ts';
import { TaskRun } from '../../../src/tasks/run-record.ts';
import type { Caller } from '../../caller.ts';
import { AnyObject, Id, Nullable, OneOf, Timestamp } from '../../schemas.ts';
import { AgentRun } from '../schemas.ts';

export const Approval = Type.Object(
  {
    id: Id,
    kind: OneOf(APPROVAL_KINDS, {
      description:
        'what is asked, and so what an answer does. tool_call: approve makes the call, reject does not (on_reject). confirm_effect: the call broke off after it was sent; approve records it as done and sends nothing, reject sends it once more under the same key. budget: approve lets the run spend more, reject ends it',
    }),
    task_agent_id: {
      ...Id,
      description: 'the agent, or the task whose run asks: it is decided under this id all the same',
    },
    task_agent_name: Type.String({ description: 'name of the agent or the task' }),
    task_agent_run_id: Id,
    task_id: Nullable({ ...Id, description: 'the task, where a run of one asks' }),
    task_run_id: Nullable({ ...Id, description: 'the run of it' }),
    session_id: Id,
    tool_call_id: Nullable(Id),
    tool_name: Type.String(),
    tool_type: Type.String(),
    arguments: Type.Unknown(),
    status: Type.String({ description: 'pending, approved, rejected, expired or cancelled' }),
    decisions: Type.Array(
      Type.Object({
        decision: Type.String(),
        by: Type.String(),
        api_key_id: Nullable(Id),
        at: Timestamp,
        note: Nullable(Type.String()),
        by_name: Nullable(Type.String({ description: 'name of the person' })),
        arguments: Nullable({ ...AnyObject, description: 'what they put in place of the arguments' }),
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
        description: 'when the approval lapses if the call has not left, as who approved it said',
      }),
    ),
    requested_by: Type.String(),
    requested_by_name: Nullable(Type.String({ description: 'name of the person' })),
    on_reject: Type.String({
      description: 'of a tool_call. fail: a rejection ends the run; return_to_model: the model is told',
    }),
    approvers: Type.Array(Type.String(), { description: 'roles that may decide' }),
    call: Type.Optional(
      Nullable(
        Type.Object(
          {
            status: Type.String({ description: 'waiting, ready, running, done or cancelled' }),
            outcome: Nullable(
              Type.String({ description: 'success, error, rejected, expired, cancelled or unknown, once it is over' }),
            ),
            child_run_id: Nullable({ ...Id, description: 'the run that answers it' }),
            started: Nullable(Timestamp),
            completed: Nullable(Timestamp),
          },
          {
            description:
              'what became of the call that was asked about; not in the answer to a decision, which comes before it',
          },
        ),
      ),
    ),
    effect: Type.String({ description: 'none, reversible, irreversible or unknown' }),
    rule: Type.Unknown({
      description:
        'the policy rule that asked; of a confirm_effect its question, evidence, attempts and sent_at, of a budget its question, spent, limit and needed',
    }),
    tool_schema: Type.Unknown(),
    arguments_digest: Type.String(),
    approvals_needed: Type.Integer(),
    can_decide: Type.Object(
      {
        allowed: Type.Boolean(),
        reason: Nullable(Type.String({ description: 'NOT_A_PERSON, SCOPE, ROLE, NOT_PENDING or ALREADY_DECIDED' })),
      },
      { description: 'for the caller with the credential at hand' },
    ),
  },
  { title: 'ApprovalRequest' },
);

/** The same as a decision on it is answered. */
export const ApprovalWithRun = Type.Object(
  {
    ...Approval.properties,
    run: Type.Optional(
      Nullable(
        Type.Union([AgentRun, TaskRun], {
          description:
            'the run that asked, where `Prefer: wait` is given: of an agent, or of the task; null where the caller may not see it',
        }),
      ),
    ),
  },
  { title: 'DecidedApprovalRequest' },
);

/** A request as the caller sees it; `holdings` are what they hold on its agent, those of the path when left out. */
export function approvalRecord(row: ApprovalRow, caller: Caller, grants: Grants = caller.grants) {
  return {
    ...row,
    task_agent_id: row.agent_id,
    task_agent_name: row.agent_name,
    task_agent_run_id: row.run_id,
    task_id: row.task_run_id === null ? null : row.agent_id,
    requested_by: `${row.requested_by_type}:${row.requested_by}`,
    status: effectiveStatus(row),
    decisions: row.decisions.map(({ subject, at, ...decision }) => ({ ...decision, by: subject, at: new Date(at) })),
    call: row.call && { ...row.call, started: timeOf(row.call.started), completed: timeOf(row.call.completed) },
    can_decide: canDecide(row, caller, grants),
  };
}

const timeOf = (text: string | null) => (text === null ? null : new Date(text));

/** A read computes that the time is over; the workflow's timer writes it. */
function effectiveStatus(row: ApprovalRow): string {
  return row.status === 'pending' && row.due ? 'expired' : row.status;
}

/** Why a credential decides nothing, whatever roles its subject holds; null where nothing stands against it. */
function whyNoDecider(caller: Caller): string | null {
  if (caller.subject.type !== 'user') return 'NOT_A_PERSON';
  return hasScope(caller.grants, ['task_agent:decide']) ? null : 'SCOPE';
}

/** Whether the credential is one that decides at all. */
export function isDecider(caller: Caller): boolean {
  return whyNoDecider(caller) === null;
}

/** Why the caller is none of those who may decide on it; null for one who is. */
export function whyNotDecider(
  row: { readonly approvers: readonly string[]; readonly kind?: string; readonly rule?: unknown },
  caller: Caller,
  grants: Grants,
): string | null {
  // A budget that bounds more than this run is the project's business.
  const roles = getEffectiveRoles(grants, budgetAskedFor(row) === undefined ? 'task_agent' : 'project');
  return whyNoDecider(caller) ?? (row.approvers.some((role) => roles.has(role)) ? null : 'ROLE');
}

/** Whether the caller may decide now with the credential at hand, and if not, why. */
function canDecide(row: ApprovalRow, caller: Caller, grants: Grants): { allowed: boolean; reason: string | null } {
  const reason = whyNotDecider(row, caller, grants) ?? whyNotNow(row, caller);
  return { allowed: reason === null, reason };
}

function whyNotNow(row: ApprovalRow, caller: Caller): string | null {
  if (effectiveStatus(row) !== 'pending') return 'NOT_PENDING';
  const subject = `${caller.subject.type}:${caller.subject.id}`;
  return row.decisions.some((decision) => decision.subject === subject) ? 'ALREADY_DECIDED' : null;
}
