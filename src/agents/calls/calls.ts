import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { RunError } from '../../runs/contract.ts';
import { toUsage } from '../../runs/record-fields.ts';
import { isTaskRunStopping } from '../../tasks/tool-runs.ts';
import type { NewEvent } from '../runs/events.ts';
import type { AgentRunsTable, ApprovalRequestsTable, RunWaitsTable, ToolCallsTable } from '../tables.ts';

const RUN_FIELDS = [
  'id',
  'org_id',
  'project_id',
  'agent_id',
  'agent_revision_id',
  'session_id',
  'created_by_type',
  'created_by',
  'client_id',
  'tool_call_id',
  'depth',
  'trigger_type',
  'credit_allowance',
  'calling_agents',
  'task_run_id',
] as const;
const REQUEST_FIELDS = [
  'id',
  'run_id',
  'tool_call_id',
  'kind',
  'tool_schema',
  'seal',
  'on_reject',
  'approvers',
  'status',
  'decision_note',
] as const;

/** A call with its run and its newest approval request, read in one snapshot. */
export interface CallInRun {
  readonly call: Selectable<ToolCallsTable>;
  /** Arguments to execute: edited by a reviewer, else those of the model. */
  readonly args: unknown;
  readonly run: Pick<Selectable<AgentRunsTable>, 'status' | (typeof RUN_FIELDS)[number]> & {
    readonly completed: string | null;
  };
  readonly request:
    | (Pick<Selectable<ApprovalRequestsTable>, (typeof REQUEST_FIELDS)[number]> & {
        /** Whether the request has expired, by the database's clock. */
        readonly due: boolean;
        /** Whether the approval lapsed by the database's clock before the call was sent. */
        readonly lapsed: boolean;
        /** Milliseconds until the request expires. Null: never. */
        readonly expires_ms: number | null;
      })
    | undefined;
  /** Newest wait of the call. */
  readonly wait: Pick<Selectable<RunWaitsTable>, 'id' | 'gone' | 'ended_at' | 'heard_at'> | undefined;
  /** Whether the turn has other calls. */
  readonly siblings: boolean;
  /** Database snapshot of this read. */
  readonly seen: string;
}

/** Status of a run. A run that makes the calls of a task run stops with it. */
const STATUS = sql`case when ${isTaskRunStopping(sql`task_run_id`)} then 'cancelling' else status end`;

/** Loads a call in one statement: separate reads could see a concurrent decision with the arguments before its edit. */
export async function loadCall(db: Executor, callId: string): Promise<CallInRun | undefined> {
  const row = await db
    .selectFrom('tool_calls as c')
    .selectAll('c')
    .select([
      sql<boolean>`exists (select from tool_calls o where o.run_id = c.run_id and o.turn = c.turn and o.id <> c.id)`.as(
        'siblings',
      ),
      sql<CallInRun['run']>`(select to_json(r) from (
        select ${selectColumns(RUN_FIELDS)}, completed, ${STATUS} as status from agent_runs where id = c.run_id) r)`.as(
        'run',
      ),
      sql<CallInRun['request'] | null>`(select to_json(q) from (
        select ${selectColumns(REQUEST_FIELDS)}, coalesce(expires_at <= now(), false) as due,
          coalesce(lapses_at <= now(), false) and c.child_run_id is null and not exists (
            select from effects e where e.tool_call_id = c.id and e.status <> 'intended') as lapsed,
          (extract(epoch from expires_at - now()) * 1000)::float8 as expires_ms
        from approval_requests where tool_call_id = c.id order by id desc limit 1) q)`.as('request'),
      sql<CallInRun['wait'] | null>`(select to_json(w) from (select id, gone, ended_at, heard_at
        from run_waits where tool_call_id = c.id order by id desc limit 1) w)`.as('wait'),
      sql<string>`pg_current_snapshot()::text`.as('seen'),
    ])
    .where('c.id', '=', callId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { siblings, run, request, wait, seen, ...call } = row;
  const args = call.edited_arguments ?? call.arguments;
  return { call, args, run, request: request ?? undefined, wait: wait ?? undefined, siblings, seen };
}

/** Loads a call after pending decisions about its run are committed: a decision wakes its call before it commits. */
export async function reloadDecidedCall(db: Executor, { call }: CallInRun): Promise<CallInRun | undefined> {
  await sql`select from agent_runs where id = ${call.run_id} for key share`.execute(db);
  return loadCall(db, call.id);
}

function selectColumns(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}

/** Condition on call `c` and run `r`: neither has ended. Under the run's lock it stays true. */
export const CALL_IS_ACTIVE = sql<boolean>`(c.status not in ('done', 'cancelled') and r.completed is null and r.status <> 'cancelling')`;

/** Returns whether a call can still begin. */
export async function canStartCall(db: Executor, callId: string): Promise<boolean> {
  const { rows } = await sql`
    select from tool_calls c join agent_runs r on r.id = c.run_id where c.id = ${callId} and ${CALL_IS_ACTIVE}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Finds the edited arguments of a call. Null if not edited. */
export async function findEditedArguments(db: Executor, callId: string): Promise<unknown> {
  const call = await db.selectFrom('tool_calls').select('edited_arguments').where('id', '=', callId).executeTakeFirst();
  return call?.edited_arguments ?? null;
}

/** Returns all names of a call's tool for policies, the same before and after the call. */
export function getToolNames(call: Pick<Selectable<ToolCallsTable>, 'tool_name' | 'tool_names'>): readonly string[] {
  return call.tool_names.length > 0 ? call.tool_names : [call.tool_name];
}

/** Field of events with the child run of a call, if any. */
export function toChildRunField(id: string | null): { readonly child_run_id?: string } {
  return id === null ? {} : { child_run_id: id };
}

/** Returns the last events of an ended run. */
export function toEndEvents(
  run: Pick<
    Selectable<AgentRunsTable>,
    'id' | 'session_id' | 'status' | 'output' | 'input_tokens' | 'output_tokens' | 'charged_credits' | 'usage_estimated'
  >,
  turn: number,
  error: RunError | null,
): NewEvent[] {
  const done: NewEvent = {
    kind: 'done',
    turn,
    payload: {
      run_id: run.id,
      session_id: run.session_id,
      status: run.status,
      output: run.output,
      usage: toUsage(run),
    },
  };
  return error === null ? [done] : [{ kind: 'error', turn, payload: { ...error } }, done];
}
