import Type from 'typebox';
import { listGrants, withdrawGrants } from '../../../src/identity/oauth/grants.ts';
import { placeOfClient } from '../../../src/identity/places.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { operation } from '../../operation.ts';
import { Id, Timestamp } from '../../schemas.ts';
import { personOf } from '../person.ts';

const Grant = Type.Object(
  {
    client_id: Id,
    client_name: Type.String(),
    organization: Type.String({ description: 'name of the organization whose client it is' }),
    project: Type.String({ description: 'name of its project' }),
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
    summary: 'What you let OAuth clients do, newest first',
    description: 'One for each client, whatever number of times you consented.',
    response: { schemas: { 200: Type.Array(Grant) } },
  },
  ({ ctx, caller }) => listGrants(ctx.db, personOf(caller, 'edit')),
);

const withdraw = operation(
  {
    ...COMMON,
    id: 'user.grant.withdraw',
    method: 'DELETE',
    path: '/user/grant/{client_id}',
    summary: 'Take back what you let an OAuth client do; its tokens end at once',
    request: { idempotent: false },
    response: { schemas: { 200: Grant } },
    audit: { event: 'oauth_client.grant_withdrawn' },
  },
  ({ caller, params, change }) =>
    change(async (trx) => {
      const id = params.client_id;
      const [first] = await withdrawGrants(trx, personOf(caller, 'edit'), id);
      const withdrawn = orNotFound(first, 'grant', id);
      const place = await placeOfClient(trx, id);
      const note = { resource: { type: 'oauth_client', id }, payload: { scopes: withdrawn.scopes } };
      return { result: withdrawn, audited: { ...note, ...(place ? { place } : {}) } };
    }),
);

export const GRANT_OPERATIONS = [list, withdraw];
