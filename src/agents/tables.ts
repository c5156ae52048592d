import type { ReleaseGate } from '../evals/contract.ts';
import type {
  Decimal,
  Defaulted,
  Json,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../platform/db/columns.ts';
import type { Message, StoredMessage } from '../platform/messages.ts';
import type { Columns } from '../platform/revision-fields.ts';
import type { WaitingFor } from '../runs/contract.ts';
import type { ModelRunColumns } from '../runs/tables.ts';
import type { Hit } from '../tasks/guardrails/hits.ts';
import type { OnReject } from './approvals/policy.ts';
import type { InboxTables } from './approvals/tables.ts';
import type { WaitKind } from './calls/waits.ts';
import type { AgentRunStatus, ApprovalKind, ApprovalStatus } from './contract.ts';
import type { AGENT_REVISION_FIELDS } from './fields.ts';
import type { ProvisioningTables } from './provisioning/tables.ts';
import type { RunSkillsTable } from './runs/tables.ts';
import type { ToolKindType } from './tools/index.ts';
import type { GuardedInput } from './turns/guarded.ts';
import type { PendingAnswer } from './turns/pending-answer.ts';

export interface AgentsTable {
  id: string;
  org_id: string;
  project_id: string;
  name: string;
  description: string;
  task_agent_run_visibility: string;
  active_revision_id: string;
  /** Evals that a revision must pass before activation. */
  release_gate: Json<ReleaseGate | null>;
  /** Whether it is hidden: it only makes the tool calls of the task, or of the MCP server of the project, with the same ID. */
  of_task: Defaulted<boolean>;
  /** Whether agents outside the platform can find and run it through the project's MCP server. */
  exposed_to_agents: Defaulted<boolean>;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

export interface AgentRevisionsTable extends Columns<typeof AGENT_REVISION_FIELDS> {
  id: string;
  agent_id: string;
  /** User or project that saved it. Null for a hidden agent's revision. */
  created_by: Defaulted<string | null>;
  created_by_type: Defaulted<string | null>;
  created: TimestampColumn;
}

export interface SessionsTable {
  id: string;
  org_id: string;
  project_id: string;
  agent_id: string;
  agent_revision_id: string;
  title: string;
  created: TimestampColumn;
  modified: TimestampColumn;
}

export interface AgentRunsTable extends ModelRunColumns<AgentRunStatus> {
  /** Visibility setting at the start of the run, as the database stores it. Null for all viewers. */
  accepted_visibility: Defaulted<string | null>;
  agent_id: string;
  agent_revision_id: string;
  session_id: string;
  /** Agents of the calling runs, top-level first. */
  calling_agents: Defaulted<string[]>;
  /** Trigger that started it. */
  trigger_id: Defaulted<string | null>;
  message: string;
  output: string | null;
  formatted_output: Json<unknown>;
  phase_timings: Json<Record<string, number>>;
  /** Guardrail hits. Null for none. */
  guardrail_hits: Json<readonly Hit[] | null>;
  /** Input of the newest turn that guardrails checked. Null for none. */
  guarded: Json<GuardedInput | null>;
  /** Charged response of the newest turn while a guardrail's model judges it. Null for none. */
  pending_answer: Json<PendingAnswer | null>;
  turns: number;
  /** Number of the newest event. */
  event_seq: number;
  /** Number of the newest attempt at a turn. Writes of older attempts are rejected. */
  attempt: number;
  /** Newest started turn. Above `turns` until it is stored. */
  begun_turn: Defaulted<number>;
  /** Messages of people for the next turn, in order. */
  next_messages: Defaulted<string[]>;
  /** Exact decimal: credits that people allowed beyond the revision's `max_credits`. */
  credit_allowance: Defaulted<string>;
  /** Time of the unacknowledged resume request. Null once the workflow starts a turn. */
  resume_asked: NullableTimestampColumn;
  /** OAuth client that started it as its project. Null for a user's run. */
  client_id: Defaulted<string | null>;
  /** Call of the parent run. Null for a top-level run. */
  tool_call_id: Defaulted<string | null>;
  /** Task run whose tool calls it makes. */
  task_run_id: Defaulted<string | null>;
  /** Number of calling runs above it. 0 for a top-level run. */
  depth: Defaulted<number>;
  /** Run whose conversation its message repeats, which may be deleted. Null for other runs. */
  forked_from_run_id: Defaulted<string | null>;
}

interface AgentTurnsTable {
  run_id: string;
  turn: number;
  session_id: string;
  attempt: number;
  text: string;
  /** Response in the provider's own format. Null for turns without a model call. */
  assistant: Json<unknown>;
  /** Messages of people to this turn. */
  notes: Defaulted<string[]>;
  finish_reason: string;
  /** The provider's own finish reason and details. */
  finish_detail: string | null;
  model_id: string | null;
  input_tokens: number;
  output_tokens: number;
  charged_credits: Decimal;
  /** Whether a part of its tokens is estimated. */
  usage_estimated: Defaulted<boolean>;
  /** Milliseconds of the model call. */
  model_ms: number;
  /** Milliseconds until the model's first text. Null for a turn without text. */
  first_token_ms: number | null;
  /** Number of the event that completed the turn's text. */
  text_seq: number | null;
  created: TimestampColumn;
}

/** `waiting` for a decision, `ready` to run, `running`, then a final status. */
export type ToolCallStatus = 'waiting' | 'ready' | 'running' | 'done' | 'cancelled';
/** Outcome of a call, as in the stream and for the model. */
export type ToolOutcome = 'success' | 'error' | 'rejected' | 'expired' | 'cancelled' | 'unknown';
/** `formatter`: the task that formats the final text. */
export type ToolType = ToolKindType | 'formatter';

export interface ToolCallsTable {
  id: string;
  run_id: string;
  session_id: string;
  turn: number;
  position: number;
  /** ID of the call by the model. */
  provider_call_id: string;
  tool_name: string;
  tool_type: ToolType;
  /** Names of the tool for policies, when the call was planned. */
  tool_names: Defaulted<string[]>;
  /** Digest of the tool when the call was planned. Null if there was no tool. */
  tool_digest: string | null;
  /** Resource of the tool, such as the task of a task tool. */
  target_id: string | null;
  arguments: Json<unknown>;
  /** Arguments that a reviewer edited. */
  edited_arguments: Json<unknown>;
  side_effects: boolean;
  /** Child run of the call once it begins. Null for other calls. */
  child_run_id: Defaulted<string | null>;
  status: ToolCallStatus;
  outcome: ToolOutcome | null;
  result: Json<unknown>;
  /** Wait for an unavailable connection, since the first failure. Null for none. */
  provider_wait: Json<WaitingFor | null>;
  /** Keys of the outages whose end wakes it before its own time. Empty for a call that is woken now. */
  awaited_outages: Defaulted<string[] | null>;
  created: TimestampColumn;
  started: NullableTimestampColumn;
  completed: NullableTimestampColumn;
}

export interface ApprovalRequestsTable {
  id: string;
  org_id: string;
  project_id: string;
  agent_id: string;
  run_id: string;
  session_id: string;
  /** The call that waits. Null for a `budget` request of the run. */
  tool_call_id: string | null;
  kind: ApprovalKind;
  tool_name: string;
  tool_type: ToolType | 'budget';
  tool_schema: Json<unknown>;
  arguments: Json<unknown>;
  /** SHA-256 of the canonical arguments, which an approval can echo. */
  arguments_digest: string;
  /** SHA-256 of tool, arguments, tool schema and policy version. It is checked again before the call. */
  seal: string;
  effect: 'none' | 'reversible' | 'irreversible' | 'not_stated' | 'unknown';
  rule: Json<unknown>;
  on_reject: OnReject;
  /** Roles that can decide. */
  approvers: string[];
  approvals_needed: number;
  requested_by_type: string;
  requested_by: string;
  status: ApprovalStatus;
  decision_note: string | null;
  decided_by: string | null;
  decided_at: NullableTimestampColumn;
  created: TimestampColumn;
  expires_at: NullableTimestampColumn;
  /** Time by which an approved call must be sent. */
  lapses_at: NullableTimestampColumn;
  /** The person who takes care of the request. Others can decide it too. */
  assigned_to: Defaulted<string | null>;
  comment_count: Defaulted<number>;
}

export interface ApprovalDecisionsTable {
  id: string;
  approval_request_id: string;
  decision: 'approve' | 'reject';
  /** The person, as `user:<id>`. */
  subject: string;
  /** API key of the decision, if any. */
  api_key_id: string | null;
  note: string | null;
  arguments: Json<unknown>;
  at: TimestampColumn;
}

interface EffectsTable {
  tool_call_id: string;
  run_id: string;
  tool_name: string;
  /** SHA-256 of the sent arguments. */
  request_digest: string;
  status: 'intended' | 'sent' | 'done' | 'failed' | 'unknown';
  /** Why it has this status. */
  detail: Json<StoredMessage | null>;
  /** Number of sendings. */
  attempts: Defaulted<number>;
  created: TimestampColumn;
  /** Time of the last sending. */
  sent_at: NullableTimestampColumn;
  settled_at: NullableTimestampColumn;
}

/** A wait of a call or a whole run, other than for a decision. */
export interface RunWaitsTable {
  id: string;
  run_id: string;
  /** The parked call. Null if the run is held. */
  tool_call_id: string | null;
  kind: WaitKind;
  /** The awaited connection or tool. */
  on_id: string;
  detail: Json<Message>;
  /** Reason why the wait never ends, for the model. Null if it can end. */
  gone: string | null;
  created: TimestampColumn;
  ended_at: NullableTimestampColumn;
  /** Time at which the run continued. */
  heard_at: NullableTimestampColumn;
}

interface RunEventsTable {
  run_id: string;
  seq: number;
  kind: string;
  turn: number;
  payload: Json<unknown>;
  created: TimestampColumn;
}

export interface AgentTables extends ProvisioningTables, InboxTables {
  agents: AgentsTable;
  agent_revisions: AgentRevisionsTable;
  sessions: SessionsTable;
  agent_runs: AgentRunsTable;
  agent_turns: AgentTurnsTable;
  tool_calls: ToolCallsTable;
  approval_requests: ApprovalRequestsTable;
  approval_decisions: ApprovalDecisionsTable;
  effects: EffectsTable;
  run_waits: RunWaitsTable;
  run_events: RunEventsTable;
  run_skills: RunSkillsTable;
}
