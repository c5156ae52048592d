import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { getGrantsOn } from '../../../src/access/principal-grants.ts';
import { wakeWaitingRuns } from '../../../src/agents/calls/waits.ts';
import { saveCredential } from '../../../src/connections/credentials.ts';
import { splitCredential } from '../../../src/connections/integrations/credential.ts';
import { getIntegrationKind } from '../../../src/connections/integrations/kinds/index.ts';
import { revokeToken } from '../../../src/connections/integrations/oauth/account.ts';
import { findTokenToRevoke } from '../../../src/connections/integrations/oauth/revocation.ts';
import { DOCUMENT_LIMITS } from '../../../src/connections/integrations/openapi/document.ts';
import * as integrations from '../../../src/connections/integrations/queries.ts';
import { assertEnabledTools, prepareIntegration, toSecret } from '../../../src/connections/integrations/setup.ts';
import type { IntegrationConfig } from '../../../src/connections/integrations/tables.ts';
import { integrationProblems } from '../../../src/connections/problems.ts';
import { endWaits } from '../../../src/connections/waits.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { errors, orNotFound, Problems, throwProblems } from '../../../src/platform/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import { assertImmutableFields } from '../../immutable-fields.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { NOT_DELETED } from '../../record-limit.ts';
import {
  INTEGRATION,
  INTEGRATIONS,
  Integration,
  IntegrationCreate,
  IntegrationUpdate,
  toIntegrationRecord,
} from './schemas.ts';

const SHOW_QUERY = {
  include_disabled_tools: Type.Boolean({
    default: false,
    description: 'Whether to include disabled tools. Default false.',
  }),
};

/** Maximum bytes of a body. In JSON, each quote and line break of a document takes two bytes. */
const MAX_BODY_BYTES = 2 * DOCUMENT_LIMITS.bytes + 64 * 1024;

/** Returns the record of an integration with its enabled tools, or with all of them. */
export async function loadRecord(
  db: Executor,
  row: integrations.IntegrationRow,
  includeDisabled: boolean,
  canEdit = true,
) {
  const tools = await integrations.getIntegrationTools(db, [row]);
  return toIntegrationRecord(row, tools.get(row.id) ?? [], includeDisabled, canEdit);
}

const create = operation(
  {
    id: 'integration.create',
    method: 'POST',
    path: INTEGRATIONS,
    tag: 'Integrations',
    summary: 'Create an integration with an external service',
    recordLimit: { table: 'integrations', label: 'integrations', condition: NOT_DELETED },
    auth: { permission: 'project:create_integration' },
    request: {
      body: IntegrationCreate,
      checks: ({ ctx, caller, body: { type, config = {} } }) =>
        type && prepareIntegration(ctx.http, getIntegrationKind(type), config, caller.orgId),
      maxBodyBytes: MAX_BODY_BYTES,
      idempotent: false,
      example: { type: 'github', name: 'GitHub of the shop' },
    },
    response: { schemas: { 200: Integration } },
    audit: { event: 'integration.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const kind = getIntegrationKind(body.type);
    const { config, tools, secret } = await prepareIntegration(ctx.http, kind, body.config ?? {}, caller.orgId);
    const id = newId();
    const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
    const name = body.name ?? config.title?.slice(0, 200) ?? kind.name;
    const row = await change(async (trx) => {
      if (secret) await saveCredential(trx, ctx.ring, { id, ...owner, secret });
      const created = await integrations.createIntegration(trx, owner, {
        id,
        type: kind.type,
        name,
        config,
        status: kind.service ? 'needs_authorization' : 'authorized',
        credentialId: secret ? id : null,
        tools,
      });
      const audited = { resource: { type: 'integration', id }, name, payload: { type: kind.type } };
      return { result: created, audited };
    });
    return loadRecord(ctx.db, row, false);
  },
);

const list = operation(
  {
    id: 'integration.list',
    method: 'GET',
    path: INTEGRATIONS,
    tag: 'Integrations',
    summary: 'List integrations, newest first',
    auth: { permission: 'project:view' },
    request: { query: Type.Object({ ...PAGE_QUERY, ...SHOW_QUERY }) },
    response: { schemas: { 200: Envelope(Integration) } },
  },
  async ({ ctx, caller, query, page }) => {
    const found = await integrations.listIntegrations(ctx.db, caller.projectId, page);
    const tools = await integrations.getIntegrationTools(ctx.db, found.results);
    const ids = found.results.map(({ id }) => id);
    const getGrants = await getGrantsOn(ctx.db, caller, 'integration', ids);
    const canEdit = (id: string) => hasPermission(getGrants(id), 'integration:edit');
    const includesDisabled = query.include_disabled_tools;
    return mapPage(found, (row) =>
      toIntegrationRecord(row, tools.get(row.id) ?? [], includesDisabled, canEdit(row.id)),
    );
  },
);

const read = operation(
  {
    id: 'integration.read',
    method: 'GET',
    path: INTEGRATION,
    tag: 'Integrations',
    summary: 'Get an integration',
    auth: { permission: 'integration:view' },
    request: { query: Type.Object(SHOW_QUERY) },
    response: { schemas: { 200: Integration } },
  },
  ({ ctx, caller, parents, query }) =>
    loadRecord(
      ctx.db,
      parents.integration_id,
      query.include_disabled_tools,
      hasPermission(caller.grants, 'integration:edit'),
    ),
);

const update = operation(
  {
    id: 'integration.update',
    method: 'POST',
    path: INTEGRATION,
    tag: 'Integrations',
    summary: 'Update the name, enabled tools or credential of an integration',
    auth: { permission: 'integration:edit' },
    request: {
      checks: 'dry-run',
      body: IntegrationUpdate,
      idempotent: false,
      example: { name: 'GitHub of the office', config: { enabled_tools: ['list_issues', 'get_issue'] } },
    },
    response: { schemas: { 200: Integration } },
    audit: { event: 'integration.updated' },
  },
  async ({ ctx, caller, params, body, change }) => {
    const id = params.integration_id;
    const { row, hasNewCredential } = await change(async (trx) => {
      const find = () => integrations.findIntegration(trx, caller.projectId, id);
      const locked = orNotFound(await integrations.lockIntegration(trx, caller.projectId, id), 'integration', id);
      const newCredential = getNewCredential(locked, body);
      const problems = new Problems();
      await problems.run(() =>
        assertImmutableFields(locked, body, ['type'], 'make another integration of the other type'),
      );
      await problems.run(() => assertSameApi(locked, body));
      const fields = await problems.runLast(() => getChanges(trx, locked, body, newCredential));
      if (Object.keys(fields).length === 0 && newCredential === undefined)
        return { result: { row: locked, hasNewCredential: false }, audited: 'unchanged' };
      await integrations.updateIntegration(trx, id, fields);
      if (newCredential !== undefined) {
        const secret = toSecret(splitCredential(newCredential).secret);
        if (secret)
          await saveCredential(trx, ctx.ring, { id, orgId: locked.org_id, projectId: locked.project_id, secret });
        await integrations.setCredential(trx, locked, secret === undefined ? null : id, caller.subject.id);
        await endWaits(trx, [id]);
      }
      const edited = orNotFound(await find(), 'integration', id);
      const payload = { changed: [...Object.keys(fields), ...(newCredential === undefined ? [] : ['credential'])] };
      const audited = { resource: { type: 'integration', id }, name: edited.name, payload };
      return { result: { row: edited, hasNewCredential: newCredential !== undefined }, audited };
    });
    if (hasNewCredential) await wakeWaitingRuns(ctx, [id]);
    return loadRecord(ctx.db, row, false);
  },
);

type Edit = Static<typeof IntegrationUpdate>;

/** Tools and the credential belong to one API. Throws a 422 if a body changes the API. */
function assertSameApi(row: integrations.IntegrationRow, { config = {} }: Edit): void {
  const fields = ['document', 'document_url', 'base_url', 'allowed_origins'] as const;
  throwProblems(
    fields.flatMap((field) =>
      config[field] === undefined || isDeepStrictEqual(config[field], Reflect.get(row.config, field))
        ? []
        : errors.invalid(['config', field], integrationProblems.integration_setting_fixed),
    ),
  );
}

/** The new credential in a body. Undefined if the body repeats the record, which has no secret. */
function getNewCredential(row: integrations.IntegrationRow, { config }: Edit) {
  return isDeepStrictEqual(config?.credential, row.config.credential) ? undefined : config?.credential;
}

/** The fields that a body changes. Throws a 422 if it is invalid. */
async function getChanges(
  trx: Executor,
  row: integrations.IntegrationRow,
  { name, config }: Edit,
  credential: ReturnType<typeof getNewCredential>,
): Promise<{ readonly name?: string; readonly config?: IntegrationConfig }> {
  const { enabled_tools: enabled, exposed_tools: exposed } = config ?? {};
  const problems = new Problems();
  if (credential !== undefined && getIntegrationKind(row.type).service)
    problems.add(
      errors.invalid(['config', 'credential'], integrationProblems.setting_not_for_type({ type: row.type })).problems,
    );
  for (const [field, ids] of [
    ['enabled_tools', enabled],
    ['exposed_tools', exposed],
  ] as const) {
    if (ids === undefined || ids === null) continue;
    const tools = await integrations.getIntegrationTools(trx, [row], ids);
    const declared = (tools.get(row.id) ?? []).map((tool) => tool.declared);
    await problems.run(() => assertEnabledTools(ids, declared, field));
  }
  problems.throwIfAny();
  const next = {
    ...row.config,
    ...(enabled === undefined ? {} : { enabled_tools: enabled }),
    ...(exposed === undefined ? {} : { exposed_tools: exposed }),
    ...(credential === undefined ? {} : { credential: splitCredential(credential).display }),
  };
  return {
    ...(name === undefined || name === row.name ? {} : { name }),
    ...(JSON.stringify(next) === JSON.stringify(row.config) ? {} : { config: next }),
  };
}

const remove = operation(
  {
    id: 'integration.delete',
    method: 'DELETE',
    path: INTEGRATION,
    tag: 'Integrations',
    summary: 'Delete an integration and its credential',
    auth: { permission: 'integration:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: Integration } },
    audit: { event: 'integration.deleted' },
  },
  async ({ ctx, caller, params, change }) => {
    const id = params.integration_id;
    const { record, type, token } = await change(async (trx) => {
      const row = orNotFound(await integrations.lockIntegration(trx, caller.projectId, id), 'integration', id);
      const result = {
        record: await loadRecord(trx, row, false),
        type: row.type,
        token: await findTokenToRevoke(trx, ctx.ring, row),
      };
      await integrations.deleteIntegration(trx, row);
      await endWaits(trx, [id], `the integration ${row.name} was deleted`);
      return { result, audited: { resource: { type: 'integration', id }, name: row.name } };
    });
    await wakeWaitingRuns(ctx, [id]);
    if (token !== undefined) await revokeToken(ctx, getIntegrationKind(type), token);
    return { ...record, deleted: true };
  },
);

export const INTEGRATION_RECORD_OPERATIONS = [create, list, read, update, remove];
