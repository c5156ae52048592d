import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Exclusion } from '../../models/exclusions.ts';
import { exclusionsColumn } from '../../models/queries.ts';
import { type Executor, json, jsonOrNull, UNSYNCED } from '../../platform/db/client.ts';
import { digestJson } from '../../platform/digest.ts';
import type { Finish } from '../../platform/models/finish.ts';
import type { ModelSource, ModelWarning } from '../../platform/models/request.ts';
import { mergeSources } from '../../platform/models/sources.ts';
import { mergeWarnings } from '../../platform/models/warnings.ts';
import { type ChosenConfig, chosenConfigColumn } from '../../projects/config.ts';
import type { RunError, WaitingFor } from '../../runs/contract.ts';
import { remainingWait } from '../../runs/waiting.ts';
import { type Hit, hitsUpdate } from '../../tasks/guardrails/hits.ts';
import { addTokens, type CallCost, hasReservation, selectSettlement } from '../../usage/reservations.ts';
import { floorsColumn } from '../approvals/floors.ts';
import type { ApprovalFloor, OnReject } from '../approvals/policy.ts';
import type { TurnOutcome } from '../contract.ts';
import type { AgentMode } from '../fields.ts';
import { insertEventRows, type NewEvent } from '../runs/events.ts';
import type { AgentRunsTable, ToolCallStatus, ToolOutcome, ToolType } from '../tables.ts';
import { insertChildRuns, plannedRuns } from '../tools/child-runs.ts';

/** A run at the start of an attempt at a turn. */
export interface BegunTurn extends Selectable<AgentRunsTable> {
  readonly mode: AgentMode;
  /** Whether an earlier attempt at this turn already said something. */
  readonly restarted: boolean;
  /** Whether credits are still set aside for a call of an earlier attempt, whose process ended. */
  readonly unsettled: boolean;
  /** Whether the session has stored turns. */
  readonly has_past: boolean;
  /** The snapshot of the database that it began in. */
  readonly seen: string;
  /** The rules on models that hold now. */
  readonly exclusions: readonly Exclusion[];
  readonly project_config: ChosenConfig;
  /** What its organization and its project have asked before calls at least. */
  readonly floors: readonly ApprovalFloor[];
}

/**
 * Begins an attempt at a turn, which fences off every older attempt. Returns undefined if the turn is stored or the run is over, and
 * if `models` is given and the run's model is none of these ids.
 */
export async function beginTurn(
  db: Executor,
  runId: string,
  turn: number,
  models?: readonly string[],
): Promise<BegunTurn | undefined> {
  const isOfModels =
    models === undefined ? sql`` : sql` and (v.mode = 'sequential' or v.llm_model_id = any(${[...models]}::uuid[]))`;
  // Whatever this attempt writes next is on the disk only together with its beginning, so that nothing of it outlives a fence.
  const { rows } = await sql<BegunTurn>`
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
      pg_current_snapshot()::text as seen, ${exclusionsColumn(sql`r.org_id`, sql`r.project_id`)} as exclusions,
      ${chosenConfigColumn(sql`r.project_id`)} as project_config, ${floorsColumn(sql`r.org_id`, sql`r.project_id`)} as floors`.execute(
    db,
  );
  return rows[0];
}

/** Says why the answer ended after which a run fails, where there was one. */
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
  /** Names a policy may call the tool by. */
  readonly toolNames: readonly string[];
  /** What the tool is, compared again before the call; null where there is none. */
  readonly toolDigest: string | null;
  readonly targetId: string | null;
  readonly arguments: unknown;
  readonly sideEffects: boolean;
  readonly status: ToolCallStatus;
  /** Set for a call that is over before it began, e.g. one of an unknown tool. */
  readonly outcome: ToolOutcome | null;
  readonly result: unknown;
  readonly request: NewRequest | null;
  /** Id of the run that answers the call once that begins, where the call is one … */
  readonly childRunId: string | null;
  /** … and the run, where it begins with the turn. */
  readonly childRun: NewChildRun | null;
}

/** A run that answers a call: of what stands behind the tool, by one of its revisions. */
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
  readonly effect: 'none' | 'irreversible';
  readonly rule: unknown;
  readonly onReject: OnReject;
  readonly approvers: readonly string[];
  readonly approvalsNeeded: number;
  /** Milliseconds, counted by the database's clock; null for a request that never expires. */
  readonly expiresInMs: number | null;
}

/** A turn to be stored, with everything that follows from it. */
export interface NewTurn {
  readonly run: BegunTurn;
  readonly turn: number;
  readonly text: string;
  /** The answer as it belongs into the conversation; null for turns no model took. */
  readonly assistant: unknown;
  /** What people said to the turn. */
  readonly notes: readonly string[];
  /** Why its answer ended; null for turns no model took. */
  readonly finish: Finish | null;
  readonly modelId: string | null;
  /** What its model call cost. */
  readonly cost: CallCost;
  /** What is to be known of it. */
  readonly warnings: readonly ModelWarning[];
  /** What the answer stands on. */
  readonly sources: readonly ModelSource[];
  readonly modelMs: number;
  readonly calls: readonly NewCall[];
  readonly events: readonly NewEvent[];
  /** How the run stands afterwards. */
  readonly status: 'running' | 'waiting_for_human' | 'completed' | 'failed';
  readonly waitingFor: WaitingFor | null;
  readonly output: string | null;
  readonly formattedOutput: unknown;
  readonly error: RunError | null;
  /** What guardrails found in what the turn says. */
  readonly hits: readonly Hit[];
}

/**
 * Stores a turn, its calls, requests, task runs and events, the usage, and the run's state in one statement.
 * Answers false when this attempt was fenced off by a newer one or the run is over: then nothing was written.
 * Only a change of state is told by NOTIFY, whose commits wait for each other; followers of the events look by themselves.
 */
export async function storeTurn(db: Executor, turn: NewTurn): Promise<boolean> {
  const { run, cost } = turn;
  const isOver = turn.status === 'completed' || turn.status === 'failed';
  const warned =
    turn.warnings.length === 0 ? sql`` : sql`warnings = ${json(mergeWarnings(run.warnings, turn.warnings))},`;
  const named = turn.sources.length === 0 ? sql`` : sql`sources = ${json(mergeSources(run.sources, turn.sources))},`;
  const finished =
    turn.finish === null ? sql`` : sql`finish_reason = ${turn.finish.reason}, finish_detail = ${turn.finish.detail},`;
  const textSeq = turn.events.findLastIndex((event) => event.kind === 'text') + 1;
  const { rows } = await sql<{ id: string }>`
    with run as (
      update agent_runs set ${hitsUpdate(turn.hits)}event_seq = event_seq + ${turn.events.length}, turns = ${turn.turn}, status = ${turn.status},
        waiting_for = ${jsonOrNull(turn.waitingFor)}, ${addTokens(cost)}, charged_credits = charged_credits + ${cost.credits}::numeric,
        ${warned}${named}${finished}
        phase_timings = ${json({ ...run.phase_timings, model: (run.phase_timings.model ?? 0) + turn.modelMs })},
        next_messages = '{}', output = coalesce(${turn.output}, output), formatted_output = ${jsonOrNull(turn.formattedOutput)},
        is_error = ${turn.error !== null}, error = ${jsonOrNull(turn.error)}, completed = case when ${isOver} then now() end
      where id = ${run.id} and attempt = ${run.attempt} and completed is null and status <> 'cancelling'
      returning *
    ), turn as (
      insert into agent_turns (run_id, turn, session_id, attempt, text, assistant, notes, finish_reason, finish_detail, model_id, input_tokens, output_tokens,
        charged_credits, usage_estimated, model_ms, text_seq)
      select id, ${turn.turn}::int, session_id, attempt, ${turn.text}, ${jsonOrNull(turn.assistant)}, ${[...turn.notes]}::text[], ${turn.finish?.reason ?? 'step'}, ${turn.finish?.detail ?? null}, ${turn.modelId}::uuid, ${cost.inputTokens}::int,
        ${cost.outputTokens}::int, ${cost.credits}::numeric, ${cost.estimated ?? false}::boolean, ${turn.modelMs}::int,
        case when ${turn.text} = '' then null else event_seq - ${turn.events.length}::int + ${textSeq}::int end from run
    ), ${selectSettlement('run', cost)}, calls as (${insertCalls(turn)}), effects as (${insertEffects(turn)}), requests as (${insertRequests(turn)}), ${insertChildren(turn)} events as (${insertEventRows(turn.events)})
    select id::text${turn.status === 'running' ? sql`` : sql`, pg_notify('holdfast_runs', id::text)`} from run`.execute(
    db,
  );
  return rows.length > 0;
}

/** A statement that does nothing, where a turn has no rows of a kind. */
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

/** What the calls of a turn are about to change outside enters the ledger with them. */
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

/** The runs that answer calls for which nobody is asked, one statement a kind. */
function insertChildren({ calls }: NewTurn): RawBuilder<unknown> {
  const statements = insertChildRuns(calls).map((rows, index) => sql`${sql.raw(`children_${index}`)} as (${rows}), `);
  return statements.length === 0 ? sql`` : sql.join(statements, sql``);
}
