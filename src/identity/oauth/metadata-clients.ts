/** Clients that identify themselves by the URL of a metadata document. They are stored once a user has consented. */

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

/** Limits of the request for a metadata document. */
export const METADATA_LIMITS = { idleTimeoutMs: 5000, totalTimeoutMs: 5000, maxBytes: 65_536, maxRedirects: 0 };

const MAX_NAME_LENGTH = 100;
const GRANT_TYPES = ['authorization_code', 'refresh_token'];

/** Whether a client ID is the URL of a metadata document. */
export function isMetadataUrl(id: string): boolean {
  return /^https:\/\//i.test(id) && URL.canParse(id) && id.length <= 2000;
}

/** Whether a metadata document describes a client that only acts for users, and has no secret. */
export function isPublicUserClient({ grantTypes = [], tokenEndpointAuthMethod: method }: Client): boolean {
  return method === 'none' && grantTypes.every((type) => GRANT_TYPES.includes(type));
}

/** Returns the settings that a metadata document describes. Users see its host, since anyone can choose a name. */
export function toMetadataSettings(client: Client): ClientSettings {
  const name = cleanProse(client.clientName ?? '')
    .text.replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH);
  return {
    name: name || new URL(client.clientId).host,
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
export async function upsertMetadataClient(
  trx: Executor,
  place: ClientPlace,
  url: string,
  settings: ClientSettings,
): Promise<string> {
  const row = await trx
    .insertInto('oauth_clients')
    .values({ ...toNewClientRow(place, settings), secret_hash: null, metadata_url: url })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'metadata_url'])
        .where('deleted_at', 'is', null)
        .where('metadata_url', 'is not', null)
        .doUpdateSet({ modified: sql<Date>`now()` }),
    )
    .returning(CLIENT_COLUMNS)
    .executeTakeFirstOrThrow();
  if (computeConsentDigest(row) !== computeConsentDigest(settings)) await updateOAuthClient(trx, row, settings);
  return row.id;
}

/** Finds the ID of a stored client of a project by the URL of its metadata document. */
export async function findMetadataClientId(db: Executor, projectId: string, url: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('oauth_clients')
    .select('id')
    .where('project_id', '=', projectId)
    .where('metadata_url', '=', url)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
