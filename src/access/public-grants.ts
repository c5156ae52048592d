import { type RawBuilder, sql } from 'kysely';
import type { SubjectExpression } from './grants.ts';
import { allowsPublicAccess } from './public-access.ts';
import { PUBLIC_ROLE } from './roles.ts';

/** SQL condition: a task `t` is public and its organization allows public tasks. */
export function isPublished(t: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${t}.public and ${allowsPublicAccess('publishing_enabled', sql`${t}.org_id`)})`;
}

/**
 * Subquery for {@link selectGrants}: the public role on public tasks among the slots `slot`. Every user holds it; a
 * task token holds it on its own task only.
 */
export function selectPublicGrants(subject: SubjectExpression, projectId: string | null): RawBuilder<unknown> {
  return sql`
    select slot.type, slot.id, ${PUBLIC_ROLE}, null, null from slot join tasks t on slot.type = 'task' and t.id = slot.id and ${isPublished(sql`t`)}
      and t.project_id = ${projectId}::uuid
    where ${subject.type} = 'user' or (${subject.type} = 'task_token'
      and exists (select from task_access_tokens k where k.id = ${subject.id} and k.task_id = t.id))`;
}
