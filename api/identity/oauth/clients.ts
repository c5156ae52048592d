import Type, { type Static } from 'typebox';
import { assertCanCreateClient } from '../../../src/access/delegation.ts';
import { pickFields, toChangePayload } from '../../../src/audit/changes.ts';
import { identityErrors } from '../../../src/identity/errors.ts';
import {
  AUTH_METHODS,
  type ClientSettings,
  createOAuthClient,
  deleteOAuthClient,
  GRANT_TYPES,
  listOAuthClients,
  lockOAuthClient,
  type OAuthClientRow,
  rotateSecret,
  setCreator,
  updateOAuthClient,
} from '../../../src/identity/oauth/clients.ts';
import { isRegisteredClientId } from '../../../src/identity/oauth/registrations.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import {
  BoundedText,
  DisplayName,
  Id,
  Nullable,
  StringEnum,
  Timestamp,
  VisibleLine,
} from '../../../src/platform/schemas.ts';
import type { Caller } from '../../caller.ts';
import type { AuditDetails } from '../../change.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { toVersionedSchema } from '../../plugins/versions.ts';
import { NOT_DELETED } from '../../record-limit.ts';
import {
  actsAsProject,
  assertCanCreate,
  assertNotWider,
  digestPermissions,
  seesOtherProjects,
} from './client-rights.ts';
import { toClientSettings } from './client-settings.ts';

const FIELDS = {
  id: Id,
  client_id: Type.String({
    description: 'ID in OAuth requests: the ID of the record, or how the client identifies itself.',
  }),
  project_id: Id,
  name: Type.String(),
  profile: Nullable(Type.String()),
  grant_types: Type.Array(Type.String()),
  redirect_uris: Type.Array(Type.String()),
  scopes: Nullable(Type.String({ description: 'Space-separated scopes; null allows any scope.' })),
  pkce_required: Type.Boolean(),
  pkce_challenge_method: Type.String(),
  token_endpoint_auth_method: Type.String(),
  access_token_type: Type.String(),
  registration: StringEnum(['editor', 'metadata_document', 'dynamic'], {
    description:
      'How the client was created: by an editor, or by a user who connected an application that identifies itself by a metadata document or a dynamic registration.',
  }),
  created: Timestamp,
  modified: Timestamp,
};
const OAuthClient = toVersionedSchema(
  { table: 'oauth_clients', path: '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}' },
  Type.Object(FIELDS, { title: 'OAuthClient' }),
);
const WithSecret = toVersionedSchema(
  { table: 'oauth_clients', path: '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}' },
  Type.Object(
    {
      ...FIELDS,
      client_secret: Nullable(
        Type.String({ description: 'Client secret, returned only once; null for a public client.' }),
      ),
    },
    { title: 'OAuthClientWithSecret' },
  ),
);

const EDITABLE = {
  name: Type.Optional(DisplayName()),
  grant_types: Type.Optional(Type.Array(StringEnum(GRANT_TYPES), { minItems: 1, maxItems: 3 })),
  redirect_uris: Type.Optional(Type.Array(BoundedText(2000), { maxItems: 50 })),
  scopes: Type.Optional(Nullable(BoundedText(10_000, { description: 'Space-separated scopes.' }))),
  pkce_required: Type.Optional(Type.Boolean()),
  pkce_challenge_method: Type.Optional(StringEnum(['S256'])),
  token_endpoint_auth_method: Type.Optional(StringEnum(AUTH_METHODS)),
  access_token_type: Type.Optional(StringEnum(['opaque'])),
  profile: Type.Optional(Nullable(VisibleLine(200, { description: 'Text shown on the consent page.' }))),
};
const Settings = Type.Object(EDITABLE);

/** Settings whose values appear in audit events. */
const SHOWN = ['name', 'grant_types', 'redirect_uris', 'scopes', 'pkce_required', 'token_endpoint_auth_method'];

const record = ({ external_id: externalId, ...row }: OAuthClientRow) => ({
  ...row,
  client_id: externalId ?? row.id,
  registration: toRegistration(externalId),
  scopes: row.scopes?.join(' ') ?? null,
  pkce_challenge_method: 'S256',
  access_token_type: 'opaque',
});

function toRegistration(externalId: string | null) {
  if (externalId === null) return 'editor' as const;
  return isRegisteredClientId(externalId) ? ('dynamic' as const) : ('metadata_document' as const);
}

/** Resulting settings of a client. Throws unless the caller may set them. */
async function toNewSettings(
  trx: Executor,
  caller: Caller,
  body: Static<typeof Settings>,
  before: ClientSettings,
  rotates: boolean,
) {
  const settings = toClientSettings(body, before);
  await assertCanCreate(trx, caller, before, settings, rotates);
  assertNotWider(caller, settings.scopes);
  return settings;
}

const create = operation(
  {
    id: 'oauth_client.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/oauth_client',
    tag: 'OAuth clients',
    summary: 'Create an OAuth client',
    description:
      'Returns the secret once. The default grant type is client_credentials, or authorization_code if redirect URIs are ' +
      'given. A client-credentials client has the roles of its project, so its creator must be able to grant each of them. ' +
      'Redirect URIs are absolute https URLs, or http on a loopback host, and are matched exactly.',
    recordLimit: { table: 'oauth_clients', label: 'OAuth clients', condition: NOT_DELETED },
    auth: { permission: 'project:create_oauth_client' },
    request: {
      body: Settings,
      checks: ({ body }) => void toClientSettings(body, undefined),
      idempotent: false,
      example: { name: 'Nightly import', scopes: 'task:view task:run offline_access' },
    },
    response: { schemas: { 200: WithSecret } },
    audit: { event: 'oauth_client.created' },
  },
  async ({ caller, body, change }) => {
    const settings = toClientSettings(body, undefined);
    assertNotWider(caller, settings.scopes);
    const place = { orgId: caller.orgId, projectId: caller.projectId, createdBy: caller.subject.id };
    const created = await change(async (trx) => {
      if (actsAsProject(settings)) await assertCanCreateClient(trx, caller, caller.projectId);
      const created = await createOAuthClient(trx, place, settings);
      return { result: created, audited: { ...toAuditDetails(created.row), payload: pickFields(settings, SHOWN) } };
    });
    return { ...record(created.row), client_secret: created.secret };
  },
);

const list = operation(
  {
    id: 'oauth_client.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/oauth_client',
    tag: 'OAuth clients',
    summary: 'List OAuth clients',
    description: 'Includes applications that users have connected and no editor created.',
    auth: { permission: 'project:view_oauth_clients' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(OAuthClient) } },
  },
  async ({ ctx, caller, page }) => mapPage(await listOAuthClients(ctx.db, caller.projectId, page), record),
);

const read = operation(
  {
    id: 'oauth_client.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}',
    tag: 'OAuth clients',
    summary: 'Get an OAuth client',
    auth: { permission: 'oauth_client:view' },
    response: { schemas: { 200: OAuthClient } },
  },
  ({ parents }) => record(parents.oauth_client_id),
);

const update = operation(
  {
    id: 'oauth_client.update',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}',
    tag: 'OAuth clients',
    summary: 'Update an OAuth client',
    description:
      'Removing a grant type or scope revokes all tokens of the client. Changing its name, redirect URIs, grant types or ' +
      'PKCE ends all user grants, and users are asked for consent again. Changing the scopes or grant types of a ' +
      'client-credentials client requires `project:create_oauth_client`, because it acts as a project editor.',
    auth: { permission: 'oauth_client:edit' },
    request: { checks: 'dry-run', body: Settings, idempotent: false, example: { name: 'Hourly import' } },
    response: { schemas: { 200: OAuthClient }, errors: { 409: ['OAUTH_CLIENT_NOT_EDITABLE'] } },
    audit: { event: 'oauth_client.updated' },
  },
  async ({ caller, body, params, change }) => {
    const row = await change(async (trx) => {
      const client = await lock(trx, caller, params.oauth_client_id);
      const settings = await toNewSettings(trx, caller, body, client, false);
      const payload = toChangePayload(client, settings, SHOWN);
      if (payload.changed.length === 0) return { result: client, audited: 'unchanged' };
      const changed = await updateOAuthClient(trx, client, settings);
      if (digestPermissions(client) !== digestPermissions(settings) && !seesOtherProjects(caller))
        await setCreator(trx, client.id, caller.subject.id);
      return { result: changed, audited: { ...toAuditDetails(changed), payload } };
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
    auth: { permission: 'oauth_client:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: OAuthClient } },
    audit: { event: 'oauth_client.deleted' },
  },
  async ({ caller, params, change }) => {
    const id = params.oauth_client_id;
    const row = await change(async (trx) => {
      const deleted = orNotFound(await deleteOAuthClient(trx, caller.projectId, id), 'oauth_client', id);
      return { result: deleted, audited: toAuditDetails(deleted) };
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
    summary: 'Rotate the secret of an OAuth client',
    description:
      'Returns the new secret once. The old secret and its tokens stop working immediately. For a client-credentials client, also requires `project:create_oauth_client`.',
    auth: { permission: 'oauth_client:edit' },
    request: { checks: 'dry-run', body: Settings, bodyOptional: true, idempotent: false, example: {} },
    response: {
      schemas: { 200: WithSecret },
      errors: { 409: ['OAUTH_CLIENT_HAS_NO_SECRET', 'OAUTH_CLIENT_NOT_EDITABLE'] },
    },
    audit: { event: 'oauth_client.secret_rotated' },
  },
  ({ caller, body, params, change }) =>
    change(async (trx) => {
      const client = await lock(trx, caller, params.oauth_client_id);
      const settings = await toNewSettings(trx, caller, body, client, true);
      if (settings.token_endpoint_auth_method === 'none') {
        throw identityErrors.clientHasNoSecret(client.id);
      }
      const row = await updateOAuthClient(trx, client, settings);
      const secret = await rotateSecret(trx, client.id, caller.subject.id);
      return {
        result: { ...record(row), client_secret: secret },
        audited: { ...toAuditDetails(row), payload: toChangePayload(client, settings, SHOWN) },
      };
    }),
);

/**
 * Loads and locks the client, so that concurrent changes are neither lost nor bypassed. Throws a 409 for a client that
 * no editor created.
 */
async function lock(trx: Executor, caller: Caller, id: string): Promise<OAuthClientRow> {
  const client = orNotFound(await lockOAuthClient(trx, caller.projectId, id), 'oauth_client', id);
  if (client.external_id !== null) throw identityErrors.clientNotEditable(id);
  return client;
}

function toAuditDetails(row: OAuthClientRow): AuditDetails {
  return { resource: { type: 'oauth_client', id: row.id }, name: row.name };
}

export const OAUTH_CLIENT_OPERATIONS = [create, list, read, update, remove, rotate];
