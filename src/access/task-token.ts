import { type RawBuilder, sql } from 'kysely';
import { isPublished } from './public-grants.ts';

/** What the token of a public task begins with. */
export const TASK_TOKEN_PREFIX = 'hft_';
/** 32 bytes in base64url behind the prefix. */
const TOKEN_LENGTH = TASK_TOKEN_PREFIX.length + 43;

/** Whether a credential has the form of a task's token; an access token may begin like one by chance, but is shorter. */
export function isTaskToken(value: string): boolean {
  return value.startsWith(TASK_TOKEN_PREFIX) && value.length === TOKEN_LENGTH;
}

/**
 * A query of who holds a token, in the columns of credentials' holders: itself, while its task is there and public.
 */
export function selectTokenHolder(hash: Buffer): RawBuilder<unknown> {
  return sql`
    select 'task_token' as kind, k.id as "credentialId", 'task_token' as "subjectType", k.id as "subjectId", null::text as email,
      t.name, null::text as "systemRole", null::text[] as scopes, t.org_id as "homeOrgId", t.project_id as "homeProjectId"
    from task_access_tokens k join tasks t on t.id = k.task_id and ${isPublished(sql`t`)} and t.deleted_at is null
    where k.hash = ${hash}`;
}
