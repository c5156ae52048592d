import { type RawBuilder, sql } from 'kysely';

/** A role that counts for a subject on a resource. */
export interface Grant {
  readonly resource_id: string;
  readonly role: string;
}

/**
 * An expression for use within a larger query: the roles a user holds on the resources, as a JSON array of grants. Those
 * given to the user count, and those given to organizations and projects on which the user holds a role. A grant on
 * something below a project counts only below that project, so that one on a task elsewhere opens nothing here.
 */
export function grantsOf(
  userId: RawBuilder<unknown>,
  resourceIds: readonly string[],
  projectId: string | null,
): RawBuilder<readonly Grant[]> {
  const ids = sql`any(${[...resourceIds]}::uuid[])`;
  const here = sql`(g.project_id is null or g.project_id = ${projectId}::uuid)`;
  return sql<readonly Grant[]>`coalesce((
    select json_agg(json_build_object('resource_id', held.resource_id, 'role', held.role)) from (
      select g.resource_id, g.role from role_grants g
      where g.subject_id = ${userId} and g.resource_id = ${ids} and ${here}
      union all
      select g.resource_id, g.role from role_grants g
      join role_grants m on m.subject_id = ${userId} and m.resource_id = g.subject_id
      where g.resource_id = ${ids} and g.subject_type in ('organization', 'project') and ${here}
    ) held), '[]')`;
}
