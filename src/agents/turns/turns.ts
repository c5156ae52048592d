import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Exclusion } from '../../models/exclusions.ts';
import { selectExclusionsColumn } from '../../models/queries.ts';
import { type Executor, json, jsonOrNull, UNSYNCED } from '../../platform/db/client.ts';
import { digestJson } from '../../platform/digest.ts';
import type { Finish } from '../../platform/models/finish.ts';
import type { ModelSource, ModelWarning } from '../../platform/models/request.ts';
import { mergeSources } from '../../platform/models/sources.ts';
import { mergeWarnings } from '../../platform/models/warnings.ts';
import { type ChosenConfig, selectChosenConfigColumn } from '../../projects/config.ts';
import type { RunError, WaitingFor } from '../../runs/contract.ts';
import { remainingWait } from '../../runs/waiting.ts';
import { type Hit, toHitsUpdate } from '../../tasks/guardrails/hits.ts';
import { addTokens, type CallCost, hasReservation, selectSettlement } from '../../usage/reservations.ts';
import { selectFloors } from '../approvals/floors.ts';
import type { ApprovalFloor, OnReject } from '../approvals/policy.ts';
import type { TurnOutcome } from '../contract.ts';
import type { AgentMode } from '../fields.ts';
import { insertEventRows, type NewEvent } from '../runs/events.ts';
import type { AgentRunsTable, ToolCallStatus, ToolOutcome, ToolType } from '../tables.ts';
import { insertChildRuns, plannedRuns } from '../tools/child-runs.ts';
import type { CallEffect } from '../tools/kind.ts';

/** A run at the start of an attempt at a turn. */
export interface StartedTurn extends Selectable<AgentRunsTable> {
  readonly mode: AgentMode;
  /** Whether an earlier attempt at this turn already produced text. */
  readonly restarted: boolean;
  /** Whether an earlier attempt left credits reserved. */
  readonly unsettled: boolean;
  /** Whether the session has stored turns. */
  readonly has_past: boolean;
  /** Database snapshot at its start. */
  readonly seen: string;
  /** Current model exclusions. */
  readonly exclusions: readonly Exclusion[];
  readonly project_config: ChosenConfig;
  /** Approval floors of its organization and project. */
  readonly floors: readonly ApprovalFloor[];
}

/**
 * Starts an attempt at a turn, which supersedes all older attempts. Returns undefined if the turn is stored, the run
 * has ended, or `models` excludes the run's model.
 */
export async function beginTurn(
  db: Executor,
  runId: string,
  turn: number,
  models?: readonly string[],
): Promise<StartedTurn | undefined> {
  const isOfModels =
    models === undefined ? sql`` : sql` and (v.mode <> 'agentic' or v.llm_model_id = any(${[...models]}::uuid[]))`;
  // The next write of this attempt commits together with its start, so a superseded attempt leaves nothing behind.
  const { rows } = await sql<StartedTurn>`
    with ${UNSYNCED}
    update agent_runs r set attempt = r.attempt + 1, status = 'running', begun_turn = ${turn}, started = coalesce(r.started, now()),
      waiting_for = case when r.begun_turn = ${turn} then ${remainingWait} end, awaited_outages = null, resume_asked = null
    from agent_revisions v, unsynced
    where v.id = r.agent_revision_id and r.id = ${runId} and r.completed is null and r.status <> 'cancelling'
      and not exists (select from agent_turns t where t.run_id = r.id and t.turn = ${turn})${isOfModels}
    returning r.*, v.mode,
      r.attempt > 1 and exists (select from run_events e where e.run_id = r.id and e.turn = ${turn} and e.kind = 'text') as restarted,
      ${hasReservation(sql`r.id`)} as unsettled,
      exists (select from agent_turns t where t.session_id = r.session_id) as has_past,
      pg_current_snapshot()::text as seen, ${selectExclusionsColumn(sql`r.org_id`, sql`r.project_id`)} as exclusions,
      ${selectChosenConfigColumn(sql`r.project_id`)} as project_config, ${selectFloors(sql`r.org_id`, sql`r.project_id`)} as floors`.execute(
    db,
  );
  return rows[0];
}

/** Stores the finish reason of the response after which a run fails. */
export async function storeFinish(trx: Executor, runId: string, finish: Finish | undefined): Promise<void> {
  if (finish === undefined) return;
  const { reason: finish_reason, detail: finish_detail } = finish;
  await trx.updateTable('agent_runs').set({ finish_reason, finish_detail }).where('id', '=', runId).execute();
}

/** Returns the usage of a run without its task runs. */
export function getRunUsage(db: Executor, runId: string) {
  return db
    .selectFrom('agent_runs')
    .select(['input_tokens', 'output_tokens', 'charged_credits', 'usage_estimated'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
}

/** The outcome of a stored turn, for a repeat of its activity. Undefined if the turn is not stored. */
export async function findStoredOutcome(db: Executor, runId: string, turn: number): Promise<TurnOutcome | undefined> {
  const run = await db
    .selectFrom('agent_runs')
    .select(['completed', 'status', 'turns'])
    .where('id', '=', runId)
    .executeTakeFirst();
  if (!run || run.completed !== null) return { state: 'finished' };
  if (run.status === 'cancelling') return { state: 'cancelled' };
  if (run.turns < turn) return undefined;
  const { rows } = await sql<{
    id: string;
    task_run_id: string | null;
    request_id: string | null;
    expires_ms: number | null;
  }>`
    select c.id, t.id as task_run_id, q.id as request_id,
      greatest(0, extract(epoch from q.expires_at - now()) * 1000)::float8 as expires_ms
    from tool_calls c
      left join ${plannedRuns} t on t.tool_call_id = c.id and t.id = coalesce(c.child_run_id, t.id)
      left join lateral (select id, expires_at from approval_requests q where q.tool_call_id = c.id and q.status = 'pending') q on true
    where c.run_id = ${runId} and c.turn = ${turn} and c.status not in ('done', 'cancelled') order by c.position`.execute(
    db,
  );
  const calls = rows.map((row) => ({
    callId: row.id,
    taskRunId: row.request_id === null ? (row.task_run_id ?? undefined) : undefined,
    approval:
      row.request_id === null ? undefined : { requestId: row.request_id, expiresInMs: row.expires_ms ?? undefined },
  }));
  return { state: 'calls', calls };
}

/** A tool call to be stored with its turn. */
export interface NewCall {
  readonly id: string;
  readonly providerCallId: string;
  readonly toolName: string;
  readonly toolType: ToolType;
  /** Names of the tool for policies. */
  readonly toolNames: readonly string[];
  /** Digest of the tool, compared again before the call. Null without a tool. */
  readonly toolDigest: string | null;
  readonly targetId: string | null;
  readonly arguments: unknown;
  readonly sideEffects: boolean;
  readonly status: ToolCallStatus;
  /** Set for a call that ended before it began, such as one of an unknown tool. */
  readonly outcome: ToolOutcome | null;
  readonly result: unknown;
  readonly request: NewRequest | null;
  /** ID of the call's child run, if any … */
  readonly childRunId: string | null;
  /** … and the child run, if it starts with the turn. */
  readonly childRun: NewChildRun | null;
}

/** A child run: its resource and revision. */
export interface NewChildRun {
  readonly id: string;
  readonly targetId: string;
  readonly revisionId: string;
}

/** An approval request to be stored with its call. */
export interface NewRequest {
  readonly id: string;
  readonly toolSchema: unknown;
  readonly argumentsDigest: string;
  readonly seal: string;
  readonly effect: CallEffect;
  readonly rule: unknown;
  readonly onReject: OnReject;
  readonly approvers: readonly string[];
  readonly approvalsNeeded: number;
  /** Milliseconds by the database's clock. Null: never. */
  readonly expiresInMs: number | null;
}

/** A turn to be stored, with its consequences. */
export interface NewTurn {
  readonly run: StartedTurn;
  readonly turn: number;
  readonly text: string;
  /** The response as part of the conversation. Null for turns without a model call. */
  readonly assistant: unknown;
  /** Messages of people to the turn. */
  readonly notes: readonly string[];
  /** Finish reason of its response. Null for turns without a model call. */
  readonly finish: Finish | null;
  readonly modelId: string | null;
  /** Cost of its model call. */
  readonly cost: CallCost;
  /** Part of the cost that the run is charged now: nothing if it was charged before. */
  readonly charge: CallCost;
  /** Warnings of the model call. */
  readonly warnings: readonly ModelWarning[];
  /** Sources of the response. */
  readonly sources: readonly ModelSource[];
  readonly modelMs: number;
  readonly firstTokenMs: number | null;
  readonly calls: readonly NewCall[];
  readonly events: readonly NewEvent[];
  /** Status of the run after the turn. */
  readonly status: 'running' | 'waiting_for_human' | 'completed' | 'failed';
  readonly waitingFor: WaitingFor | null;
  readonly output: string | null;
  readonly formattedOutput: unknown;
  readonly error: RunError | null;
  /** Guardrail hits in the turn's output. */
  readonly hits: readonly Hit[];
}

/**
 * Stores a turn with its calls, requests, task runs, events, usage and the run's state in one statement. Returns false
 * if a newer attempt superseded this one or the run has ended: then nothing is written. Only a change of state sends
 * NOTIFY, since those commits wait for each other. Followers poll the events.
 */
export async function storeTurn(db: Executor, turn: NewTurn): Promise<boolean> {
  const { run, cost, charge } = turn;
  const isOver = turn.status === 'completed' || turn.status === 'failed';
  const warned =
    turn.warnings.length === 0 ? sql`` : sql`warnings = ${json(mergeWarnings(run.warnings, turn.warnings))},`;
  const named = turn.sources.length === 0 ? sql`` : sql`sources = ${json(mergeSources(run.sources, turn.sources))},`;
  const finished =
    turn.finish === null ? sql`` : sql`finish_reason = ${turn.finish.reason}, finish_detail = ${turn.finish.detail},`;
  const textSeq = turn.events.findLastIndex((event) => event.kind === 'text') + 1;
  const { rows } = await sql<{ id: string }>`
    with run as (
      update agent_runs set ${toHitsUpdate(turn.hits)}event_seq = event_seq + ${turn.events.length}, turns = ${turn.turn}, status = ${turn.status},
        waiting_for = ${jsonOrNull(turn.waitingFor)}, ${addTokens(charge)}, charged_credits = charged_credits + ${charge.credits}::numeric,
        ${warned}${named}${finished}
        phase_timings = ${json({ ...run.phase_timings, model: (run.phase_timings.model ?? 0) + turn.modelMs })},
        next_messages = '{}', pending_answer = null, output = coalesce(${turn.output}, output), formatted_output = ${jsonOrNull(turn.formattedOutput)},
        is_error = ${turn.error !== null}, error = ${jsonOrNull(turn.error)}, completed = case when ${isOver} then now() end
      where id = ${run.id} and attempt = ${run.attempt} and completed is null and status <> 'cancelling'
      returning *
    ), turn as (
      insert into agent_turns (run_id, turn, session_id, attempt, text, assistant, notes, finish_reason, finish_detail, model_id, input_tokens, output_tokens,
        charged_credits, usage_estimated, model_ms, first_token_ms, text_seq)
      select id, ${turn.turn}::int, session_id, attempt, ${turn.text}, ${jsonOrNull(turn.assistant)}, ${[...turn.notes]}::text[], ${turn.finish?.reason ?? 'step'}, ${turn.finish?.detail ?? null}, ${turn.modelId}::uuid, ${cost.inputTokens}::int,
        ${cost.outputTokens}::int, ${cost.credits}::numeric, ${cost.estimated ?? false}::boolean, ${turn.modelMs}::int, ${turn.firstTokenMs}::int,
        case when ${turn.text} = '' then null else event_seq - ${turn.events.length}::int + ${textSeq}::int end from run
    ), ${selectSettlement('run', charge)}, calls as (${insertCalls(turn)}), effects as (${insertEffects(turn)}), requests as (${insertRequests(turn)}), ${insertChildren(turn)} events as (${insertEventRows(turn.events)})
    select id::text${turn.status === 'running' ? sql`` : sql`, pg_notify('holdfast_runs', id::text)`} from run`.execute(
    db,
  );
  return rows.length > 0;
}

/** Statement without effect, for a turn without rows of a kind. */
const NO_ROWS = sql`select 1`;

function insertCalls({ calls, turn }: NewTurn): RawBuilder<unknown> {
  if (calls.length === 0) return NO_ROWS;
  const rows = calls.map((call, position) => ({ ...call, position, arguments: call.arguments ?? {} }));
  return sql`insert into tool_calls (id, run_id, session_id, turn, position, provider_call_id, tool_name, tool_type, tool_names, tool_digest, target_id, arguments,
      side_effects, child_run_id, status, outcome, result, completed)
    select c.id, run.id, run.session_id, ${turn}::int, c.position, c."providerCallId", c."toolName", c."toolType",
      array(select json_array_elements_text(c."toolNames")), c."toolDigest", c."targetId", c.arguments,
      c."sideEffects", c."childRunId", c.status, c.outcome, c.result, case when c.status = 'done' then now() end
    from run, json_to_recordset(${JSON.stringify(rows)}::json) as c (id uuid, position int, "providerCallId" text, "toolName" text, "toolType" text,
      "toolNames" json, "toolDigest" text, "targetId" uuid, arguments json, "sideEffects" boolean, "childRunId" uuid, status text, outcome text, result json)`;
}

/** Adds the side effects of a turn's calls to the ledger. */
function insertEffects({ calls }: NewTurn): RawBuilder<unknown> {
  const rows = calls
    .filter((call) => call.sideEffects && call.status !== 'done')
    .map((call) => ({ id: call.id, name: call.toolName, digest: digestJson(call.arguments ?? {}) }));
  if (rows.length === 0) return NO_ROWS;
  return sql`insert into effects (tool_call_id, run_id, tool_name, request_digest, status, attempts)
    select e.id, run.id, e.name, e.digest, 'intended', 0
    from run, json_to_recordset(${JSON.stringify(rows)}::json) as e (id uuid, name text, digest text)`;
}

function insertRequests({ calls }: NewTurn): RawBuilder<unknown> {
  const rows = calls.flatMap((call) =>
    call.request === null
      ? []
      : [
          {
            ...call.request,
            callId: call.id,
            toolName: call.toolName,
            toolType: call.toolType,
            arguments: call.arguments ?? {},
          },
        ],
  );
  if (rows.length === 0) return NO_ROWS;
  return sql`insert into approval_requests (id, org_id, project_id, agent_id, run_id, session_id, tool_call_id, kind, tool_name, tool_type, tool_schema,
      arguments, arguments_digest, seal, effect, rule, on_reject, approvers, approvals_needed, requested_by_type, requested_by, expires_at)
    select q.id, run.org_id, run.project_id, run.agent_id, run.id, run.session_id, q."callId", 'tool_call', q."toolName", q."toolType", q."toolSchema",
      q.arguments, q."argumentsDigest", q.seal, q.effect, q.rule, q."onReject", array(select json_array_elements_text(q.approvers)), q."approvalsNeeded",
      run.created_by_type, run.created_by, now() + q."expiresInMs" * interval '1 millisecond'
    from run, json_to_recordset(${JSON.stringify(rows)}::json) as q (id uuid, "callId" uuid, "toolName" text, "toolType" text, "toolSchema" json,
      arguments json, "argumentsDigest" text, seal text, effect text, rule json, "onReject" text, approvers json, "approvalsNeeded" int, "expiresInMs" float8)`;
}

/** Inserts the child runs of calls without approval, one statement per kind. */
function insertChildren({ calls }: NewTurn): RawBuilder<unknown> {
  const statements = insertChildRuns(calls).map((rows, index) => sql`${sql.raw(`children_${index}`)} as (${rows}), `);
  return statements.length === 0 ? sql`` : sql.join(statements, sql``);
}
