import { sql } from 'kysely';
import { addToNow, type Db, type Executor } from '../../../platform/db/client.ts';
import { newId } from '../../../platform/ids.ts';
import type { KeyRing } from '../../../platform/keyring.ts';
import { deleteCredential, type OAuthSecret, saveCredential } from '../../credentials.ts';

/** Lifetime of an authorization without a server. */
const GRANT_LIFETIME_MS = 60 * 60_000;

/** Owner of a grant. */
interface GrantOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string;
}

/** A completed authorization without a server yet. */
export interface AuthGrant {
  readonly id: string;
  readonly server_url: string;
  readonly credential_id: string;
}

/** Stores a completed authorization without a server. */
export async function storeGrant(
  trx: Executor,
  ring: KeyRing | undefined,
  {
    id,
    serverUrl,
    secret,
    ...owner
  }: GrantOwner & { readonly id: string; readonly serverUrl: string; readonly secret: OAuthSecret },
): Promise<void> {
  const credentialId = newId();
  await saveCredential(trx, ring, { id: credentialId, orgId: owner.orgId, projectId: owner.projectId, secret });
  await trx
    .insertInto('mcp_auth_grants')
    .values({
      id,
      org_id: owner.orgId,
      project_id: owner.projectId,
      user_id: owner.userId,
      server_url: serverUrl,
      credential_id: credentialId,
      expires_at: addToNow(GRANT_LIFETIME_MS),
    })
    .execute();
}

/** Finds a grant of this user in this project. */
export function findGrant(db: Executor, owner: GrantOwner, id: string): Promise<AuthGrant | undefined> {
  return db
    .selectFrom('mcp_auth_grants')
    .select(['id', 'server_url', 'credential_id'])
    .where('id', '=', id)
    .where('project_id', '=', owner.projectId)
    .where('user_id', '=', owner.userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Claims a grant for a server. Returns false if it is used already. */
export async function claimGrant(trx: Executor, { id }: AuthGrant): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('mcp_auth_grants').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes expired grants and their secrets. */
export async function deleteExpiredGrants(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const expired = await trx
      .deleteFrom('mcp_auth_grants')
      .where('expires_at', '<', sql<Date>`now()`)
      .returning('credential_id')
      .execute();
    for (const { credential_id } of expired) await deleteCredential(trx, credential_id);
  });
}

/** Syntax of a scope (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;
const MAX_SCOPES = 50;

/** Merges two space-separated lists of scopes. Drops duplicates and invalid scopes. Returns null if none is left. */
export function joinScopes(known: string | null, requested: string | undefined): string | null {
  const scopes = new Set(
    [known ?? '', requested ?? ''].flatMap((list) => list.split(' ')).filter((one) => SCOPE.test(one)),
  );
  return scopes.size === 0 ? null : [...scopes].slice(0, MAX_SCOPES).join(' ');
}
