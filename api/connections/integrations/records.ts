import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { getGrantsOn } from '../../../src/access/principal-grants.ts';
import { wakeWaiting } from '../../../src/agents/calls/waits.ts';
import { saveCredential } from '../../../src/connections/credentials.ts';
import { splitCredential } from '../../../src/connections/integrations/credential.ts';
import { kindOfType } from '../../../src/connections/integrations/kinds/index.ts';
import { revokeToken } from '../../../src/connections/integrations/oauth/account.ts';
import { tokenToRevoke } from '../../../src/connections/integrations/oauth/release.ts';
import { DOCUMENT_LIMITS } from '../../../src/connections/integrations/openapi/document.ts';
import * as integrations from '../../../src/connections/integrations/queries.ts';
import { checkEnabled, secretOf, setUp } from '../../../src/connections/integrations/setup.ts';
import type { IntegrationConfig } from '../../../src/connections/integrations/tables.ts';
import { endWaits } from '../../../src/connections/waits.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { errors, orNotFound, refuseAll } from '../../../src/platform/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import { assertImmutableFields } from '../../immutable-fields.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import {
  INTEGRATION,
  INTEGRATIONS,
  Integration,
  IntegrationCreate,
  IntegrationUpdate,
  integrationRecord,
  SHOW_QUERY,
} from './schemas.ts';

/** A document as JSON text in a body: each of its quotes and ends of lines takes two bytes there. */
const MOST_BYTES = 2 * DOCUMENT_LIMITS.bytes + 64 * 1024;

/** The record of an integration, with all its tools or those that are enabled. */
export async function recordOf(
  db: Executor,
  row: integrations.IntegrationRow,
  includeDisabled: boolean,
  mayEdit = true,
) {
  const tools = await integrations.toolsOf(db, [row]);
  return integrationRecord(row, tools.get(row.id) ?? [], includeDisabled, mayEdit);
}

const create = operation(
  {
    id: 'integration.create',
    method: 'POST',
    path: INTEGRATIONS,
    tag: 'Integrations',
    summary: 'Create an integration with an outside service; a service of the catalogue is then authorised',
    auth: { permission: 'project:create_integration' },
    request: {
      body: IntegrationCreate,
      maxBodyBytes: MOST_BYTES,
      idempotent: false,
      example: { type: 'github', name: 'GitHub of the shop' },
    },
    response: { schemas: { 200: Integration } },
    audit: { event: 'integration.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const kind = kindOfType(body.type);
    const { config, tools, secret } = await setUp(ctx.http, kind, body.config ?? {}, caller.orgId);
    const id = newId();
    const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
    const name = body.name ?? config.title?.slice(0, 200) ?? kind.name;
    const row = await change(async (trx) => {
      if (secret) await saveCredential(trx, ctx.ring, { id, ...owner, secret });
      const made = await integrations.createIntegration(trx, owner, {
        id,
        type: kind.type,
        name,
        config,
        status: kind.service ? 'needs_authorization' : 'authorized',
        credentialId: secret ? id : null,
        tools,
      });
      const audited = { resource: { type: 'integration', id }, name, payload: { type: kind.type } };
      return { result: made, audited };
    });
    return recordOf(ctx.db, row, false);
  },
);

const list = operation(
  {
    id: 'integration.list',
    method: 'GET',
    path: INTEGRATIONS,
    tag: 'Integrations',
    summary: 'Integrations of the project, newest first',
    auth: { permission: 'project:view' },
    request: { query: Type.Object({ ...PAGE_QUERY, ...SHOW_QUERY }) },
    response: { schemas: { 200: Envelope(Integration) } },
  },
  async ({ ctx, caller, query, page }) => {
    const found = await integrations.listIntegrations(ctx.db, caller.projectId, page);
    const tools = await integrations.toolsOf(ctx.db, found.results);
    const ids = found.results.map(({ id }) => id);
    const on = await getGrantsOn(ctx.db, caller, 'integration', ids);
    const mayEdit = (id: string) => hasPermission(on(id), 'integration:edit');
    const shows = query.include_disabled_tools;
    return mapPage(found, (row) => integrationRecord(row, tools.get(row.id) ?? [], shows, mayEdit(row.id)));
  },
);

const read = operation(
  {
    id: 'integration.read',
    method: 'GET',
    path: INTEGRATION,
    tag: 'Integrations',
    summary: 'Read an integration',
    auth: { permission: 'integration:view' },
    request: { query: Type.Object(SHOW_QUERY) },
    response: { schemas: { 200: Integration } },
  },
  ({ ctx, caller, parents, query }) =>
    recordOf(
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
    summary: 'Rename an integration, say which of its tools agents are offered, or give it another credential',
    auth: { permission: 'integration:edit' },
    request: {
      body: IntegrationUpdate,
      idempotent: false,
      example: { name: 'GitHub of the office', config: { enabled_tools: ['list_issues', 'get_issue'] } },
    },
    response: { schemas: { 200: Integration } },
    audit: { event: 'integration.updated' },
  },
  async ({ ctx, caller, params, body, change }) => {
    const id = params.integration_id;
    const { row, isSignedAnew } = await change(async (trx) => {
      const find = () => integrations.findIntegration(trx, caller.projectId, id);
      const locked = orNotFound(await integrations.lockIntegration(trx, caller.projectId, id), 'integration', id);
      assertImmutableFields(locked, body, ['type'], 'make another integration of the other type');
      checkSameApi(locked, body);
      const given = credentialIn(locked, body);
      const fields = await changesOf(trx, locked, body, given);
      if (Object.keys(fields).length === 0 && given === undefined)
        return { result: { row: locked, isSignedAnew: false }, audited: 'unchanged' };
      await integrations.updateIntegration(trx, id, fields);
      if (given !== undefined) {
        const secret = secretOf(splitCredential(given).secret);
        if (secret)
          await saveCredential(trx, ctx.ring, { id, orgId: locked.org_id, projectId: locked.project_id, secret });
        await integrations.setSigned(trx, locked, secret === undefined ? null : id, caller.subject.id);
        await endWaits(trx, [id]);
      }
      const edited = orNotFound(await find(), 'integration', id);
      const payload = { changed: [...Object.keys(fields), ...(given === undefined ? [] : ['credential'])] };
      const audited = { resource: { type: 'integration', id }, name: edited.name, payload };
      return { result: { row: edited, isSignedAnew: given !== undefined }, audited };
    });
    if (isSignedAnew) await wakeWaiting(ctx, [id]);
    return recordOf(ctx.db, row, false);
  },
);

type Edit = Static<typeof IntegrationUpdate>;

/** Tools are allowed of one API, and its credential is given to it alone. Throws a 422 where a body names another. */
function checkSameApi(row: integrations.IntegrationRow, { config = {} }: Edit): void {
  const fields = ['document', 'document_url', 'base_url', 'allowed_origins'] as const;
  refuseAll(
    fields.flatMap((field) =>
      config[field] === undefined || isDeepStrictEqual(config[field], Reflect.get(row.config, field))
        ? []
        : errors.invalid(['config', field], 'can not be changed; make another integration'),
    ),
  );
}

/** The credential that a body gives; undefined for that of the record, which is shown without its secret. */
function credentialIn(row: integrations.IntegrationRow, { config }: Edit) {
  return isDeepStrictEqual(config?.credential, row.config.credential) ? undefined : config?.credential;
}

/** What a body changes of an integration. Throws a 422 where it can't. */
async function changesOf(
  trx: Executor,
  row: integrations.IntegrationRow,
  { name, config }: Edit,
  credential: ReturnType<typeof credentialIn>,
): Promise<{ readonly name?: string; readonly config?: IntegrationConfig }> {
  const { enabled_tools: enabled } = config ?? {};
  if (credential !== undefined && kindOfType(row.type).service)
    throw errors.invalid(['config', 'credential'], `is not for integrations of type ${row.type}`);
  if (enabled !== undefined && enabled !== null) {
    const tools = await integrations.toolsOf(trx, [row], enabled);
    checkEnabled(
      enabled,
      (tools.get(row.id) ?? []).map(({ declared }) => declared),
    );
  }
  const next = {
    ...row.config,
    ...(enabled === undefined ? {} : { enabled_tools: enabled }),
    ...(credential === undefined ? {} : { credential: splitCredential(credential).shown }),
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
    summary: 'Delete an integration with its credential; runs that called it stay readable',
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
        record: await recordOf(trx, row, false),
        type: row.type,
        token: await tokenToRevoke(trx, ctx.ring, row),
      };
      await integrations.deleteIntegration(trx, row);
      await endWaits(trx, [id], `the integration ${row.name} was deleted`);
      return { result, audited: { resource: { type: 'integration', id }, name: row.name } };
    });
    await wakeWaiting(ctx, [id]);
    if (token !== undefined) await revokeToken(ctx, kindOfType(type), token);
    return { ...record, deleted: true };
  },
);

export const INTEGRATION_RECORD_OPERATIONS = [create, list, read, update, remove];
