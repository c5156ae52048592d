import Type from 'typebox';
import { rolesOn } from '../../src/access/permissions.ts';
import type { ApprovalRow } from '../../src/agents/approvals.ts';
import type { Caller } from '../plugins/access.ts';
import { Id, Nullable, Timestamp } from '../schemas.ts';

export const Approval = Type.Object({
  id: Id,
  kind: Type.String({ description: 'tool_call, confirm_effect or budget' }),
  task_agent_id: Id,
  task_agent_name: Type.String(),
  task_agent_run_id: Id,
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
    }),
  ),
  decision_note: Nullable(Type.String()),
  decided_by: Nullable(Type.String()),
  decided_at: Nullable(Timestamp),
  created: Timestamp,
  expires_at: Nullable(Timestamp),
  requested_by: Type.String(),
  effect: Type.String({ description: 'none, reversible, irreversible or unknown' }),
  rule: Type.Unknown({ description: 'the policy rule that asked' }),
  tool_schema: Type.Unknown(),
  arguments_digest: Type.String(),
  approvals_needed: Type.Integer(),
  can_decide: Type.Object({ allowed: Type.Boolean(), reason: Nullable(Type.String()) }),
});

export function approvalRecord(row: ApprovalRow, caller: Caller) {
  return {
    ...row,
    task_agent_id: row.agent_id,
    task_agent_name: row.agent_name,
    task_agent_run_id: row.run_id,
    requested_by: `${row.requested_by_type}:${row.requested_by}`,
    status: effectiveStatus(row),
    decisions: row.decisions.map(({ subject, at, ...decision }) => ({ ...decision, by: subject, at: new Date(at) })),
    can_decide: canDecide(row, caller),
  };
}

/** A read computes that the time is over; the workflow's timer writes it. */
function effectiveStatus(row: ApprovalRow): string {
  return row.status === 'pending' && row.due ? 'expired' : row.status;
}

/** Whether the caller may decide now, and if not, why. */
export function canDecide(row: ApprovalRow, caller: Caller): { allowed: boolean; reason: string | null } {
  if (caller.subject.type !== 'user') return { allowed: false, reason: 'NOT_A_PERSON' };
  const roles = rolesOn(caller.holdings, 'task_agent');
  if (!row.approvers.some((role) => roles.has(role))) return { allowed: false, reason: 'ROLE' };
  if (effectiveStatus(row) !== 'pending') return { allowed: false, reason: 'NOT_PENDING' };
  const subject = `${caller.subject.type}:${caller.subject.id}`;
  if (row.decisions.some((decision) => decision.subject === subject))
    return { allowed: false, reason: 'ALREADY_DECIDED' };
  return { allowed: true, reason: null };
}
