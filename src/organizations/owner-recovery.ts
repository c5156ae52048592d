import { randomBytes } from 'node:crypto';
import { grantRoles } from '../access/grant-roles.ts';
import { type AuditEvent, SYSTEM } from '../audit/chain.ts';
import { change } from '../audit/change.ts';
import { createApiKey } from '../identity/api-keys.ts';
import { endSessions } from '../identity/sessions.ts';
import { createUser, setPassword } from '../identity/users.ts';
import type { Db } from '../platform/db/client.ts';
import { normalizeAddress } from '../platform/mail/address.ts';
import { findOldestProject } from '../projects/queries.ts';

/** Credentials of a recovered owner, each shown once. */
interface RecoveredOwner {
  readonly email: string;
  readonly password: string;
  readonly org_id: string;
  /** Oldest project of the organization, which the key belongs to; null if there is none. */
  readonly project_id: string | null;
  readonly api_key: string | null;
}

/** Generates a random password. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}

/**
 * Makes the user of an address an owner, creating it if necessary, with a new password and API key. Ends all browser
 * sessions, since the old password may be compromised. API keys remain.
 */
export function recoverOwner(db: Db, email: string, orgId: string, administrator: boolean): Promise<RecoveredOwner> {
  return change(db, async (trx) => {
    const address = normalizeAddress(email);
    const known = await trx.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst();
    const userId = known?.id ?? (await createUser(trx, { email: address, name: 'Owner', administrator }));
    const password = generatePassword();
    await setPassword(trx, userId, password);
    // Database access counts as proof of the address.
    const role = administrator ? { system_role: 'platform_administrator' as const } : {};
    await trx
      .updateTable('users')
      .set({ email_verified: true, ...role })
      .where('id', '=', userId)
      .execute();
    const ended = await endSessions(trx, userId, null);
    await grantRoles(trx, { type: 'organization', id: orgId }, userId, ['owner']);
    const projectId = await findOldestProject(trx, orgId);
    const apiKey =
      projectId === null
        ? undefined
        : await createApiKey(trx, { orgId, projectId, userId, name: 'Owner recovery', scopes: null });
    const audited: AuditEvent = {
      scope: { orgId, projectId: null },
      actor: SYSTEM,
      type: 'organization.owner_given_back',
      resource: { type: 'organization', id: orgId },
      message: 'a command of the installation recovered an owner',
      payload: { user_id: userId, apiKey: known === undefined, administrator, ended, api_key_id: apiKey?.id ?? null },
      requestId: null,
      ipAddress: null,
      audience: null,
    };
    const api_key = apiKey?.value ?? null;
    return { result: { email: address, password, org_id: orgId, project_id: projectId, api_key }, audited };
  });
}
