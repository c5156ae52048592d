import { sql } from 'kysely';
import type { Config } from '../platform/config.ts';
import type { Executor } from '../platform/db/client.ts';
import { normalizeAddress } from '../platform/mail/address.ts';

/** Whether an address may sign up; the policy `invited` allows expected addresses. */
export async function canSignUp(db: Executor, policy: Config['signUp'], email: string): Promise<boolean> {
  return policy === 'open' || (policy === 'invited' && (await isExpected(db, email)));
}

/** Whether an organization expects this address: by a pending invite or a verified domain. */
async function isExpected(db: Executor, email: string): Promise<boolean> {
  const address = normalizeAddress(email);
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const { rows } = await sql<{ expected: boolean }>`
    select exists (select from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
        where i.email_address = ${address} and i.status = 'pending' and i.expires_at > now())
      or exists (select from organization_domains d join organizations o on o.id = d.org_id and o.deleted_at is null
        where d.domain = ${domain} and d.status = 'verified') as expected`.execute(db);
  return rows[0]?.expected ?? false;
}
