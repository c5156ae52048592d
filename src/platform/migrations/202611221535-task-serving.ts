import { type Kysely, sql } from 'kysely';

/**
 * What served of each task, beginning with what serves now. A tag stands on one revision of a task: where it stood on
 * several, the newest keeps it, which is the one that a run by that tag took.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table task_serving (
  id uuid primary key,
  task_id uuid not null references tasks (id),
  active_revisions json not null,
  restores uuid references task_serving (id),
  since timestamptz not null default now()
);
create index task_serving_task on task_serving (task_id, id desc);
insert into task_serving (id, task_id, active_revisions, since)
  select t.id, t.id, json_agg(json_build_object('task_revision_id', a.task_revision_id, 'weight', a.weight) order by a.task_revision_id), t.modified
  from tasks t join task_active_revisions a on a.task_id = t.id group by t.id;
update task_revisions r set tags = array(
    select n.name from unnest(r.tags) with ordinality n(name, place)
    where not exists (select from task_revisions o where o.task_id = r.task_id and o.id > r.id and n.name = any(o.tags))
    order by n.place)
  where exists (select from task_revisions o where o.task_id = r.task_id and o.id > r.id and o.tags && r.tags);
`;
