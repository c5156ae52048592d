/**
 * Clients that no editor created: they identify themselves by the URL of a metadata document, or have registered
 * themselves. A project stores them once a user has consented.
 */

import { sql } from 'kysely';
import type { Client } from 'oidc-provider';
import type { Executor } from '../../platform/db/client.ts';
import { cleanProse } from '../../platform/hidden-text.ts';
import {
  CLIENT_COLUMNS,
  type ClientPlace,
  type ClientSettings,
  computeConsentDigest,
  toNewClientRow,
  updateOAuthClient,
} from './clients.ts';
import { findRedirectProblems } from './redirects.ts';
import { isRegisteredClientId, USER_GRANT_TYPES } from './registrations.ts';

/** Limits of the request for a metadata document. */
export const METADATA_LIMITS = { idleTimeoutMs: 5000, totalTimeoutMs: 5000, maxBytes: 65_536, maxRedirects: 0 };

const MAX_NAME_LENGTH = 100;

/** Whether a client ID is the URL of a metadata document. */
export function isMetadataUrl(id: string): boolean {
  return /^https:\/\//i.test(id) && URL.canParse(id) && id.length <= 2000;
}

/** Whether a client ID belongs to a client that no editor created. */
export const isExternalClientId = (id: string): boolean => isMetadataUrl(id) || isRegisteredClientId(id);

/** Returns the visible part of the name that a client gives itself; empty for none. */
export function cleanClientName(name: string): string {
  return cleanProse(name).text.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH);
}

/** Whether a metadata document describes a client that only acts for users, and has no secret. */
export function isPublicUserClient({ grantTypes = [], tokenEndpointAuthMethod, redirectUris = [] }: Client): boolean {
  const isPublic = tokenEndpointAuthMethod === 'none' && grantTypes.every((type) => USER_GRANT_TYPES.includes(type));
  return isPublic && findRedirectProblems(redirectUris, true).length === 0;
}

/** Returns the settings of a client that no editor created. Users see a host too, since anyone can choose a name. */
export function toExternalSettings(client: Client): ClientSettings {
  return {
    name: cleanClientName(client.clientName ?? '') || new URL(client.clientId).host,
    profile: null,
    grant_types: [...(client.grantTypes ?? [])],
    redirect_uris: [...(client.redirectUris ?? [])],
    scopes: null,
    pkce_required: true,
    token_endpoint_auth_method: 'none',
  };
}

/**
 * Stores a client with its current settings in the project of the resource that it requests. Grants end if it no longer
 * matches what users consented to. Returns its ID.
 */
export async function upsertExternalClient(
  trx: Executor,
  place: ClientPlace,
  externalId: string,
  settings: ClientSettings,
): Promise<string> {
  const row = await trx
    .insertInto('oauth_clients')
    .values({ ...toNewClientRow(place, settings), secret_hash: null, external_id: externalId })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'external_id'])
        .where('deleted_at', 'is', null)
        .where('external_id', 'is not', null)
        .doUpdateSet({ modified: sql<Date>`now()` }),
    )
    .returning(CLIENT_COLUMNS)
    .executeTakeFirstOrThrow();
  if (computeConsentDigest(row) !== computeConsentDigest(settings)) await updateOAuthClient(trx, row, settings);
  return row.id;
}

/** Finds the ID under which a project stores a client that no editor created. */
export async function findExternalClientId(
  db: Executor,
  projectId: string,
  externalId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('oauth_clients')
    .select('id')
    .where('project_id', '=', projectId)
    .where('external_id', '=', externalId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
