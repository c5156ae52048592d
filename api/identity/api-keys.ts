import { sql } from 'kysely';
import Type from 'typebox';
import { listScopes } from '../../src/access/permissions.ts';
import { countActiveKeys, createApiKey, listActiveApiKeys, revokeApiKey } from '../../src/identity/api-keys.ts';
import { identityErrors } from '../../src/identity/errors.ts';
import { identityProblems } from '../../src/identity/problems.ts';
import { checkEach, errors, orNotFound } from '../../src/platform/errors.ts';
import { DisplayName, Id, Nullable, Timestamp } from '../../src/platform/schemas.ts';
import type { AuditDetails } from '../change.ts';
import { operation } from '../operation.ts';
import { assertScopesCovered, getUserId } from './user-access.ts';

const KEY_FIELDS = {
  id: Id,
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the value.' }),
  scopes: Nullable(Type.Array(Type.String())),
  created: Timestamp,
  last_used: Nullable(Timestamp),
  revoked: Nullable(Timestamp),
};
const ApiKey = Type.Object(KEY_FIELDS, { title: 'ApiKey' });
const CreatedApiKey = Type.Object(
  {
    ...KEY_FIELDS,
    value: Type.String({ description: 'API key, returned only once.' }),
    key: Type.String({ description: 'Same as `value`.' }),
    oauth_client_id: Type.Null({ description: 'Always null: an API key has no OAuth client.' }),
  },
  { title: 'CreatedApiKey' },
);

type KeyRow = Awaited<ReturnType<typeof listActiveApiKeys>>[number];
const toKeyRecord = ({ revoked_at, ...row }: KeyRow) => ({ ...row, revoked: revoked_at });

/** Audit details of a key, visible to its owner only. */
function toAuditDetails(ownerId: string, { id, name }: KeyRow, payload: object = {}): AuditDetails {
  const audience = { permission: 'project:manage_own_api_keys', of: null, ownerId } as const;
  return { resource: { type: 'api_key', id }, name, payload, audience: audience };
}

const create = operation(
  {
    id: 'identity.api_key.create',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/api_key',
    tag: 'API keys',
    summary: 'Create an API key',
    recordLimit: { table: 'api_keys', label: 'API keys', condition: sql`revoked_at is null` },
    auth: { permission: 'project:manage_own_api_keys' },
    request: {
      checks: 'dry-run',
      body: Type.Object({
        name: DisplayName(),
        scopes: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
      }),
      idempotent: false,
      example: { name: 'CI', scopes: ['task:run'] },
    },
    response: { schemas: { 200: CreatedApiKey }, errors: { 409: ['TOO_MANY_API_KEYS'] } },
    audit: { event: 'api_key.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const knownScopes = listScopes();
    checkEach(body.scopes ?? [], (scope, index) => {
      if (!knownScopes.includes(scope)) throw errors.invalid(['scopes', index], identityProblems.unknown_scope);
    });
    const userId = getUserId(caller, 'manage_own_api_keys');
    assertScopesCovered(caller, body.scopes ?? null);
    const scopes = body.scopes ?? null;
    const key = { orgId: caller.orgId, projectId: caller.projectId, userId, name: body.name, scopes };
    const limit = ctx.config.apiKeysPerPerson;
    const row = await change(async (trx) => {
      if (limit > 0 && (await countActiveKeys(trx, caller.projectId, userId)) >= limit)
        throw identityErrors.tooManyKeys(limit);
      const created = await createApiKey(trx, key);
      return { result: created, audited: toAuditDetails(userId, created, { scopes }) };
    });
    return { ...toKeyRecord(row), value: row.value, key: row.value, oauth_client_id: null };
  },
);

const list = operation(
  {
    id: 'identity.api_key.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/api_key',
    tag: 'API keys',
    summary: 'List your active API keys',
    auth: { permission: 'project:manage_own_api_keys' },
    response: { schemas: { 200: Type.Array(ApiKey) } },
  },
  async ({ ctx, caller }) =>
    (await listActiveApiKeys(ctx.db, caller.projectId, getUserId(caller, 'manage_own_api_keys'))).map(toKeyRecord),
);

const revoke = operation(
  {
    id: 'identity.api_key.revoke',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/api_key/{api_key_id}/revoke',
    tag: 'API keys',
    summary: 'Revoke an API key',
    auth: { permission: 'project:manage_own_api_keys' },
    request: { idempotent: false },
    response: { schemas: { 200: ApiKey } },
    audit: { event: 'api_key.revoked' },
  },
  async ({ caller, params, change }) => {
    const userId = getUserId(caller, 'manage_own_api_keys');
    const row = await change(async (trx) => {
      const found = await revokeApiKey(trx, caller.projectId, userId, params.api_key_id);
      const { key, isNew } = orNotFound(found, 'api_key', params.api_key_id);
      return { result: key, audited: isNew ? toAuditDetails(userId, key) : 'unchanged' };
    });
    return toKeyRecord(row);
  },
);

export const API_KEY_OPERATIONS = [create, list, revoke];
