import { type RawBuilder, sql } from 'kysely';
import { isPublished } from './public-grants.ts';

/** Prefix of task tokens. */
export const TASK_TOKEN_PREFIX = 'hft_';
/** Prefix plus 32 bytes in base64url. */
const TOKEN_LENGTH = TASK_TOKEN_PREFIX.length + 43;

/** Whether a credential has the format of a task token. Access tokens are shorter, even those with the same prefix. */
export function isTaskToken(value: string): boolean {
  return value.startsWith(TASK_TOKEN_PREFIX) && value.length === TOKEN_LENGTH;
}

/** Query for the holder of a task token, in the columns of credential holders. The task must exist and be public. */
export function selectTokenHolder(hash: Buffer): RawBuilder<unknown> {
  return sql`
    select 'task_token' as kind, k.id as "credentialId", 'task_token' as "subjectType", k.id as "subjectId", null::text as email,
      t.name, null::text as "systemRole", null::text[] as scopes, null::text as resource, t.org_id as "homeOrgId", t.project_id as "homeProjectId"
    from task_access_tokens k join tasks t on t.id = k.task_id and ${isPublished(sql`t`)} and t.deleted_at is null
    where k.hash = ${hash}`;
}
