import Type from 'typebox';
import { endSessionOf, listSessions } from '../../src/identity/sessions.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { operation } from '../operation.ts';
import type { Caller } from '../plugins/access.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { Id, Nullable, Timestamp } from '../schemas.ts';
import { personOf } from './person.ts';

const UserSession = Type.Object(
  {
    id: Id,
    current: Type.Boolean({ description: 'whether it is the one that asks' }),
    ip_address: Nullable(Type.String({ description: 'where the sign-in came from' })),
    user_agent: Nullable(Type.String({ description: 'what the browser called itself then' })),
    created: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'UserSession' },
);
const COMMON = { tag: 'Identity', auth: { permission: 'authenticated', scopes: [] } } as const;

function record<Row extends { readonly id: string }>({ kind, credentialId }: Caller, row: Row) {
  return { ...row, current: kind === 'user_session' && credentialId === row.id };
}

const list = operation(
  {
    ...COMMON,
    id: 'user.session.list',
    method: 'GET',
    path: '/user/session',
    summary: 'Browsers that you are signed in to, newest first',
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(UserSession) } },
  },
  async ({ ctx, caller, page }) =>
    mapPage(await listSessions(ctx.db, personOf(caller, 'edit'), page), (row) => record(caller, row)),
);

const end = operation(
  {
    ...COMMON,
    id: 'user.session.end',
    method: 'DELETE',
    path: '/user/session/{user_session_id}',
    summary: 'Sign one of your browsers out',
    description: '`POST /identity/sign-out-everywhere` ends all of them, or all but the one that asks.',
    request: { idempotent: false },
    response: { schemas: { 200: UserSession } },
    audit: { event: 'user.session_ended' },
  },
  ({ caller, params, change }) =>
    change(async (trx) => {
      const user = personOf(caller, 'edit');
      const id = params.user_session_id;
      const ended = orNotFound(await endSessionOf(trx, user, id), 'user_session', id);
      const payload = { user_session_id: id };
      return { result: record(caller, ended), audited: { resource: { type: 'user', id: user }, payload } };
    }),
);

export const SESSION_OPERATIONS = [list, end];
