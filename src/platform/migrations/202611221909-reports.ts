import { type Kysely, sql } from 'kysely';

/**
 * What reports are made of. A trigger notes each run's end in the statement that ends it, whichever process and release that
 * is of, and what is charged later; a chore folds the notes into buckets. Runs that ended before are noted here: while that
 * goes on nobody waits, then the triggers are made, and what ended meanwhile is added.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [TABLES, FUNCTIONS, VIEW, PAST, TRIGGERS, MEANWHILE]) await sql.raw(statement).execute(db);
}

const MEASURES = `
  runs integer not null,
  completed integer not null,
  failed integer not null,
  cancelled integer not null,
  errors integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cached_input_tokens bigint not null,
  cache_write_tokens bigint not null,
  reasoning_tokens bigint not null,
  credits numeric not null,
  timed integer not null,
  timed_ms bigint not null,
  timings bytea not null`;

const TABLES = `
create table report_pending (
  id bigint generated always as identity primary key,
  kind text not null,
  project_id uuid not null,
  parent_id uuid not null,
  revision_id uuid,
  reporting_group_id uuid,
  at timestamptz not null,
  ${MEASURES}
);
create table report_quarters (
  kind text not null,
  scope_id uuid not null,
  project_id uuid not null,
  start timestamptz not null,
  ${MEASURES},
  primary key (scope_id, kind, start)
);
create index report_quarters_project on report_quarters (project_id, kind, start);
create table report_revisions (
  kind text not null,
  parent_id uuid not null,
  project_id uuid not null,
  revision_id uuid,
  reporting_group_id uuid,
  start timestamptz not null,
  ${MEASURES}
);
create unique index report_revisions_parent on report_revisions (parent_id, kind, start, revision_id, reporting_group_id) nulls not distinct;
`;

// Four bytes: eleven bits for the bin, whose border is (1.01/0.99)^bin milliseconds, and twenty for how many fell into it.
const FUNCTIONS = `
create function report_timing(ms double precision) returns bytea language sql immutable as $$
  select case when ms is null then ''::bytea
    else int4send((least(2047, ceil(ln(greatest(ms, 1)) / ln(1.01::float8 / 0.99::float8)))::int << 20) | 1) end $$;

create function report_merged(entries bytea) returns bytea language sql immutable as $$
  select case when octet_length(entries) <= 8192 then entries else (
    select string_agg(int4send((bin << 20) | least(n - 1048575 * piece, 1048575)::int), ''::bytea order by bin)
    from (
      select (get_byte(entries, p) << 4) | (get_byte(entries, p + 1) >> 4) as bin,
        sum(((get_byte(entries, p + 1) & 15) << 16) | (get_byte(entries, p + 2) << 8) | get_byte(entries, p + 3)) as n
      from generate_series(0, octet_length(entries) - 4, 4) p group by 1
    ) b, generate_series(0, (n - 1) / 1048575) piece
  ) end $$;
`;

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
    from ${table} r where r.completed is not null`;
}

const VIEW = `create view ended_runs as
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

const COLUMNS = `kind, project_id, parent_id, revision_id, reporting_group_id, at, runs, completed, failed, cancelled, errors,
  input_tokens, output_tokens, cached_input_tokens, cache_write_tokens, reasoning_tokens, credits, timed, timed_ms, timings`;

const PAST = `
create temporary table noted_runs (id uuid primary key) on commit drop;
with past as materialized (select * from ended_runs),
noted as (insert into report_pending (${COLUMNS}) select ${COLUMNS} from past)
insert into noted_runs select id from past where ended > now() - interval '1 hour';
`;

const MEANWHILE = `
insert into report_pending (${COLUMNS}) select ${COLUMNS} from ended_runs e
where ended > now() - interval '1 hour' and not exists (select from noted_runs n where n.id = e.id);
`;

const USAGE = ['charged_credits', 'input_tokens', 'output_tokens', 'cached_input_tokens', 'cache_write_tokens'];
const usageOf = (row: string) => [...USAGE, 'reasoning_tokens'].map((column) => `${row}.${column}`).join(', ');

function triggersOf(table: string, kind: string) {
  return `
create trigger ${table}_noted_new after insert on ${table} for each row
  when (new.completed is not null) execute function note_ended_run('${kind}');
create trigger ${table}_noted after update of completed, ${[...USAGE, 'reasoning_tokens'].join(', ')} on ${table} for each row
  when (new.completed is not null and (old.completed is null or (${usageOf('old')}) is distinct from (${usageOf('new')})))
  execute function note_ended_run('${kind}');`;
}

const TRIGGERS = `
create function note_ended_run() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.completed is null then
    insert into report_pending (${COLUMNS})
    select ${COLUMNS} from ended_runs where kind = tg_argv[0] and id = new.id;
  else
    insert into report_pending (${COLUMNS})
    select kind, project_id, parent_id, revision_id, reporting_group_id, at, 0, 0, 0, 0, 0,
      new.input_tokens - old.input_tokens, new.output_tokens - old.output_tokens,
      new.cached_input_tokens - old.cached_input_tokens, new.cache_write_tokens - old.cache_write_tokens,
      new.reasoning_tokens - old.reasoning_tokens, new.charged_credits - old.charged_credits, 0, 0, ''
    from ended_runs where kind = tg_argv[0] and id = new.id;
  end if;
  return null;
end $$;
${triggersOf('task_runs', 'task_run')}
${triggersOf('agent_runs', 'agent_run')}
`;
