import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { parseScopes } from './scopes.ts';

/** What a user lets a client do. */
export interface OAuthGrant {
  readonly client_id: string;
  readonly client_name: string;
  readonly organization: string;
  readonly project: string;
  readonly scopes: string[];
  readonly granted: Date;
}

interface GrantRow extends Omit<OAuthGrant, 'scopes'> {
  /** Whether the client gets refresh tokens, which it does whether it asks for them or not. */
  readonly stays: boolean;
  /** Space-separated, one text for each time the user consented. */
  readonly texts: (string | null)[];
}

/** What a user lets clients do, the newest first; consents given in several browsers to one client are one. */
export async function listGrants(db: Executor, userId: string, clientId?: string): Promise<OAuthGrant[]> {
  const one = clientId === undefined ? sql`` : sql`and c.id = ${clientId}`;
  const { rows } = await sql<GrantRow>`
    select c.id as client_id, c.name as client_name, o.name as organization, p.name as project, min(g.created) as granted,
      'refresh_token' = any(c.grant_types) as stays, array_agg(g.payload->'openid'->>'scope') as texts
    from oauth_records g join oauth_clients c on c.id = g.client_id and c.deleted_at is null
    join projects p on p.id = c.project_id and p.deleted_at is null
    join organizations o on o.id = c.org_id and o.deleted_at is null
    where g.account_id = ${userId} and g.model = 'Grant' and g.expires_at > now() ${one}
    group by c.id, o.name, p.name order by granted desc, c.id`.execute(db);
  return rows.map(({ texts, stays, ...row }) => {
    const all = [...texts, stays ? 'offline_access' : ''].join(' ');
    return { ...row, scopes: parseScopes(all).toSorted() };
  });
}

/**
 * Takes back what a user lets one client do, or all of them: consents, tokens and codes. Answers what was taken back; of
 * requests that do so at the same time one does.
 */
export async function withdrawGrants(trx: Executor, userId: string, clientId?: string): Promise<OAuthGrant[]> {
  const given = await listGrants(trx, userId, clientId);
  const gone = await trx
    .deleteFrom('oauth_records')
    .where('account_id', '=', userId)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .returning(['model', 'client_id'])
    .execute();
  const ended = new Set(gone.filter((row) => row.model === 'Grant').map((row) => row.client_id));
  return given.filter((grant) => ended.has(grant.client_id));
}
