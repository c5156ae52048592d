import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SystemRole } from '../access/permissions.ts';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import { newId } from '../platform/ids.ts';

const PREFIX = 'hf_';

/** A new key's value (shown once) with what is kept of it. */
export function mintKey(): { value: string; prefix: string; hash: Buffer } {
  const value = PREFIX + randomBytes(32).toString('base64url');
  return { value, prefix: value.slice(0, PREFIX.length + 6), hash: sha256(value) };
}

export interface NewApiKey {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly name: string;
  /** Null keeps all rights of the creator. */
  readonly scopes: string[] | null;
}

export const API_KEY_COLUMNS = ['id', 'name', 'prefix', 'scopes', 'created', 'last_used', 'revoked_at'] as const;

/** Stores a new key; the answer's `value` is the only time it can be read. */
export async function createApiKey(db: Executor, key: NewApiKey) {
  const { value, prefix, hash } = mintKey();
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

/** The user's keys of a project that are not revoked, newest first. */
export function liveApiKeys(db: Executor, projectId: string, userId: string) {
  return db
    .selectFrom('api_keys')
    .select(API_KEY_COLUMNS)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/** Revokes a key of that user; repeats keep the first time. Answers undefined when there is none. */
export function revokeApiKey(db: Executor, projectId: string, userId: string, id: string) {
  return db
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .returning(API_KEY_COLUMNS)
    .executeTakeFirst();
}

/** Remembers that keys were used. */
export async function touchApiKeys(db: Executor, ids: readonly string[]): Promise<void> {
  await db.updateTable('api_keys').set({ last_used: sql<Date>`now()` }).where('id', 'in', ids).execute();
}

/** Who a key speaks for and what they hold on the resources of a path. */
export interface KeyHolder {
  readonly keyId: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly systemRole: SystemRole | null;
  readonly scopes: string[] | null;
  /** Whether the organization of the path exists; false also when the path names none. */
  readonly orgExists: boolean;
  /** Whether the project of the path exists in that organization. */
  readonly projectExists: boolean;
  readonly grants: ReadonlyArray<{ readonly resource_id: string; readonly role: string }>;
}

/** Authentication and authorization in one query. Answers undefined for an unknown or revoked key. */
export async function findKeyHolder(
  db: Executor,
  value: string,
  path: { readonly orgId: string | null; readonly projectId: string | null; readonly resourceIds: readonly string[] },
): Promise<KeyHolder | undefined> {
  const ids = [path.orgId, path.projectId, ...path.resourceIds].filter((id) => id !== null);
  const { rows } = await sql<KeyHolder>`
    select k.id as "keyId", u.id as "userId", u.email, u.name, u.system_role as "systemRole", k.scopes,
      exists (select from organizations o where o.id = ${path.orgId}::uuid and o.deleted_at is null) as "orgExists",
      exists (select from projects p where p.id = ${path.projectId}::uuid and p.org_id = ${path.orgId}::uuid and p.deleted_at is null) as "projectExists",
      coalesce((select json_agg(json_build_object('resource_id', g.resource_id, 'role', g.role))
        from role_grants g where g.subject_id = u.id and g.subject_type = 'user' and g.resource_id = any(${ids}::uuid[])), '[]') as grants
    from api_keys k join users u on u.id = k.user_id
    where k.hash = ${sha256(value)} and k.revoked_at is null`.execute(db);
  return rows[0];
}
