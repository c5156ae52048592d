import { type RawBuilder, sql } from 'kysely';
import {
  type ActingSubject,
  inheritsOrganizationRole,
  selectGroupGrants,
  toSubjectExpression,
} from '../access/grants.ts';
import type { Executor } from '../platform/db/client.ts';
import { type Page, type PageRequest, sortByNewest, toCursorCondition, toPage } from '../platform/db/pagination.ts';

/** Project in a list across organizations. */
interface VisibleProject {
  readonly id: string;
  readonly name: string;
  readonly avatar_url: string | null;
  readonly org_id: string;
  readonly org_name: string;
  readonly created: Date;
  readonly modified: Date;
}

const NEWEST = sortByNewest('p.id');

/** Lists projects on which a subject holds one of the roles, directly or inherited, newest first. */
export async function listVisibleProjects(
  db: Executor,
  subject: ActingSubject,
  roles: readonly string[],
  page: PageRequest,
): Promise<Page<VisibleProject>> {
  const { rows } = await sql<VisibleProject>`
    with held as (${selectHeldScopes(subject, roles)}), seen as (
      select id from held where type = 'project'
      union select p.id from projects p join held on held.type = 'organization' and held.id = p.org_id)
    select p.id, p.name, p.avatar_url, p.org_id, o.name as org_name, p.created, p.modified
    from seen join projects p on p.id = seen.id and p.deleted_at is null
    join organizations o on o.id = p.org_id and o.deleted_at is null
    where ${toCursorCondition(page, NEWEST)} order by p.id desc limit ${page.limit + 1}`.execute(db);
  return toPage(rows, page.limit, (row) => page.codec.encode(NEWEST, [row.id]));
}

/** Organizations and projects on which the subject holds one of the roles, by the rules of paths that name them. */
function selectHeldScopes(subject: ActingSubject, roles: readonly string[]): RawBuilder<unknown> {
  const subjectExpression = toSubjectExpression(subject);
  const carried = sql`g.resource_type in ('organization', 'project') and g.role = any(${[...roles]}::text[])`;
  return sql`
    select g.resource_type as type, g.resource_id as id from role_grants g
    where g.subject_id = ${subjectExpression.id} and g.subject_type = ${subjectExpression.type} and ${carried}
    union select g.resource_type, g.resource_id from ${selectGroupGrants(subjectExpression)} where ${carried}
    union select place.type, place.id from projects home
    cross join lateral (select 'project' as type, home.id
      union all select 'organization', home.org_id where ${inheritsOrganizationRole(subjectExpression, sql`home.org_id`)}) place
    where ${subjectExpression.type} = 'project' and home.id = ${subjectExpression.id} and home.deleted_at is null and ${roles.length > 0}`;
}
