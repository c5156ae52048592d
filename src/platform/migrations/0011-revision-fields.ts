import { type Kysely, sql } from 'kysely';

/** Revisions say themselves what they put out and how they work; memberships have an identity and an order of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

/**
 * `tasks.output_modality` and `agents.mode` stay for processes of the release before, which know nothing of the new
 * columns: what those insert gets its values from triggers. Settings that were stored without ever having had an effect
 * go back to what was so.
 */
const STATEMENTS = `
alter table task_revisions add column output_modality text, add column test boolean not null default false;
update task_revisions r set output_modality = case when r.output_format is not null then 'json'
  when t.output_modality = 'json' then 'text' else t.output_modality end
from tasks t where t.id = r.task_id;
create function fill_task_revision() returns trigger language plpgsql as $$
begin
  if new.output_modality is null then
    select case when new.output_format is not null then 'json' when t.output_modality = 'json' then 'text' else t.output_modality end
      into new.output_modality from tasks t where t.id = new.task_id;
  end if;
  return new;
end $$;
create trigger task_revisions_filled before insert on task_revisions for each row execute function fill_task_revision();
alter table task_revisions alter column output_modality set not null;

alter table agent_revisions add column mode text;
update agent_revisions r set mode = g.mode from agents g where g.id = r.agent_id;
create function fill_agent_revision() returns trigger language plpgsql as $$
begin
  if new.mode is null then
    select g.mode into new.mode from agents g where g.id = new.agent_id;
  end if;
  return new;
end $$;
create trigger agent_revisions_filled before insert on agent_revisions for each row execute function fill_agent_revision();
alter table agent_revisions alter column mode set not null;

update tasks t set name = left(t.name, 54) || '-' || right(t.id::text, 8)
where t.deleted_at is null and exists (select from tasks o where o.project_id = t.project_id and o.deleted_at is null
  and lower(o.name) = lower(t.name) and o.id < t.id);
drop index tasks_name;
create unique index tasks_name on tasks (project_id, lower(name)) where deleted_at is null;

alter table tasks alter column exposed_to_agents set default false;
update tasks set public = false, exposed_to_agents = false where public or exposed_to_agents;
update task_revisions set tool_choice = null where tool_choice not in ('auto', 'none');
update organizations set usage_based_pricing_enabled = false where usage_based_pricing_enabled;
update organizations set auto_topup_config = '{}' where auto_topup_config::text <> '{}';
update projects set config = '{}' where config::text <> '{}';
alter table organization_accounts add column alerted_at timestamptz;

alter table role_grants add column member_id uuid;
create function new_member_id() returns uuid language sql volatile as $$
  select (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4), 3, '0') || '8' || right(md5(random()::text), 15))::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) now
$$;
create function fill_role_grant() returns trigger language plpgsql as $$
begin
  new.member_id := coalesce(new.member_id, (select g.member_id from role_grants g
    where g.subject_id = new.subject_id and g.resource_id = new.resource_id limit 1), new_member_id());
  return new;
end $$;
update role_grants g set member_id = m.id from (
  select subject_id, resource_id, (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4), 3, '0')
    || '8' || right(md5(subject_id::text || resource_id::text), 15))::uuid as id
  from (select subject_id, resource_id, (extract(epoch from min(created)) * 1000000)::bigint as micros
    from role_grants group by subject_id, resource_id) first
) m where m.subject_id = g.subject_id and m.resource_id = g.resource_id;
create trigger role_grants_filled before insert on role_grants for each row execute function fill_role_grant();
alter table role_grants alter column member_id set not null;
drop index role_grants_resource;
create index role_grants_resource on role_grants (resource_id, subject_type, member_id desc) include (subject_id, role);
drop index role_grants_members;
create index role_grants_members on role_grants (resource_id, member_id desc) include (subject_id, subject_type, role);
`;
