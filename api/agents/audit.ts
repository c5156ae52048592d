import type { ApprovalRow } from '../../src/agents/approvals/queries.ts';
import { AGENT_REVISION_FIELDS } from '../../src/agents/fields.ts';
import type * as agents from '../../src/agents/queries.ts';
import { type ChangePayload, pickFields, toChangePayload } from '../../src/audit/changes.ts';
import { listAuditedFields } from '../../src/platform/revision-fields.ts';
import type { AuditDetails } from '../change.ts';

/**
 * Fields whose values an event contains. Of the instruction and connection settings it contains only that they changed.
 */
const SHOWN = [
  'name',
  'task_agent_run_visibility',
  'exposed_to_agents',
  'active_revision_id',
  ...listAuditedFields(AGENT_REVISION_FIELDS),
];

/** Audit payload of a new agent. */
export function toCreatedPayload(fields: agents.AgentFields, revision: agents.AgentRevisionFields): object {
  return pickFields({ ...fields, ...revision }, SHOWN);
}

/** Audit payload of an edit. */
export function toEditedPayload(
  agent: agents.AgentWithRevisions,
  { fields, revision }: agents.AgentEdit,
): ChangePayload & { readonly new_revision: ChangePayload | null } {
  const newest = agent.revisions[0] ?? {};
  return {
    ...toChangePayload(agent, fields, SHOWN),
    new_revision: revision ? toChangePayload(newest, revision, SHOWN) : null,
  };
}

/** Audit payload of a decision, without the arguments and the reviewer's texts. */
export function toDecisionNote(
  request: ApprovalRow,
  decision: {
    readonly arguments?: unknown;
    readonly note: string | null;
    readonly message?: string;
    readonly lapsesAt?: Date | undefined;
  },
): AuditDetails {
  return {
    resource: { type: 'approval_request', id: request.id },
    name: request.tool_name,
    labels: { task_agent_id: request.agent_id, run_id: request.run_id },
    payload: {
      kind: request.kind,
      tool_name: request.tool_name,
      tool_call_id: request.tool_call_id,
      arguments_digest: request.arguments_digest,
      arguments_edited: decision.arguments !== undefined,
      with_note: decision.note !== null,
      with_message: decision.message !== undefined,
      approvals_needed: request.approvals_needed,
      ...(decision.lapsesAt && { lapses_at: decision.lapsesAt }),
    },
  };
}
