import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { RunError } from '../../runs/contract.ts';
import { usageOf } from '../../runs/shown.ts';
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

/** A call with its run and, where a person was asked, the newest request; all as they were at one moment. */
export interface CallInRun {
  readonly call: Selectable<ToolCallsTable>;
  /** The arguments to execute: those of a reviewer, else those of the model. */
  readonly args: unknown;
  readonly run: Pick<Selectable<AgentRunsTable>, 'status' | (typeof RUN_FIELDS)[number]> & {
    readonly completed: string | null;
  };
  readonly request:
    | (Pick<Selectable<ApprovalRequestsTable>, (typeof REQUEST_FIELDS)[number]> & {
        /** Whether its time is over, by the database's clock. */
        readonly due: boolean;
        /** Whether its approval was for a time that is over, by that clock, and the call has not left. */
        readonly lapsed: boolean;
        /** Milliseconds until then; null where it never expires. */
        readonly expires_ms: number | null;
      })
    | undefined;
  /** What the call was last parked for. */
  readonly wait: Pick<Selectable<RunWaitsTable>, 'id' | 'gone' | 'ended_at' | 'heard_at'> | undefined;
  /** Whether the turn asked for other calls too. */
  readonly siblings: boolean;
  /** The snapshot of the database that all this was read in. */
  readonly seen: string;
}

/** The status of a run; one that makes the calls of a task run stops with that. */
const STATUS = sql`case when ${isTaskRunStopping(sql`task_run_id`)} then 'cancelling' else status end`;

/**
 * Loads a call in one statement: read one by one, a decision that commits in between would show as approved while the
 * arguments that the reviewer changed are still the old ones.
 */
export async function loadCall(db: Executor, callId: string): Promise<CallInRun | undefined> {
  const row = await db
    .selectFrom('tool_calls as c')
    .selectAll('c')
    .select([
      sql<boolean>`exists (select from tool_calls o where o.run_id = c.run_id and o.turn = c.turn and o.id <> c.id)`.as(
        'siblings',
      ),
      sql<CallInRun['run']>`(select to_json(r) from (
        select ${columns(RUN_FIELDS)}, completed, ${STATUS} as status from agent_runs where id = c.run_id) r)`.as(
        'run',
      ),
      sql<CallInRun['request'] | null>`(select to_json(q) from (
        select ${columns(REQUEST_FIELDS)}, coalesce(expires_at <= now(), false) as due,
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

/** The same once nobody is about to decide about its run: a decision wakes its call before it is committed. */
export async function loadDecided(db: Executor, { call }: CallInRun): Promise<CallInRun | undefined> {
  await sql`select from agent_runs where id = ${call.run_id} for key share`.execute(db);
  return loadCall(db, call.id);
}

function columns(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}

/** A condition on a call `c` and its run `r`: nothing ended the call, and the run goes on. Under the run's lock that stays so. */
export const CALL_GOES_ON = sql<boolean>`(c.status not in ('done', 'cancelled') and r.completed is null and r.status <> 'cancelling')`;

/** Whether a call may still begin. */
export async function mayBegin(db: Executor, callId: string): Promise<boolean> {
  const { rows } = await sql`
    select from tool_calls c join agent_runs r on r.id = c.run_id where c.id = ${callId} and ${CALL_GOES_ON}`.execute(
    db,
  );
  return rows.length > 0;
}

/** What a reviewer put in place of a call's arguments; null where nobody did. */
export async function editedArguments(db: Executor, callId: string): Promise<unknown> {
  const call = await db.selectFrom('tool_calls').select('edited_arguments').where('id', '=', callId).executeTakeFirst();
  return call?.edited_arguments ?? null;
}

/** All names by which a policy may speak of a call's tool: the same for the question before the call and for what follows it. */
export function namesOf(call: Pick<Selectable<ToolCallsTable>, 'tool_name' | 'tool_names'>): readonly string[] {
  return call.tool_names.length > 0 ? call.tool_names : [call.tool_name];
}

/** How events name the run that answers a call; nothing where the call is none. */
export function childRunOf(id: string | null): { readonly child_run_id?: string } {
  return id === null ? {} : { child_run_id: id };
}

/** What an ended run says last. */
export function endEvents(
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
      usage: usageOf(run),
    },
  };
  return error === null ? [done] : [{ kind: 'error', turn, payload: { ...error } }, done];
}
