import Type from 'typebox';
import { changesOf, fieldsOf } from '../../src/audit/changes.ts';
import {
  AUTH_METHODS,
  createOAuthClient,
  deleteOAuthClient,
  findOAuthClient,
  GRANT_TYPES,
  listOAuthClients,
  type OAuthClientRow,
  rotateSecret,
  updateOAuthClient,
} from '../../src/identity/oauth/clients.ts';
import { permissionsAmong } from '../../src/identity/oauth/scopes.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors } from '../../src/platform/errors.ts';
import { operation, type Parent } from '../operation.ts';
import type { Caller } from '../plugins/access.ts';
import type { AuditNote } from '../plugins/audit.ts';
import { Envelope, PAGE_QUERY, pageOf } from '../plugins/pagination.ts';
import { Id, NonEmpty, Nullable, OneOf, Params, ProjectParams, Text, Timestamp } from '../schemas.ts';
import { settingsOf } from './oauth-client-settings.ts';
import { refuseBeyond } from './person.ts';

const FIELDS = {
  id: Id,
  client_id: Id,
  project_id: Id,
  name: Type.String(),
  profile: Nullable(Type.String()),
  grant_types: Type.Array(Type.String()),
  redirect_uris: Type.Array(Type.String()),
  scopes: Nullable(Type.String({ description: 'separated by spaces; null where it may ask for any' })),
  pkce_required: Type.Boolean(),
  pkce_challenge_method: Type.String(),
  token_endpoint_auth_method: Type.String(),
  access_token_type: Type.String(),
  created: Timestamp,
  modified: Timestamp,
};
const OAuthClient = Type.Object(FIELDS);
const WithSecret = Type.Object({
  ...FIELDS,
  client_secret: Nullable(Type.String({ description: 'shown only here; null for a client without one' })),
});

const EDITABLE = {
  name: Type.Optional(NonEmpty(200)),
  grant_types: Type.Optional(Type.Array(OneOf(GRANT_TYPES), { minItems: 1, maxItems: 3 })),
  redirect_uris: Type.Optional(Type.Array(Text(2000), { maxItems: 50 })),
  scopes: Type.Optional(Nullable(Text(10_000, { description: 'separated by spaces' }))),
  pkce_required: Type.Optional(Type.Boolean()),
  pkce_challenge_method: Type.Optional(OneOf(['S256'])),
  token_endpoint_auth_method: Type.Optional(OneOf(AUTH_METHODS)),
  access_token_type: Type.Optional(OneOf(['opaque'])),
  profile: Type.Optional(Nullable(Text(200))),
};
const Settings = Type.Object(EDITABLE);

/** Settings whose values an audit event shows. */
const SHOWN = ['name', 'grant_types', 'redirect_uris', 'scopes', 'pkce_required', 'token_endpoint_auth_method'];

const record = (row: OAuthClientRow) => ({
  ...row,
  client_id: row.id,
  scopes: row.scopes?.join(' ') ?? null,
  pkce_challenge_method: 'S256',
  access_token_type: 'opaque',
});

export const oauthClientParent: Parent<OAuthClientRow> = { field: 'oauth_client', load: findOAuthClient };
const ClientParams = Params('org_id', 'project_id', 'oauth_client_id');

/** A credential that is cut down neither makes nor opens a client that may ask for more. */
function refuseWider(caller: Caller, scopes: readonly string[] | null): void {
  const permissions = permissionsAmong(scopes ?? []);
  refuseBeyond(caller, permissions.length > 0 ? permissions : null);
}

const create = operation(
  {
    id: 'oauth_client.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/oauth_client',
    tag: 'OAuth clients',
    summary: 'Register an OAuth client; its secret is shown once',
    description:
      'Without grant types it is a client-credentials client, or a code-flow client when it has redirect addresses. ' +
      'Redirect addresses are absolute https addresses or http on a loopback host, and are matched exactly.',
    access: 'project:create_oauth_client',
    params: ProjectParams,
    query: null,
    body: Settings,
    answers: { 200: WithSecret },
    loads: {},
    own: [],
    audit: 'oauth_client.created',
    idempotent: false,
    examples: { body: { name: 'Nightly import', scopes: 'task:view task:run offline_access' } },
  },
  async ({ ctx, caller, body, audit }) => {
    const settings = settingsOf(body, undefined);
    refuseWider(caller, settings.scopes);
    const place = { orgId: caller.orgId, projectId: caller.projectId, createdBy: caller.subject.id };
    const made = await ctx.db.transaction().execute(async (trx) => {
      const created = await createOAuthClient(trx, place, settings);
      await audit(trx, { ...noteOf(created.row), payload: fieldsOf(settings, SHOWN) });
      return created;
    });
    return { ...record(made.row), client_secret: made.secret };
  },
);

const list = operation(
  {
    id: 'oauth_client.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/oauth_client',
    tag: 'OAuth clients',
    summary: "The project's OAuth clients",
    access: 'project:view_oauth_clients',
    params: ProjectParams,
    query: Type.Object(PAGE_QUERY),
    body: null,
    answers: { 200: Envelope(OAuthClient) },
    loads: {},
    own: [],
    audit: null,
    idempotent: false,
  },
  async ({ ctx, caller, query }) => mapPage(await listOAuthClients(ctx.db, caller.projectId, pageOf(query)), record),
);

const read = operation(
  {
    id: 'oauth_client.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}',
    tag: 'OAuth clients',
    summary: 'Read an OAuth client',
    access: 'oauth_client:view',
    params: ClientParams,
    query: null,
    body: null,
    answers: { 200: OAuthClient },
    loads: { oauth_client_id: oauthClientParent },
    own: [],
    audit: null,
    idempotent: false,
  },
  ({ parents }) => record(parents.oauth_client_id),
);

const update = operation(
  {
    id: 'oauth_client.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}',
    tag: 'OAuth clients',
    summary: 'Change an OAuth client',
    description: 'Taking away a grant type, a scope or a redirect address revokes all its tokens.',
    access: 'oauth_client:edit',
    params: ClientParams,
    query: null,
    body: Settings,
    answers: { 200: OAuthClient },
    loads: { oauth_client_id: oauthClientParent },
    own: [],
    audit: 'oauth_client.updated',
    idempotent: false,
    examples: { body: { name: 'Hourly import' } },
  },
  async ({ ctx, caller, body, parents, audit }) => {
    const client = parents.oauth_client_id;
    const settings = settingsOf(body, client);
    refuseWider(caller, settings.scopes);
    const row = await ctx.db.transaction().execute(async (trx) => {
      const changed = (await updateOAuthClient(trx, client, settings)) ?? gone(client.id);
      await audit(trx, { ...noteOf(changed), payload: changesOf(client, settings, SHOWN) });
      return changed;
    });
    return record(row);
  },
);

const remove = operation(
  {
    id: 'oauth_client.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}',
    tag: 'OAuth clients',
    summary: 'Delete an OAuth client and revoke all its tokens',
    access: 'oauth_client:delete',
    params: ClientParams,
    query: null,
    body: null,
    answers: { 200: OAuthClient },
    loads: { oauth_client_id: oauthClientParent },
    own: [],
    audit: 'oauth_client.deleted',
    idempotent: false,
  },
  async ({ ctx, caller, params, audit }) => {
    const id = params.oauth_client_id;
    const row = await ctx.db.transaction().execute(async (trx) => {
      const deleted = (await deleteOAuthClient(trx, caller.projectId, id)) ?? gone(id);
      await audit(trx, noteOf(deleted));
      return deleted;
    });
    return record(row);
  },
);

const rotate = operation(
  {
    id: 'oauth_client.rotate_secret',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}/client_secret',
    tag: 'OAuth clients',
    summary: 'Give an OAuth client a new secret, shown once; the old one and its tokens end at once',
    access: 'oauth_client:edit',
    params: ClientParams,
    query: null,
    body: Settings,
    bodyOptional: true,
    answers: { 200: WithSecret },
    loads: { oauth_client_id: oauthClientParent },
    own: [],
    audit: 'oauth_client.secret_rotated',
    idempotent: false,
    examples: { body: {} },
  },
  async ({ ctx, caller, body, parents, audit }) => {
    const client = parents.oauth_client_id;
    const settings = settingsOf(body, client);
    refuseWider(caller, settings.scopes);
    if (settings.token_endpoint_auth_method === 'none') {
      throw errors.conflict('OAUTH_CLIENT_HAS_NO_SECRET', 'a public client has no secret', {
        oauth_client_id: client.id,
      });
    }
    return ctx.db.transaction().execute(async (trx) => {
      const row = await updateOAuthClient(trx, client, settings);
      const secret = await rotateSecret(trx, client.id);
      await audit(trx, { ...noteOf(client), payload: changesOf(client, settings, SHOWN) });
      return { ...record(row ?? gone(client.id)), client_secret: secret ?? null };
    });
  },
);

function noteOf(row: OAuthClientRow): AuditNote {
  return { resource: { type: 'oauth_client', id: row.id }, name: row.name };
}

function gone(id: string): never {
  throw errors.notFound('oauth_client', id);
}

export const OAUTH_CLIENT_OPERATIONS = [create, list, read, update, remove, rotate];
