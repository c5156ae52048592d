import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { type Page, type PageRequest, sortByNewest, toCursorCondition, toPage } from '../platform/db/pagination.ts';
import type { SubjectRef } from '../platform/errors.ts';
import { selectGroupGrants, toSubjectExpression } from './grants.ts';
import type { SecurableType } from './resources.ts';
import { ROLES, type SecurableKind } from './roles.ts';
import { SECURABLES } from './securables/index.ts';

/** Resource in a project on which the subject holds direct roles. */
interface ProjectResourceRole {
  readonly resource_type: SecurableType;
  readonly resource_id: string;
  readonly resource_name: string;
  readonly org_id: string;
  readonly project_id: string;
  readonly roles: readonly string[];
}

const NEWEST = sortByNewest('resource_id');

/** Selects the existing resources of all projects, with type and name. */
const RESOURCES: RawBuilder<unknown> = sql.join(
  Object.entries<SecurableKind>(SECURABLES).flatMap(([type, { named: nameSource }]) =>
    nameSource === undefined
      ? []
      : [
          sql`select ${sql.lit(type)} as type, id, ${sql.ref(nameSource.name)} as name from ${sql.table(nameSource.table)}`,
        ],
  ),
  sql` union all `,
);

/** Lists the resources on which a subject holds roles, directly or through a group, newest first. */
export async function listProjectResourceRoles(
  db: Executor,
  subject: SubjectRef,
  page: PageRequest,
): Promise<Page<ProjectResourceRole>> {
  const subjectExpression = toSubjectExpression(subject);
  const { rows } = await sql<ProjectResourceRole>`
    with held as (
      select g.resource_type, g.resource_id, g.project_id, g.role from role_grants g
      where g.subject_id = ${subjectExpression.id} and g.subject_type = ${subjectExpression.type} and g.project_id is not null
      union
      select g.resource_type, g.resource_id, g.project_id, g.role from ${selectGroupGrants(subjectExpression)} where g.project_id is not null)
    select held.resource_type, held.resource_id, min(r.name) as resource_name, p.org_id, p.id as project_id,
      array_agg(held.role) as roles
    from held join (${RESOURCES}) r on r.type = held.resource_type and r.id = held.resource_id
    join projects p on p.id = held.project_id and p.deleted_at is null
    join organizations o on o.id = p.org_id and o.deleted_at is null
    where ${toCursorCondition(page, NEWEST)}
    group by held.resource_type, held.resource_id, p.id
    order by resource_id desc limit ${page.limit + 1}`.execute(db);
  const results = rows.map((row) => ({ ...row, roles: ROLES.filter((role) => row.roles.includes(role)) }));
  return toPage(results, page.limit, (row) => page.codec.encode(NEWEST, [row.resource_id]));
}
