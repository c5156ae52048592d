import { type Kysely, sql } from 'kysely';

/** Reports tell what people and programs had run: runs that evals make are told by their evals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(VIEW).execute(db);
}

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
  })}`;
