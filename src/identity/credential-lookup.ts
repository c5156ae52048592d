import type { AuditScope } from '../audit/contract.ts';
import type { Executor } from '../platform/db/client.ts';
import { isId } from '../platform/ids.ts';
import { normalizeAddress } from '../platform/mail/address.ts';

/** Credential that a rejected Bearer value used to be. */
interface EndedCredential {
  readonly type: 'api_key' | 'oauth_client';
  readonly id: string;
  readonly scope: AuditScope;
  /** User who created the key. */
  readonly userId: string | null;
}

/** Finds the revoked API key, or the client of the ended access token, by SHA-256 of the value. */
export async function findEndedCredential(db: Executor, hash: Buffer): Promise<EndedCredential | undefined> {
  const key = await db
    .selectFrom('api_keys')
    .select(['id', 'org_id', 'project_id', 'user_id'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (key)
    return {
      type: 'api_key',
      id: key.id,
      scope: { orgId: key.org_id, projectId: key.project_id },
      userId: key.user_id,
    };
  const token = await db
    .selectFrom('oauth_records as t')
    .innerJoin('oauth_clients as c', 'c.id', 't.client_id')
    .select(['c.id', 'c.org_id', 'c.project_id'])
    .where('t.key', '=', hash)
    .executeTakeFirst();
  if (!token) return undefined;
  return {
    type: 'oauth_client',
    id: token.id,
    scope: { orgId: token.org_id, projectId: token.project_id },
    userId: null,
  };
}

/** Organization and project of an OAuth client, deleted ones included. */
export async function getClientScope(db: Executor, id: string): Promise<AuditScope | undefined> {
  if (!isId(id)) return undefined;
  const client = await db
    .selectFrom('oauth_clients')
    .select(['org_id', 'project_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return client && { orgId: client.org_id, projectId: client.project_id };
}

/** Finds the user of an address. */
export async function findUserIdByAddress(db: Executor, email: string): Promise<string | undefined> {
  const address = normalizeAddress(email);
  const user = await db.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst();
  return user?.id;
}
