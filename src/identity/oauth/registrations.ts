/** Dynamic client registration (RFC 7591): clients that register themselves before a user has consented. */

import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { OAuthRegistrationsTable } from '../tables.ts';
import type { ClientSettings } from './clients.ts';

/** Maximum number of registrations. Unused ones are deleted after a day. */
const MAX_REGISTRATIONS = 10_000;

/** Start of the client IDs of registrations. */
const ID_PREFIX = 'dcr-';

/** Grant types of clients that act for users only. */
export const USER_GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token'];

export type RegistrationRow = Selectable<OAuthRegistrationsTable>;

/** Converts the ID of a registration to a client ID. */
export const toRegisteredClientId = (id: string): string => ID_PREFIX + id;

/** Whether a client ID is one of a dynamic registration. */
export function isRegisteredClientId(clientId: string): boolean {
  return clientId.startsWith(ID_PREFIX) && isId(clientId.slice(ID_PREFIX.length));
}

/** Stores a registration. Returns undefined if there are too many. */
export async function insertRegistration(
  trx: Executor,
  { name, redirect_uris, grant_types }: Pick<ClientSettings, 'name' | 'redirect_uris' | 'grant_types'>,
): Promise<RegistrationRow | undefined> {
  const { rows } = await sql<RegistrationRow>`
    insert into oauth_registrations (id, name, redirect_uris, grant_types)
    select ${newId()}::uuid, ${name}, ${redirect_uris}::text[], ${grant_types}::text[]
    where (select count(*) from oauth_registrations) < ${MAX_REGISTRATIONS} returning *`.execute(trx);
  return rows[0];
}

/** Finds a registration by its client ID. */
export function findRegistration(db: Executor, clientId: string): Promise<RegistrationRow | undefined> {
  return db
    .selectFrom('oauth_registrations')
    .selectAll()
    .where('id', '=', clientId.slice(ID_PREFIX.length))
    .executeTakeFirst();
}
