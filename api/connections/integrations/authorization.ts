import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { wakeWaiting } from '../../../src/agents/calls/waits.ts';
import { redirectWithin, takeAuth, withQuery } from '../../../src/connections/auth-sessions.ts';
import { missingSettings } from '../../../src/connections/integrations/addresses.ts';
import {
  beginAuthorization,
  CALLBACK_PATH,
  noteFailure,
  obtainGrant,
  storeGrant,
} from '../../../src/connections/integrations/authorize.ts';
import { integrationErrors } from '../../../src/connections/integrations/errors.ts';
import { kindOfType } from '../../../src/connections/integrations/kinds/index.ts';
import { revokeToken } from '../../../src/connections/integrations/oauth/account.ts';
import { tokenToRevoke } from '../../../src/connections/integrations/oauth/release.ts';
import { AuthorizationFailed } from '../../../src/connections/integrations/oauth/tokens.ts';
import * as integrations from '../../../src/connections/integrations/queries.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { given } from '../../../src/platform/given.ts';
import type { ApiContext } from '../../context.ts';
import { getUserId } from '../../identity/user-access.ts';
import { API_PREFIX, operation } from '../../operation.ts';
import { createChange } from '../../plugins/audit.ts';
import { toErrorPageUrl, wantsPage } from '../../plugins/consent.ts';
import { Text } from '../../schemas.ts';
import { recordOf } from './records.ts';
import { AuthorizationStart, INTEGRATION, Integration, IntegrationAuth, RedirectTo } from './schemas.ts';

/** What is recorded when somebody came back; a GET declares no event, since most that come to it change nothing. */
export const AUTHORIZED_EVENT = 'integration.authorized';

const state = operation(
  {
    id: 'integration.read_auth',
    method: 'GET',
    path: `${INTEGRATION}/auth`,
    tag: 'Integrations',
    summary: 'Who authorised an integration, and what is to be done where nobody has',
    auth: { permission: 'integration:view' },
    response: { schemas: { 200: IntegrationAuth } },
  },
  ({ ctx, parents }) => authRecord(ctx, parents.integration_id),
);

function authRecord({ config }: Pick<ApiContext, 'config'>, row: integrations.IntegrationRow) {
  const missing = missingSettings(config, kindOfType(row.type));
  return {
    integration_id: row.id,
    status: row.status,
    account: row.account,
    scopes: row.scopes,
    authorized_by: row.authorized_by,
    authorized_at: row.authorized_at?.toISOString() ?? null,
    configured: missing.length === 0,
    what_to_do: whatToDo(row, missing),
  };
}

function whatToDo(row: integrations.IntegrationRow, missing: readonly string[]): string | null {
  if (row.status === 'authorized') return null;
  if (missing.length > 0) return `an administrator of this installation has to set ${missing.join(' and ')}`;
  const who = kindOfType(row.type).service
    ? 'an editor of the integration has to authorise it'
    : 'an editor of the integration has to give it a credential';
  return row.problem === null ? who : `${who}: ${row.problem}`;
}

const authorize = operation(
  {
    id: 'integration.authorize',
    method: 'POST',
    path: `${INTEGRATION}/authorize`,
    tag: 'Integrations',
    summary: 'Begin to authorise an integration: the person who asks goes on in a browser',
    auth: { permission: 'integration:edit' },
    request: { query: Type.Object({ redirect_to: Type.Optional(RedirectTo) }), idempotent: false },
    response: {
      schemas: { 200: AuthorizationStart },
      errors: { 409: ['INTEGRATION_NOT_CONFIGURED', 'INTEGRATION_HAS_NO_OAUTH'] },
    },
    audit: { event: 'integration.authorization_begun' },
  },
  async ({ ctx, caller, params, query, change }) => {
    const userId = getUserId(caller, 'authorize');
    const { redirect_to: place } = query;
    const redirectTo = place === undefined ? null : redirectWithin(ctx.config.publicUrl, place);
    const id = params.integration_id;
    const url = await change(async (trx) => {
      const row = orNotFound(await integrations.lockIntegration(trx, caller.projectId, id), 'integration', id);
      if (!kindOfType(row.type).service) throw integrationErrors.notOAuth(row.type);
      const begun = await beginAuthorization(ctx, trx, row, { userId, redirectTo, prefix: API_PREFIX });
      return { result: begun, audited: { resource: { type: 'integration', id }, name: row.name } };
    });
    return { authorization_url: url };
  },
);

const callback = operation(
  {
    id: 'integration.callback',
    method: 'GET',
    path: CALLBACK_PATH,
    tag: 'Integrations',
    summary: 'Where services send people back to who authorised an integration',
    description:
      'For the person who began, signed in as then. The browser goes on to `redirect_to` with `integration_id` and, where it ' +
      'failed, `error` and `error_description` in the query; without one, the answer is the integration. A browser that comes back too ' +
      'late is told so on a page of the console.',
    auth: { permission: 'authenticated', scopes: ['integration:edit'] },
    request: {
      query: Type.Object({
        code: Type.Optional(Text(4000, { description: 'required, unless the service tells of an error' })),
        state: Text(500),
        error: Type.Optional(Text(200, { description: 'what the service says where nothing was granted' })),
        iss: Type.Optional(Text(500, { description: 'the service, where it says so' })),
      }),
    },
    response: {
      schemas: { 200: Integration, 303: null },
      errors: { 400: ['UNKNOWN_AUTHORIZATION', 'AUTHORIZATION_FAILED'] },
    },
  },
  async ({ ctx, caller, query, request, reply }) => {
    const userId = getUserId(caller, 'authorize');
    if (query.code === undefined && query.error === undefined) throw integrationErrors.codeMissing();
    const taken = await takeAuth(ctx.db, ctx.ring, { state: query.state, userId, kind: 'integration' });
    if (!taken?.targetId) {
      const unknown = integrationErrors.unknownState();
      if (!wantsPage(request)) throw unknown;
      return reply.redirect(toErrorPageUrl(ctx.config.publicUrl, unknown), 303);
    }
    const { targetId: id, orgId, projectId } = taken;
    const came = new URLSearchParams(given(query));
    try {
      const granted = await obtainGrant(ctx, taken, userId, came);
      const { change } = createChange(ctx, { id: 'integration.callback', audit: { event: AUTHORIZED_EVENT } }, request);
      const row = await change(async (trx) => {
        const { name } = await storeGrant(ctx, trx, taken, userId, granted);
        const found = orNotFound(await integrations.findIntegration(trx, projectId, id), 'integration', id);
        const payload = { account: granted.account, scopes: granted.secret.scopes };
        const audited = { resource: { type: 'integration', id }, name, payload, place: { orgId, projectId } };
        return { result: found, audited };
      });
      await wakeWaiting(ctx, [id]);
      if (taken.redirectTo !== null) return goOn(reply, taken.redirectTo, { integration_id: id });
      return recordOf(ctx.db, row, false);
    } catch (error) {
      if (!(error instanceof AuthorizationFailed)) throw error;
      await noteFailure(ctx.db, taken, error);
      const { code, message } = error;
      if (taken.redirectTo === null) throw integrationErrors.authorizationFailed(code, message);
      return goOn(reply, taken.redirectTo, { integration_id: id, error: code, error_description: message });
    }
  },
);

function goOn(reply: FastifyReply, address: string, told: Readonly<Record<string, string>>) {
  return reply.redirect(withQuery(address, told), 303);
}

const disconnect = operation(
  {
    id: 'integration.disconnect',
    method: 'POST',
    path: `${INTEGRATION}/disconnect`,
    tag: 'Integrations',
    summary: 'Forget what an integration signs its calls with, and give a token back to its service',
    description:
      'Calls that need it wait until somebody authorises it again. Other integrations with the same account keep working: the ' +
      'token is given back only where there are none.',
    auth: { permission: 'integration:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: Integration } },
    audit: { event: 'integration.disconnected' },
  },
  async ({ ctx, caller, params, change }) => {
    const id = params.integration_id;
    const { row, token } = await change(async (trx) => {
      const locked = orNotFound(await integrations.lockIntegration(trx, caller.projectId, id), 'integration', id);
      if (locked.status === 'disconnected') return { result: { row: locked, token: undefined }, audited: 'unchanged' };
      const given = await tokenToRevoke(trx, ctx.ring, locked);
      await integrations.setDisconnected(trx, locked);
      const found = orNotFound(await integrations.findIntegration(trx, caller.projectId, id), 'integration', id);
      const audited = { resource: { type: 'integration', id }, name: locked.name };
      return { result: { row: found, token: given }, audited };
    });
    if (token !== undefined) await revokeToken(ctx, kindOfType(row.type), token);
    return recordOf(ctx.db, row, false);
  },
);

export const INTEGRATION_AUTHORIZATION_OPERATIONS = [state, authorize, callback, disconnect];
