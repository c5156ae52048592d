import Type, { type Static } from 'typebox';
import { accessErrors } from '../../../src/access/errors.ts';
import { requireClientRoles } from '../../../src/access/no-more.ts';
import { holds } from '../../../src/access/permissions.ts';
import { VIEWERS } from '../../../src/access/roles.ts';
import { changesOf, fieldsOf } from '../../../src/audit/changes.ts';
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
  setMaker,
  updateOAuthClient,
} from '../../../src/identity/oauth/clients.ts';
import { permissionsAmong } from '../../../src/identity/oauth/scopes.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { digestJson } from '../../../src/platform/digest.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { VISIBLE_LINE_PATTERN } from '../../../src/platform/names.ts';
import { operation } from '../../operation.ts';
import type { Caller } from '../../plugins/access.ts';
import type { AuditNote } from '../../plugins/audit.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { versioned } from '../../plugins/versions.ts';
import { Id, Nullable, OneOf, PlainName, Text, Timestamp } from '../../schemas.ts';
import { refuseBeyond } from '../person.ts';
import { settingsOf } from './client-settings.ts';

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
const OAuthClient = versioned(
  { table: 'oauth_clients', path: '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}' },
  Type.Object(FIELDS, { title: 'OAuthClient' }),
);
const WithSecret = versioned(
  { table: 'oauth_clients', path: '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}' },
  Type.Object(
    {
      ...FIELDS,
      client_secret: Nullable(Type.String({ description: 'shown only here; null for a client without one' })),
    },
    { title: 'OAuthClientWithSecret' },
  ),
);

const EDITABLE = {
  name: Type.Optional(PlainName()),
  grant_types: Type.Optional(Type.Array(OneOf(GRANT_TYPES), { minItems: 1, maxItems: 3 })),
  redirect_uris: Type.Optional(Type.Array(Text(2000), { maxItems: 50 })),
  scopes: Type.Optional(Nullable(Text(10_000, { description: 'separated by spaces' }))),
  pkce_required: Type.Optional(Type.Boolean()),
  pkce_challenge_method: Type.Optional(OneOf(['S256'])),
  token_endpoint_auth_method: Type.Optional(OneOf(AUTH_METHODS)),
  access_token_type: Type.Optional(OneOf(['opaque'])),
  profile: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 200,
        pattern: VISIBLE_LINE_PATTERN,
        description: 'what it says of itself on the page that asks for consent',
      }),
    ),
  ),
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

/** A credential that is cut down neither makes nor opens a client that may ask for more. */
function refuseWider(caller: Caller, scopes: readonly string[] | null): void {
  const permissions = permissionsAmong(scopes ?? []);
  refuseBeyond(caller, permissions.length > 0 ? permissions : null);
}

/**
 * Decides who and what a client-credentials client is. It acts as an editor of its project and holds what the project holds
 * elsewhere, so that its secret, scopes and grant types are for those who may make one: a role on the client alone does not
 * suffice.
 */
async function checkMayMake(
  trx: Executor,
  caller: Caller,
  before: ClientSettings,
  after: ClientSettings,
  rotates: boolean,
): Promise<void> {
  if (!acts(before) && !acts(after)) return;
  if (!rotates && powers(before) === powers(after)) return;
  const project = { type: 'project', id: caller.projectId } as const;
  if (!holds(caller.holdings, 'project:create_oauth_client'))
    throw accessErrors.permissionCheckFailed(caller.subject, project, 'create_oauth_client');
  if (acts(after)) await requireClientRoles(trx, caller, caller.projectId);
}

/** A digest of what a client may do. */
const powers = ({ grant_types, scopes }: ClientSettings) =>
  digestJson([grant_types.toSorted(), scopes?.toSorted() ?? null]);

/** Whether somebody sees the organization's other projects: who does not lets no client see them by changing what it may. */
const inherits = ({ holdings }: Caller) => VIEWERS.some((role) => holdings.roles.organization?.has(role));

const acts = ({ grant_types }: ClientSettings) => grant_types.includes('client_credentials');

/** The settings that a request makes of a client as it is now, where the caller may make it so. */
async function newSettings(
  trx: Executor,
  caller: Caller,
  body: Static<typeof Settings>,
  before: ClientSettings,
  rotates: boolean,
) {
  const settings = settingsOf(body, before);
  await checkMayMake(trx, caller, before, settings, rotates);
  refuseWider(caller, settings.scopes);
  return settings;
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
      'A client-credentials client holds what its project does, so its maker must be able to give each of those roles. ' +
      'Redirect addresses are absolute https addresses or http on a loopback host, and are matched exactly.',
    access: 'project:create_oauth_client',
    body: Settings,
    answers: { 200: WithSecret },
    audit: 'oauth_client.created',
    idempotent: false,
    examples: { body: { name: 'Nightly import', scopes: 'task:view task:run offline_access' } },
  },
  async ({ caller, body, change }) => {
    const settings = settingsOf(body, undefined);
    refuseWider(caller, settings.scopes);
    const place = { orgId: caller.orgId, projectId: caller.projectId, createdBy: caller.subject.id };
    const made = await change(async (trx) => {
      if (acts(settings)) await requireClientRoles(trx, caller, caller.projectId);
      const created = await createOAuthClient(trx, place, settings);
      return { result: created, audited: { ...noteOf(created.row), payload: fieldsOf(settings, SHOWN) } };
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
    query: Type.Object(PAGE_QUERY),
    answers: { 200: Envelope(OAuthClient) },
  },
  async ({ ctx, caller, page }) => mapPage(await listOAuthClients(ctx.db, caller.projectId, page), record),
);

const read = operation(
  {
    id: 'oauth_client.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}',
    tag: 'OAuth clients',
    summary: 'Read an OAuth client',
    access: 'oauth_client:view',
    answers: { 200: OAuthClient },
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
    description:
      'Taking away a grant type or a scope revokes all its tokens. Changing its name, redirect addresses, grant types or PKCE ' +
      'ends what people granted it: they consented to another client, and are asked anew. The scopes and grant types of a ' +
      'client-credentials client, which acts as an editor of the project, need `project:create_oauth_client`.',
    access: 'oauth_client:edit',
    body: Settings,
    answers: { 200: OAuthClient },
    audit: 'oauth_client.updated',
    idempotent: false,
    examples: { body: { name: 'Hourly import' } },
  },
  async ({ caller, body, params, change }) => {
    const row = await change(async (trx) => {
      const client = await lock(trx, caller, params.oauth_client_id);
      const settings = await newSettings(trx, caller, body, client, false);
      const payload = changesOf(client, settings, SHOWN);
      if (payload.changed.length === 0) return { result: client, audited: 'unchanged' };
      const changed = await updateOAuthClient(trx, client, settings);
      if (powers(client) !== powers(settings) && !inherits(caller)) await setMaker(trx, client.id, caller.subject.id);
      return { result: changed, audited: { ...noteOf(changed), payload } };
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
    answers: { 200: OAuthClient },
    audit: 'oauth_client.deleted',
    idempotent: false,
  },
  async ({ caller, params, change }) => {
    const id = params.oauth_client_id;
    const row = await change(async (trx) => {
      const deleted = orNotFound(await deleteOAuthClient(trx, caller.projectId, id), 'oauth_client', id);
      return { result: deleted, audited: noteOf(deleted) };
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
    description: 'Of a client-credentials client it needs `project:create_oauth_client` besides.',
    access: 'oauth_client:edit',
    body: Settings,
    bodyOptional: true,
    answers: { 200: WithSecret },
    errors: { 409: ['OAUTH_CLIENT_HAS_NO_SECRET'] },
    audit: 'oauth_client.secret_rotated',
    idempotent: false,
    examples: { body: {} },
  },
  ({ caller, body, params, change }) =>
    change(async (trx) => {
      const client = await lock(trx, caller, params.oauth_client_id);
      const settings = await newSettings(trx, caller, body, client, true);
      if (settings.token_endpoint_auth_method === 'none') {
        throw identityErrors.clientHasNoSecret(client.id);
      }
      const row = await updateOAuthClient(trx, client, settings);
      const secret = await rotateSecret(trx, client.id, caller.subject.id);
      return {
        result: { ...record(row), client_secret: secret },
        audited: { ...noteOf(row), payload: changesOf(client, settings, SHOWN) },
      };
    }),
);

/** The client as it is now: what another request changed meanwhile is neither undone nor passed by. */
async function lock(trx: Executor, caller: Caller, id: string): Promise<OAuthClientRow> {
  return orNotFound(await lockOAuthClient(trx, caller.projectId, id), 'oauth_client', id);
}

function noteOf(row: OAuthClientRow): AuditNote {
  return { resource: { type: 'oauth_client', id: row.id }, name: row.name };
}

export const OAUTH_CLIENT_OPERATIONS = [create, list, read, update, remove, rotate];
