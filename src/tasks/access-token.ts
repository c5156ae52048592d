import { randomBytes } from 'node:crypto';
import { TASK_TOKEN_PREFIX } from '../access/task-token.ts';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import { TASK_ACCESS_TOKENS, toEncryptionContext } from '../platform/encrypted-columns.ts';
import { newId } from '../platform/ids.ts';
import type { KeyRing } from '../platform/keyring.ts';

/** Change of an access token. */
export type TokenChange = 'made' | 'rotated' | 'revoked';

/**
 * Syncs the token of a task: only a public task has one. `rotate` replaces the token and invalidates the previous one.
 */
export async function syncAccessToken(
  trx: Executor,
  ring: KeyRing | undefined,
  task: { readonly id: string; readonly isPublic: boolean },
  rotate: boolean,
): Promise<TokenChange | undefined> {
  if (task.isPublic && !rotate) {
    const existing = await trx.selectFrom('task_access_tokens').select('id').where('task_id', '=', task.id).execute();
    if (existing.length > 0) return undefined;
  }
  const { numDeletedRows } = await trx
    .deleteFrom('task_access_tokens')
    .where('task_id', '=', task.id)
    .executeTakeFirstOrThrow();
  const hadToken = numDeletedRows > 0n;
  if (!task.isPublic) return hadToken ? 'revoked' : undefined;
  const id = newId();
  const value = TASK_TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const sealed = requireKeyRing(ring).encrypt(value, toEncryptionContext(TASK_ACCESS_TOKENS, id));
  await trx
    .insertInto('task_access_tokens')
    .values({ id, task_id: task.id, hash: sha256(value), sealed })
    .execute();
  return hadToken ? 'rotated' : 'made';
}

/** Reads the tokens of tasks, by task ID. */
export async function readAccessTokens(
  db: Executor,
  ring: KeyRing | undefined,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (taskIds.length === 0) return new Map();
  const rows = await db.selectFrom('task_access_tokens').selectAll().where('task_id', 'in', taskIds).execute();
  const open = requireKeyRing(ring);
  return new Map(
    rows.map(({ id, task_id, sealed }) => [task_id, open.decrypt(sealed, toEncryptionContext(TASK_ACCESS_TOKENS, id))]),
  );
}

function requireKeyRing(ring: KeyRing | undefined): KeyRing {
  if (!ring) throw new Error('the key ring was not opened');
  return ring;
}

/** Finds the task that a token runs. */
export async function findTaskOfToken(db: Executor, tokenId: string): Promise<string | undefined> {
  const row = await db.selectFrom('task_access_tokens').select('task_id').where('id', '=', tokenId).executeTakeFirst();
  return row?.task_id;
}
