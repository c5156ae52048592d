import Type from 'typebox';
import { getClientScope } from '../../../src/identity/credential-lookup.ts';
import { listGrants, withdrawGrants } from '../../../src/identity/oauth/grants.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { Id, Timestamp } from '../../../src/platform/schemas.ts';
import { operation } from '../../operation.ts';
import { getUserId } from '../user-access.ts';

const Grant = Type.Object(
  {
    client_id: Id,
    client_name: Type.String(),
    organization: Type.String({ description: "Name of the client's organization." }),
    project: Type.String({ description: "Name of the client's project." }),
    scopes: Type.Array(Type.String()),
    granted: Timestamp,
  },
  { title: 'OAuthGrant' },
);
const COMMON = { tag: 'Identity', auth: { permission: 'authenticated', scopes: [] } } as const;

const list = operation(
  {
    ...COMMON,
    id: 'user.grant.list',
    method: 'GET',
    path: '/user/grant',
    summary: 'List your OAuth grants, newest first',
    description: 'Returns one grant per client.',
    response: { schemas: { 200: Type.Array(Grant) } },
  },
  ({ ctx, caller }) => listGrants(ctx.db, getUserId(caller, 'edit')),
);

const withdraw = operation(
  {
    ...COMMON,
    id: 'user.grant.withdraw',
    method: 'DELETE',
    path: '/user/grant/{client_id}',
    summary: 'Withdraw an OAuth grant and revoke its tokens',
    request: { idempotent: false },
    response: { schemas: { 200: Grant } },
    audit: { event: 'oauth_client.grant_withdrawn' },
  },
  ({ caller, params, change }) =>
    change(async (trx) => {
      const id = params.client_id;
      const [first] = await withdrawGrants(trx, getUserId(caller, 'edit'), id);
      const withdrawn = orNotFound(first, 'grant', id);
      const scope = await getClientScope(trx, id);
      const details = { resource: { type: 'oauth_client', id }, payload: { scopes: withdrawn.scopes } };
      return { result: withdrawn, audited: { ...details, ...(scope ? { scope: scope } : {}) } };
    }),
);

export const GRANT_OPERATIONS = [list, withdraw];
