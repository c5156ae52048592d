import Type from 'typebox';
import { endSessionOfUser, listSessions } from '../../src/identity/sessions.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { Id, Nullable, Timestamp } from '../../src/platform/schemas.ts';
import type { Caller } from '../caller.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { getUserId } from './user-access.ts';

const UserSession = Type.Object(
  {
    id: Id,
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
    ip_address: Nullable(Type.String({ description: 'IP address of the sign-in.' })),
    user_agent: Nullable(Type.String({ description: 'User-Agent header of the sign-in.' })),
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
    summary: 'List your browser sessions, newest first',
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(UserSession) } },
  },
  async ({ ctx, caller, page }) =>
    mapPage(await listSessions(ctx.db, getUserId(caller, 'edit'), page), (row) => record(caller, row)),
);

const end = operation(
  {
    ...COMMON,
    id: 'user.session.end',
    method: 'DELETE',
    path: '/user/session/{user_session_id}',
    summary: 'End one of your browser sessions',
    description: '`POST /identity/sign-out-everywhere` ends all sessions, or all except the current one.',
    request: { idempotent: false },
    response: { schemas: { 200: UserSession } },
    audit: { event: 'user.session_ended' },
  },
  ({ caller, params, change }) =>
    change(async (trx) => {
      const user = getUserId(caller, 'edit');
      const id = params.user_session_id;
      const ended = orNotFound(await endSessionOfUser(trx, user, id), 'user_session', id);
      const payload = { user_session_id: id };
      return { result: record(caller, ended), audited: { resource: { type: 'user', id: user }, payload } };
    }),
);

export const SESSION_OPERATIONS = [list, end];
