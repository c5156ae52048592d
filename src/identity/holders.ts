import { type RawBuilder, sql } from 'kysely';
import { type Grant, grantsAsJson } from '../access/grants.ts';
import type { Slot } from '../access/resources.ts';
import type { SystemRole } from '../access/roles.ts';
import { isTaskToken, selectTokenHolder } from '../access/task-token.ts';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';
import { isKeyValue } from './api-keys.ts';
import { filterPermissions, filterUsableScopes, getClientScopes } from './oauth/scopes.ts';

/** What a request came with: the value of a Bearer header, or the token of a browser's session. */
export type Credential =
  | { readonly kind: 'bearer'; readonly value: string }
  | { readonly kind: 'session'; readonly token: string };

/** Kinds of credentials, as `whoami` names them. */
export type CredentialKind = 'api_key' | 'user_session' | 'client_credentials' | 'authorization_code' | 'task_token';

/** Who a credential speaks for and what they hold on the resources of a path. */
export interface Holder {
  readonly kind: CredentialKind;
  /** Id of the API key, the session, the OAuth client or the task's token. */
  readonly credentialId: string;
  /** A user, the project that a client-credentials token acts as, or the token of a task, which acts as nobody else. */
  readonly subjectType: 'user' | 'project' | 'task_token';
  readonly subjectId: string;
  /** Null for a project. */
  readonly email: string | null;
  readonly name: string;
  readonly systemRole: SystemRole | null;
  /** Scopes the credential was cut down to; null means it was not. */
  readonly scopes: string[] | null;
  /** Organization and project that the credential was made in; null for a session. */
  readonly homeOrgId: string | null;
  readonly homeProjectId: string | null;
  /** Whether the organization of the path exists; false also when the path names none. */
  readonly orgExists: boolean;
  /** Whether the project of the path exists in that organization, and the organization itself does. */
  readonly projectExists: boolean;
  readonly grants: readonly Grant[];
}

/** The resources a request's path names. */
export interface PathResources {
  readonly orgId: string | null;
  readonly projectId: string | null;
  readonly slots: readonly Slot[];
}

/**
 * Authentication and authorization in one statement, for every kind of credential. Nothing of it is kept between
 * requests, so that what is revoked, rotated, deleted or granted counts from the next request on, in every process.
 * Answers undefined for a credential that is unknown, expired or revoked.
 */
export async function findHolder(
  db: Executor,
  credential: Credential,
  path: PathResources,
): Promise<Holder | undefined> {
  const client = sql<string | null>`case when who.kind = 'client_credentials' then who."credentialId" end`;
  const who = { type: sql<string>`who."subjectType"`, id: sql<string>`who."subjectId"`, client };
  const { rows } = await sql<Holder | TokenRow>`
    with who as (${selectHolder(credential)})
    select who.*,
      exists (select from organizations o where o.id = ${path.orgId}::uuid and o.deleted_at is null) as "orgExists",
      exists (select from projects p join organizations o on o.id = p.org_id and o.deleted_at is null
        where p.id = ${path.projectId}::uuid and p.org_id = ${path.orgId}::uuid and p.deleted_at is null) as "projectExists",
      ${grantsAsJson(who, path.slots, path.projectId)} as grants
    from who`.execute(db);
  const row = rows[0];
  return row && 'clientScopes' in row ? restrictToScopes(row) : row;
}

/** The first query of who it is; columns as {@link Holder} names them. */
function selectHolder(credential: Credential): RawBuilder<unknown> {
  if (credential.kind === 'session') return selectSession(credential.token);
  const hash = sha256(credential.value);
  if (isKeyValue(credential.value)) return selectApiKey(hash);
  return isTaskToken(credential.value) ? selectTokenHolder(hash) : selectAccessToken(hash);
}

function selectApiKey(hash: Buffer): RawBuilder<unknown> {
  return sql`
    select 'api_key' as kind, k.id as "credentialId", 'user' as "subjectType", u.id as "subjectId", u.email, u.name,
      u.system_role as "systemRole", k.scopes, k.org_id as "homeOrgId", k.project_id as "homeProjectId"
    from api_keys k join users u on u.id = k.user_id
    where k.hash = ${hash} and k.revoked_at is null`;
}

function selectSession(token: string): RawBuilder<unknown> {
  return sql`
    select 'user_session' as kind, s.id as "credentialId", 'user' as "subjectType", u.id as "subjectId", u.email, u.name,
      u.system_role as "systemRole", null::text[] as scopes, null::uuid as "homeOrgId", null::uuid as "homeProjectId"
    from user_sessions s join users u on u.id = s.user_id
    where s.token = ${token} and s.expires_at > now()`;
}

/** A token ends with its client, the client's project and, where a user granted it, with the user and the grant. */
function selectAccessToken(hash: Buffer): RawBuilder<unknown> {
  return sql`
    select case when t.model = 'AccessToken' then 'authorization_code' else 'client_credentials' end as kind,
      c.id as "credentialId", case when u.id is null then 'project' else 'user' end as "subjectType",
      coalesce(u.id, c.project_id) as "subjectId", u.email, coalesce(u.name, c.name) as name,
      u.system_role as "systemRole", t.scopes, c.org_id as "homeOrgId", c.project_id as "homeProjectId",
      c.scopes as "clientScopes"
    from oauth_records t
    join oauth_clients c on c.id = t.client_id and c.deleted_at is null
    join projects cp on cp.id = c.project_id and cp.deleted_at is null
    join organizations co on co.id = c.org_id and co.deleted_at is null
    left join users u on u.id = t.account_id and t.model = 'AccessToken'
    where t.key = ${hash} and t.expires_at > now() and (t.model = 'ClientCredentials' or (t.model = 'AccessToken'
      and u.id is not null and exists (select from oauth_records g where g.key = t.grant_key and g.expires_at > now())))`;
}

/** A token's row; the scopes are those that were granted, with those the client may have at most. */
interface TokenRow extends Holder {
  readonly clientScopes: string[] | null;
}

/**
 * What a token's scopes leave of it. One that a user granted never holds more than what was granted. One
 * that a client asked for itself is cut down only where it asked for a permission, or was itself cut down when it was made.
 */
function restrictToScopes({ clientScopes, ...row }: TokenRow): Holder {
  if (row.kind === 'authorization_code') return { ...row, scopes: filterUsableScopes(row.scopes ?? []) };
  const asked = filterPermissions(row.scopes ?? []);
  return { ...row, scopes: asked.length > 0 ? asked : getClientScopes(clientScopes) };
}
