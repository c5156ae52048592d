import { type Kysely, sql } from 'kysely';

/**
 * Tags are records: what stood in `tasks.tags` becomes one for each name of a project, and a row for each task that has
 * it. The column stays for processes of the release before, which go on showing what it held.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table tags (
    id uuid primary key,
    org_id uuid not null references organizations (id),
    project_id uuid not null references projects (id),
    kind text not null,
    name text not null,
    description text not null default '',
    parent_id uuid references tags (id) on delete set null,
    created timestamptz not null default now()
  )`.execute(db);
  await sql`create unique index tags_name on tags (project_id, kind, name)`.execute(db);
  await sql`create index tags_parent on tags (parent_id) where parent_id is not null`.execute(db);
  await sql`create table tagged (
    tag_id uuid not null references tags (id) on delete cascade,
    entity_id uuid not null,
    seq bigint generated always as identity,
    primary key (entity_id, tag_id)
  )`.execute(db);
  await sql`create index tagged_tag on tagged (tag_id)`.execute(db);
  // Six bytes of time, then random ones with the version in their place: UUIDs of version 7, as the app makes them.
  await sql`insert into tags (id, org_id, project_id, kind, name)
    select encode(set_byte(overlay(uuid_send(gen_random_uuid()) placing
        substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        6, 112 + floor(random() * 16)::int), 'hex')::uuid, org_id, project_id, 'task', name
    from (select distinct t.org_id, t.project_id, n.name from tasks t cross join unnest(t.tags) n(name)) named`.execute(
    db,
  );
  await sql`insert into tagged (tag_id, entity_id)
    select g.id, t.id from tasks t cross join unnest(t.tags) with ordinality n(name, place)
    join tags g on g.project_id = t.project_id and g.kind = 'task' and g.name = n.name
    order by t.id, n.place on conflict do nothing`.execute(db);
}
