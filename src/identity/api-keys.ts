import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import { newId } from '../platform/ids.ts';

const PREFIX = 'hf_';
/** Prefix plus 32 bytes in base64url. */
const KEY_LENGTH = PREFIX.length + 43;

/** Generates a key. Its value is shown once; prefix and hash are stored. */
function generateKey(): { value: string; prefix: string; hash: Buffer } {
  const value = PREFIX + randomBytes(32).toString('base64url');
  return { value, prefix: value.slice(0, PREFIX.length + 6), hash: sha256(value) };
}

/** Whether a credential has the format of an API key. Access tokens are shorter, even those with the same prefix. */
export function isKeyValue(value: string): boolean {
  return value.startsWith(PREFIX) && value.length === KEY_LENGTH;
}

/** Values of a new API key. */
interface NewApiKey {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly name: string;
  /** Null grants all permissions of the creator. */
  readonly scopes: string[] | null;
}

const API_KEY_COLUMNS = ['id', 'name', 'prefix', 'scopes', 'created', 'last_used', 'revoked_at'] as const;

/** Counts a user's active keys in a project. Locks them for the transaction that creates another. */
export async function countActiveKeys(trx: Executor, projectId: string, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys:${projectId}:${userId}`}, 0))`.execute(trx);
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from api_keys
    where project_id = ${projectId} and user_id = ${userId} and revoked_at is null`.execute(trx);
  return rows[0]?.many ?? 0;
}

/** Creates an API key. Only this result contains its `value`. */
export async function createApiKey(db: Executor, key: NewApiKey) {
  const { value, prefix, hash } = generateKey();
  const row = await db
    .insertInto('api_keys')
    .values({
      id: newId(),
      org_id: key.orgId,
      project_id: key.projectId,
      user_id: key.userId,
      name: key.name,
      prefix,
      hash,
      scopes: key.scopes,
    })
    .returning(API_KEY_COLUMNS)
    .executeTakeFirstOrThrow();
  return { ...row, value };
}

/** Lists a user's active keys in a project, newest first. */
export function listActiveApiKeys(db: Executor, projectId: string, userId: string) {
  return db
    .selectFrom('api_keys')
    .select(API_KEY_COLUMNS)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/** Revokes a user's key. Idempotent. Returns undefined if it does not exist. */
export async function revokeApiKey(trx: Executor, projectId: string, userId: string, id: string) {
  const own = trx
    .selectFrom('api_keys')
    .select(API_KEY_COLUMNS)
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId);
  const before = await own.forUpdate().executeTakeFirst();
  if (before === undefined || before.revoked_at !== null) return before && { key: before, isNew: false };
  const key = await revokeActive(trx).where('id', '=', id).returning(API_KEY_COLUMNS).executeTakeFirstOrThrow();
  return { key, isNew: true };
}

/** Revokes every key of a project, for example when it is deleted. */
export async function revokeKeysOfProject(trx: Executor, projectId: string): Promise<void> {
  await revokeActive(trx).where('project_id', '=', projectId).execute();
}

/** Revokes every key of a user and returns their number. */
export async function revokeKeysOfUser(trx: Executor, userId: string): Promise<number> {
  const revoked = await revokeActive(trx).where('user_id', '=', userId).executeTakeFirst();
  return Number(revoked.numUpdatedRows);
}

function revokeActive(trx: Executor) {
  return trx.updateTable('api_keys').set({ revoked_at: sql<Date>`now()` }).where('revoked_at', 'is', null);
}

/** Updates the last use of keys. */
export async function touchApiKeys(db: Executor, ids: readonly string[]): Promise<void> {
  await db.updateTable('api_keys').set({ last_used: sql<Date>`now()` }).where('id', 'in', ids).execute();
}
