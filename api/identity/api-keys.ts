import Type from 'typebox';
import { apiScopes } from '../../src/access/permissions.ts';
import { countLiveKeys, createApiKey, liveApiKeys, revokeApiKey } from '../../src/identity/api-keys.ts';
import { identityErrors } from '../../src/identity/errors.ts';
import { identityProblems } from '../../src/identity/problems.ts';
import { checkEach, errors, orNotFound } from '../../src/platform/errors.ts';
import type { AuditNote } from '../change.ts';
import { operation } from '../operation.ts';
import { Id, Nullable, PlainName, Timestamp } from '../schemas.ts';
import { personOf, refuseBeyond } from './person.ts';

const KEY_FIELDS = {
  id: Id,
  name: Type.String(),
  prefix: Type.String({ description: 'the first characters of the value' }),
  scopes: Nullable(Type.Array(Type.String())),
  created: Timestamp,
  last_used: Nullable(Timestamp),
  revoked: Nullable(Timestamp),
};
const ApiKey = Type.Object(KEY_FIELDS, { title: 'ApiKey' });
const NewApiKey = Type.Object(
  {
    ...KEY_FIELDS,
    value: Type.String({ description: 'the key itself; shown only here' }),
    key: Type.String({ description: 'the same as `value`' }),
    oauth_client_id: Type.Null({ description: 'a key belongs to no OAuth client' }),
  },
  { title: 'NewApiKey' },
);

type KeyRow = Awaited<ReturnType<typeof liveApiKeys>>[number];
const keyRecord = ({ revoked_at, ...row }: KeyRow) => ({ ...row, revoked: revoked_at });

/** A key is its owner's: nobody else sees it. */
function noteOf(ownerId: string, { id, name }: KeyRow, payload: object = {}): AuditNote {
  const told = { permission: 'project:manage_own_api_keys', of: null, ownerId } as const;
  return { resource: { type: 'api_key', id }, name, payload, told };
}

const create = operation(
  {
    id: 'identity.api_key.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/api_key',
    tag: 'API keys',
    summary: 'Mint an API key; its value is shown once',
    auth: { permission: 'project:manage_own_api_keys' },
    request: {
      body: Type.Object({
        name: PlainName(),
        scopes: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
      }),
      idempotent: false,
      example: { name: 'CI', scopes: ['task:run'] },
    },
    response: { schemas: { 200: NewApiKey }, errors: { 409: ['TOO_MANY_API_KEYS'] } },
    audit: { event: 'api_key.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const known = apiScopes();
    checkEach(body.scopes ?? [], (scope, index) => {
      if (!known.includes(scope)) throw errors.invalid(['scopes', index], identityProblems.unknown_scope);
    });
    const userId = personOf(caller, 'manage_own_api_keys');
    refuseBeyond(caller, body.scopes ?? null);
    const scopes = body.scopes ?? null;
    const key = { orgId: caller.orgId, projectId: caller.projectId, userId, name: body.name, scopes };
    const most = ctx.config.apiKeysPerPerson;
    const row = await change(async (trx) => {
      if (most > 0 && (await countLiveKeys(trx, caller.projectId, userId)) >= most)
        throw identityErrors.tooManyKeys(most);
      const made = await createApiKey(trx, key);
      return { result: made, audited: noteOf(userId, made, { scopes }) };
    });
    return { ...keyRecord(row), value: row.value, key: row.value, oauth_client_id: null };
  },
);

const list = operation(
  {
    id: 'identity.api_key.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/api_key',
    tag: 'API keys',
    summary: "The caller's live keys",
    auth: { permission: 'project:manage_own_api_keys' },
    response: { schemas: { 200: Type.Array(ApiKey) } },
  },
  async ({ ctx, caller }) =>
    (await liveApiKeys(ctx.db, caller.projectId, personOf(caller, 'manage_own_api_keys'))).map(keyRecord),
);

const revoke = operation(
  {
    id: 'identity.api_key.revoke',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/api_key/{api_key_id}/revoke',
    tag: 'API keys',
    summary: 'Revoke a key',
    auth: { permission: 'project:manage_own_api_keys' },
    request: { idempotent: false },
    response: { schemas: { 200: ApiKey } },
    audit: { event: 'api_key.revoked' },
  },
  async ({ caller, params, change }) => {
    const userId = personOf(caller, 'manage_own_api_keys');
    const row = await change(async (trx) => {
      const found = await revokeApiKey(trx, caller.projectId, userId, params.api_key_id);
      const { key, isNew } = orNotFound(found, 'api_key', params.api_key_id);
      return { result: key, audited: isNew ? noteOf(userId, key) : 'unchanged' };
    });
    return keyRecord(row);
  },
);

export const API_KEY_OPERATIONS = [create, list, revoke];
