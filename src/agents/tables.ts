import type { ReleaseGate } from '../evals/contract.ts';
import type {
  Decimal,
  Defaulted,
  Json,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../platform/db/columns.ts';
import type { Columns } from '../platform/revision-fields.ts';
import type { WaitingFor } from '../runs/contract.ts';
import type { ModelRunColumns } from '../runs/tables.ts';
import type { Hit } from '../tasks/guardrails/hits.ts';
import type { OnReject } from './approvals/policy.ts';
import type { WaitKind } from './calls/waits.ts';
import type { AgentRunStatus, ApprovalKind, ApprovalStatus } from './contract.ts';
import type { AGENT_REVISION_FIELDS } from './fields.ts';
import type { ProvisioningTables } from './provisioning/tables.ts';
import type { RunSkillsTable } from './runs/tables.ts';
import type { ToolKindType } from './tools/index.ts';
import type { GuardedInput } from './turns/guarded.ts';

export interface AgentsTable {
  id: string;
  org_id: string;
  project_id: string;
  name: string;
  description: string;
  task_agent_run_visibility: string;
  active_revision_id: string;
  /** What a revision has to pass before it becomes the active one. */
  release_gate: Json<ReleaseGate | null>;
  /** Whether it only makes the tool calls of the task that has its id. */
  of_task: Defaulted<boolean>;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

export interface AgentRevisionsTable extends Columns<typeof AGENT_REVISION_FIELDS> {
  id: string;
  agent_id: string;
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
  /** Setting of who might see it when it was accepted, as the database notes it; null for all viewers. */
  accepted_visibility: Defaulted<string | null>;
  agent_id: string;
  agent_revision_id: string;
  session_id: string;
  /** Agents whose runs called for it, the highest first. */
  calling_agents: Defaulted<string[]>;
  /** The trigger that started it, where one did. */
  trigger_id: Defaulted<string | null>;
  message: string;
  output: string | null;
  formatted_output: Json<unknown>;
  phase_timings: Json<Record<string, number>>;
  /** What guardrails found; null where they found nothing. */
  guardrail_hits: Json<readonly Hit[] | null>;
  /** What guardrails have looked at of the newest turn's input; null where none did. */
  guarded: Json<GuardedInput | null>;
  turns: number;
  /** Number of the newest event. */
  event_seq: number;
  /** Number of the newest attempt at a turn; writes of older ones are fenced off. */
  attempt: number;
  /** Newest turn that was begun; above `turns` while it is not stored. */
  begun_turn: Defaulted<number>;
  /** What people say to the next turn, in the order in which they said it. */
  next_messages: Defaulted<string[]>;
  /** Exact decimal: credits that people allowed beyond the revision's `max_credits`. */
  credit_allowance: Defaulted<string>;
  /** Since when the run's workflow is told to go on; null once it took a turn up. */
  resume_asked: NullableTimestampColumn;
  /** OAuth client that it was started with as its project; null for a user's run. */
  client_id: Defaulted<string | null>;
  /** The call of another run that it answers; null for a run of its own. */
  tool_call_id: Defaulted<string | null>;
  /** The task run whose tool calls it makes. */
  task_run_id: Defaulted<string | null>;
  /** How many runs stand above it: 0 for a run of its own. */
  depth: Defaulted<number>;
}

export interface AgentTurnsTable {
  run_id: string;
  turn: number;
  session_id: string;
  attempt: number;
  text: string;
  /** The answer as the provider wants to see it again; null for turns no model took. */
  assistant: Json<unknown>;
  /** What people said to this turn besides the conversation. */
  notes: Defaulted<string[]>;
  finish_reason: string;
  /** The provider's own word for it, and what it says beside. */
  finish_detail: string | null;
  model_id: string | null;
  input_tokens: number;
  output_tokens: number;
  charged_credits: Decimal;
  /** Whether its provider did not count all of its tokens. */
  usage_estimated: Defaulted<boolean>;
  /** Milliseconds the model took. */
  model_ms: number;
  /** Number of the event after which the turn's text was whole. */
  text_seq: number | null;
  created: TimestampColumn;
}

/** `waiting` for a decision; `ready` to run; `running`; then one of the ends. */
export type ToolCallStatus = 'waiting' | 'ready' | 'running' | 'done' | 'cancelled';
/** How a call ended, as the stream and the model are told. */
export type ToolOutcome = 'success' | 'error' | 'rejected' | 'expired' | 'cancelled' | 'unknown';
/** `formatter` is the task that turns the final text into the formatted output. */
export type ToolType = ToolKindType | 'formatter';

export interface ToolCallsTable {
  id: string;
  run_id: string;
  session_id: string;
  turn: number;
  position: number;
  /** The id the model gave the call. */
  provider_call_id: string;
  tool_name: string;
  tool_type: ToolType;
  /** Names a policy may call the tool by, as they were when the call was planned; calls of earlier releases have none. */
  tool_names: Defaulted<string[]>;
  /** What the tool was when the call was planned; null where no tool was found, and on calls of earlier releases. */
  tool_digest: string | null;
  /** What stands behind the tool, such as the task of a task tool. */
  target_id: string | null;
  arguments: Json<unknown>;
  /** What a reviewer put in place of the arguments. */
  edited_arguments: Json<unknown>;
  side_effects: boolean;
  /** The run that answers the call once that begins; null where a call is no run. */
  child_run_id: Defaulted<string | null>;
  status: ToolCallStatus;
  outcome: ToolOutcome | null;
  result: Json<unknown>;
  /** What it waits for while its connection is away, since the first failure; null for nothing. */
  provider_wait: Json<WaitingFor | null>;
  /** Keys of the outages whose end it waits for, before its own time; empty for a call that is to be woken now. */
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
  /** The call that waits; null for a `budget`, which is the run's. */
  tool_call_id: string | null;
  kind: ApprovalKind;
  tool_name: string;
  tool_type: ToolType | 'budget';
  tool_schema: Json<unknown>;
  arguments: Json<unknown>;
  /** SHA-256 over the canonical arguments, which an approve may echo. */
  arguments_digest: string;
  /** SHA-256 over tool, arguments, tool schema and policy version, checked again before the call. */
  seal: string;
  effect: 'none' | 'reversible' | 'irreversible' | 'unknown';
  rule: Json<unknown>;
  on_reject: OnReject;
  /** Roles that may decide. */
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
  /** Until when its call must have left once it is approved. */
  lapses_at: NullableTimestampColumn;
}

/** When people were last mailed that requests wait for them. */
export interface ApprovalMailsTable {
  user_id: string;
  /** Of requests that were made until then they know. */
  told_until: Date;
  sent_at: Date;
}

export interface ApprovalDecisionsTable {
  id: string;
  approval_request_id: string;
  decision: 'approve' | 'reject';
  /** The person, as `user:<id>`. */
  subject: string;
  /** The key the decision came with, where it was one. */
  api_key_id: string | null;
  note: string | null;
  arguments: Json<unknown>;
  at: TimestampColumn;
}

export interface EffectsTable {
  tool_call_id: string;
  run_id: string;
  tool_name: string;
  /** SHA-256 over the arguments that were sent. */
  request_digest: string;
  status: 'intended' | 'sent' | 'done' | 'failed' | 'unknown';
  detail: string | null;
  /** How often the call was sent. */
  attempts: Defaulted<number>;
  created: TimestampColumn;
  /** When it was sent last. */
  sent_at: NullableTimestampColumn;
  settled_at: NullableTimestampColumn;
}

/** What a call, or a run as a whole, waits for that is no decision. */
export interface RunWaitsTable {
  id: string;
  run_id: string;
  /** The parked call; null where the run is held. */
  tool_call_id: string | null;
  kind: WaitKind;
  /** The connection or tool that is waited for. */
  on_id: string;
  detail: string;
  /** Why it will never come, for the model; null where it may. */
  gone: string | null;
  created: TimestampColumn;
  ended_at: NullableTimestampColumn;
  /** When the run went on. */
  heard_at: NullableTimestampColumn;
}

export interface RunEventsTable {
  run_id: string;
  seq: number;
  kind: string;
  turn: number;
  payload: Json<unknown>;
  created: TimestampColumn;
}

export interface AgentTables extends ProvisioningTables {
  agents: AgentsTable;
  agent_revisions: AgentRevisionsTable;
  sessions: SessionsTable;
  agent_runs: AgentRunsTable;
  agent_turns: AgentTurnsTable;
  tool_calls: ToolCallsTable;
  approval_requests: ApprovalRequestsTable;
  approval_mails: ApprovalMailsTable;
  approval_decisions: ApprovalDecisionsTable;
  effects: EffectsTable;
  run_waits: RunWaitsTable;
  run_events: RunEventsTable;
  run_skills: RunSkillsTable;
}
