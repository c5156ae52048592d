import { type RawBuilder, sql } from 'kysely';
import { type Grant, selectGrantsAsJson } from '../access/grants.ts';
import { getClientScopes } from '../access/oauth-clients.ts';
import { filterPermissions } from '../access/permissions.ts';
import type { Slot } from '../access/resources.ts';
import type { SystemRole } from '../access/roles.ts';
import { isTaskToken, selectTokenHolder } from '../access/task-token.ts';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import { isKeyValue } from './api-keys.ts';
import { filterUsableScopes } from './oauth/scopes.ts';

/** Credential of a request: the Bearer value or the session token. */
export type Credential =
  | { readonly kind: 'bearer'; readonly value: string }
  | { readonly kind: 'session'; readonly token: string };

/** Credential types, as `whoami` names them. */
export type CredentialKind = 'api_key' | 'user_session' | 'client_credentials' | 'authorization_code' | 'task_token';

/** Subject of a credential, with its grants on the resources of a path. */
export interface Holder {
  readonly kind: CredentialKind;
  /** Id of the API key, session, OAuth client or task token. */
  readonly credentialId: string;
  /** User, project of a client-credentials token, or task token. */
  readonly subjectType: 'user' | 'project' | 'task_token';
  readonly subjectId: string;
  /** Null for a project. */
  readonly email: string | null;
  readonly name: string;
  readonly systemRole: SystemRole | null;
  /** Scopes that the credential is restricted to; null if it is unrestricted. */
  readonly scopes: string[] | null;
  /** OAuth resource that an access token was issued for (RFC 8707); null for the API and for other credentials. */
  readonly resource: string | null;
  /** Organization and project of the credential; null for a session. */
  readonly homeOrgId: string | null;
  readonly homeProjectId: string | null;
  /** Whether the path's organization exists; false if the path has none. */
  readonly orgExists: boolean;
  /** Whether the path's project exists in its organization. */
  readonly projectExists: boolean;
  readonly grants: readonly Grant[];
}

/** Resources in a request's path. */
interface PathResources {
  readonly orgId: string | null;
  readonly projectId: string | null;
  readonly slots: readonly Slot[];
}

/**
 * Authenticates and authorizes any credential in one statement. Nothing is cached, so that revoked, rotated, deleted
 * and granted access takes effect with the next request in every process. Returns undefined if the credential is
 * unknown, expired or revoked.
 */
export async function findHolder(
  db: Executor,
  credential: Credential,
  path: PathResources,
): Promise<Holder | undefined> {
  const client = sql<string | null>`case when who.kind = 'client_credentials' then who."credentialId" end`;
  const subject = { type: sql<string>`who."subjectType"`, id: sql<string>`who."subjectId"`, client };
  const { rows } = await sql<Holder | TokenRow>`
    with who as (${selectHolder(credential)})
    select who.*,
      exists (select from organizations o where o.id = ${path.orgId}::uuid and o.deleted_at is null) as "orgExists",
      exists (select from projects p join organizations o on o.id = p.org_id and o.deleted_at is null
        where p.id = ${path.projectId}::uuid and p.org_id = ${path.orgId}::uuid and p.deleted_at is null) as "projectExists",
      ${selectGrantsAsJson(subject, path.slots, path.projectId)} as grants
    from who`.execute(db);
  const row = rows[0];
  return row && 'clientScopes' in row ? restrictToScopes(row) : row;
}

/** Selects the holder of a credential, in the columns of {@link Holder}. */
function selectHolder(credential: Credential): RawBuilder<unknown> {
  if (credential.kind === 'session') return selectSession(credential.token);
  const hash = sha256(credential.value);
  if (isKeyValue(credential.value)) return selectApiKey(hash);
  return isTaskToken(credential.value) ? selectTokenHolder(hash) : selectAccessToken(hash);
}

function selectApiKey(hash: Buffer): RawBuilder<unknown> {
  return sql`
    select 'api_key' as kind, k.id as "credentialId", 'user' as "subjectType", u.id as "subjectId", u.email, u.name,
      u.system_role as "systemRole", k.scopes, null::text as resource, k.org_id as "homeOrgId", k.project_id as "homeProjectId"
    from api_keys k join users u on u.id = k.user_id
    where k.hash = ${hash} and k.revoked_at is null`;
}

function selectSession(token: string): RawBuilder<unknown> {
  return sql`
    select 'user_session' as kind, s.id as "credentialId", 'user' as "subjectType", u.id as "subjectId", u.email, u.name,
      u.system_role as "systemRole", null::text[] as scopes, null::text as resource, null::uuid as "homeOrgId",
      null::uuid as "homeProjectId"
    from user_sessions s join users u on u.id = s.user_id
    where s.token = ${token} and s.expires_at > now()`;
}

/** Selects an access token. It ends with its client, the client's project, and the granting user or grant. */
function selectAccessToken(hash: Buffer): RawBuilder<unknown> {
  return sql`
    select case when t.model = 'AccessToken' then 'authorization_code' else 'client_credentials' end as kind,
      c.id as "credentialId", case when u.id is null then 'project' else 'user' end as "subjectType",
      coalesce(u.id, c.project_id) as "subjectId", u.email, coalesce(u.name, c.name) as name,
      u.system_role as "systemRole", t.scopes, t.payload ->> 'aud' as resource, c.org_id as "homeOrgId", c.project_id as "homeProjectId",
      c.scopes as "clientScopes"
    from oauth_records t
    join oauth_clients c on c.id = t.client_id and c.deleted_at is null
    join projects cp on cp.id = c.project_id and cp.deleted_at is null
    join organizations co on co.id = c.org_id and co.deleted_at is null
    left join users u on u.id = t.account_id and t.model = 'AccessToken'
    where t.key = ${hash} and t.expires_at > now() and ((t.model = 'ClientCredentials' and c.external_id is null) or (t.model = 'AccessToken'
      and u.id is not null and exists (select from oauth_records g where g.key = t.grant_key and g.expires_at > now())))`;
}

/** Token row: its granted scopes and the maximum scopes of its client. */
interface TokenRow extends Holder {
  readonly clientScopes: string[] | null;
}

/**
 * Applies the token's scopes. A token granted by a user never exceeds the grant. A client-credentials token is
 * restricted only if it requested a permission or its client is restricted.
 */
function restrictToScopes({ clientScopes, ...row }: TokenRow): Holder {
  if (row.kind === 'authorization_code') return { ...row, scopes: filterUsableScopes(row.scopes ?? []) };
  const requested = filterPermissions(row.scopes ?? []);
  return { ...row, scopes: requested.length > 0 ? requested : getClientScopes(clientScopes) };
}
