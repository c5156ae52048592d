import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import { TASK_ACCESS_TOKENS, toEncryptionContext } from '../platform/encrypted-columns.ts';
import { newId } from '../platform/ids.ts';
import type { KeyRing } from '../platform/keyring.ts';
import { isPublished } from './public-grants.ts';

const PREFIX = 'hft_';
/** 32 bytes in base64url behind the prefix. */
const LENGTH = PREFIX.length + 43;

/** Whether a credential has the form of a task's token; an access token may begin like one by chance, but is shorter. */
export function isTaskToken(value: string): boolean {
  return value.startsWith(PREFIX) && value.length === LENGTH;
}

/**
 * A query of who holds a token, in the columns of credentials' holders: itself, while its task is there and public.
 */
export function holderOfToken(hash: Buffer): RawBuilder<unknown> {
  return sql`
    select 'task_token' as kind, k.id as "credentialId", 'task_token' as "subjectType", k.id as "subjectId", null::text as email,
      t.name, null::text as "systemRole", null::text[] as scopes, t.org_id as "homeOrgId", t.project_id as "homeProjectId"
    from task_access_tokens k join tasks t on t.id = k.task_id and ${isPublished(sql`t`)} and t.deleted_at is null
    where k.hash = ${hash}`;
}

/** What became of a task's token. */
export type TokenChange = 'made' | 'rotated' | 'revoked';

/**
 * Brings the token of a task in line with it: a public one has one, no other has. `rotate` puts a new one in the place of
 * the one before, which opens nothing from then on.
 */
export async function setAccessToken(
  trx: Executor,
  ring: KeyRing | undefined,
  task: { readonly id: string; readonly isPublic: boolean },
  rotate: boolean,
): Promise<TokenChange | undefined> {
  if (task.isPublic && !rotate) {
    const there = await trx.selectFrom('task_access_tokens').select('id').where('task_id', '=', task.id).execute();
    if (there.length > 0) return undefined;
  }
  const { numDeletedRows } = await trx
    .deleteFrom('task_access_tokens')
    .where('task_id', '=', task.id)
    .executeTakeFirstOrThrow();
  const before = numDeletedRows > 0n;
  if (!task.isPublic) return before ? 'revoked' : undefined;
  const id = newId();
  const value = PREFIX + randomBytes(32).toString('base64url');
  const sealed = ringOf(ring).encrypt(value, toEncryptionContext(TASK_ACCESS_TOKENS, id));
  await trx
    .insertInto('task_access_tokens')
    .values({ id, task_id: task.id, hash: sha256(value), sealed })
    .execute();
  return before ? 'rotated' : 'made';
}

/** The tokens of tasks, by the tasks' ids. */
export async function accessTokensOf(
  db: Executor,
  ring: KeyRing | undefined,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (taskIds.length === 0) return new Map();
  const rows = await db.selectFrom('task_access_tokens').selectAll().where('task_id', 'in', taskIds).execute();
  const open = ringOf(ring);
  return new Map(
    rows.map(({ id, task_id, sealed }) => [task_id, open.decrypt(sealed, toEncryptionContext(TASK_ACCESS_TOKENS, id))]),
  );
}

function ringOf(ring: KeyRing | undefined): KeyRing {
  if (!ring) throw new Error('the key ring was not opened');
  return ring;
}
