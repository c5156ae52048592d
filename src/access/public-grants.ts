import { type RawBuilder, sql } from 'kysely';
import type { SubjectExpression } from './grants.ts';
import { allowsPublicAccess } from './public-access.ts';
import { PUBLIC_ROLE } from './roles.ts';

/** A condition: a task `t` is public, and its organization lets tasks be that. */
export function isPublished(t: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${t}.public and ${allowsPublicAccess('publishing_enabled', sql`${t}.org_id`)})`;
}

/**
 * A query for use within that of what a subject holds on the slots `slot` of a path: the role that every user holds on a
 * public task of the path's project, and of tokens the one that is the task's.
 */
export function selectPublicGrants(subject: SubjectExpression, projectId: string | null): RawBuilder<unknown> {
  return sql`
    select slot.type, slot.id, ${PUBLIC_ROLE}, null, null from slot join tasks t on slot.type = 'task' and t.id = slot.id and ${isPublished(sql`t`)}
      and t.project_id = ${projectId}::uuid
    where ${subject.type} = 'user' or (${subject.type} = 'task_token'
      and exists (select from task_access_tokens k where k.id = ${subject.id} and k.task_id = t.id))`;
}
