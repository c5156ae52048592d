import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { parseScopes } from './scopes.ts';

/** Grant of a user to a client. */
interface OAuthGrant {
  readonly client_id: string;
  readonly client_name: string;
  readonly organization: string;
  readonly project: string;
  readonly scopes: string[];
  readonly granted: Date;
}

interface GrantRow extends Omit<OAuthGrant, 'scopes'> {
  /** Whether the client gets refresh tokens, requested or not. */
  readonly isOffline: boolean;
  /** Space-separated scopes, one string per consent. */
  readonly scopeTexts: (string | null)[];
}

/** Lists a user's grants, newest first. Consents in several browsers to one client count as one grant. */
export async function listGrants(db: Executor, userId: string, clientId?: string): Promise<OAuthGrant[]> {
  const one = clientId === undefined ? sql`` : sql`and c.id = ${clientId}`;
  const { rows } = await sql<GrantRow>`
    select c.id as client_id, c.name as client_name, o.name as organization, p.name as project, min(g.created) as granted,
      'refresh_token' = any(c.grant_types) as "isOffline", array_agg(concat_ws(' ', g.payload->'openid'->>'scope',
        (select string_agg(r.value, ' ') from json_each_text(g.payload->'resources') r))) as "scopeTexts"
    from oauth_records g join oauth_clients c on c.id = g.client_id and c.deleted_at is null
    join projects p on p.id = c.project_id and p.deleted_at is null
    join organizations o on o.id = c.org_id and o.deleted_at is null
    where g.account_id = ${userId} and g.model = 'Grant' and g.expires_at > now() ${one}
    group by c.id, o.name, p.name order by granted desc, c.id`.execute(db);
  return rows.map(({ scopeTexts, isOffline, ...row }) => {
    const all = [...scopeTexts, isOffline ? 'offline_access' : ''].join(' ');
    return { ...row, scopes: parseScopes(all).toSorted() };
  });
}

/**
 * Withdraws a user's grants to one client or to all: consents, tokens and codes. Returns the withdrawn grants. Of
 * concurrent requests, one withdraws each.
 */
export async function withdrawGrants(trx: Executor, userId: string, clientId?: string): Promise<OAuthGrant[]> {
  const grants = await listGrants(trx, userId, clientId);
  const deleted = await trx
    .deleteFrom('oauth_records')
    .where('account_id', '=', userId)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .returning(['model', 'client_id'])
    .execute();
  const ended = new Set(deleted.filter((row) => row.model === 'Grant').map((row) => row.client_id));
  return grants.filter((grant) => ended.has(grant.client_id));
}
