import { type Kysely, sql } from 'kysely';

/** Tasks name tools that their answer may call; an agent run that stands for a task run makes the calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

/** Runs that only make the calls of a task run are in no report and in no change feed: the task run is. */
function ended(kind: string, table: string, columns: { parent: string; revision: string; group: string; ms: string }) {
  const ms = `case when r.status <> 'cancelled' then ${columns.ms} end`;
  return `select '${kind}'::text as kind, r.id, r.project_id, ${columns.parent} as parent_id, ${columns.revision} as revision_id,
    ${columns.group} as reporting_group_id, r.created_by_type, r.created_by, r.created as at, r.completed as ended,
    1 as runs, (r.status = 'completed')::int as completed, (r.status = 'failed')::int as failed,
    (r.status = 'cancelled')::int as cancelled, r.is_error::int as errors,
    r.input_tokens::bigint as input_tokens, r.output_tokens::bigint as output_tokens,
    r.cached_input_tokens::bigint as cached_input_tokens, r.cache_write_tokens::bigint as cache_write_tokens,
    r.reasoning_tokens::bigint as reasoning_tokens, r.charged_credits as credits,
    (${ms} is not null)::int as timed, coalesce(round(${ms}), 0)::bigint as timed_ms, report_timing(${ms}) as timings
    from ${table} r where r.completed is not null and r.trigger_type <> 'eval'`;
}

const VIEW = `create or replace view ended_runs as
  ${ended('task_run', 'task_runs', {
    parent: 'r.task_id',
    revision: 'r.task_revision_id',
    group: 'r.reporting_group_id',
    ms: 'r.llm_call_timing * 1000',
  })}
  union all
  ${ended('agent_run', 'agent_runs', {
    parent: 'r.agent_id',
    revision: 'r.agent_revision_id',
    group: 'null::uuid',
    ms: 'extract(epoch from r.completed - r.created)::float8 * 1000',
  })} and r.task_run_id is null`;

const STATEMENTS = `
alter table task_revisions add column integration_tool_ids json not null default '[]',
  add column task_mcp_tool_ids json not null default '[]', add column tool_sources json;

alter table agents add column of_task boolean not null default false;
alter table agent_runs add column task_run_id uuid references task_runs (id) on delete cascade;
create unique index agent_runs_task_run on agent_runs (task_run_id) where task_run_id is not null;
alter table task_runs add column tool_run_id uuid;

drop trigger agent_runs_added on agent_runs;
drop trigger agent_runs_changed on agent_runs;
create trigger agent_runs_added after insert on agent_runs for each row
  when (new.task_run_id is null) execute function note_agent_run_change();
create trigger agent_runs_changed after update of status, waiting_for on agent_runs for each row
  when (new.task_run_id is null and (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text))
  execute function note_agent_run_change();
${VIEW};
`;
