import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { getGrantsOf } from '../../../src/access/members.ts';
import { hasPermission } from '../../../src/access/permissions.ts';
import { wakeWaitingRuns } from '../../../src/agents/calls/waits.ts';
import {
  addQueryParams,
  type ClaimedAuthSession,
  claimAuthSession,
  toLocalRedirect,
} from '../../../src/connections/auth-sessions.ts';
import { integrationActions } from '../../../src/connections/failures.ts';
import {
  beginAuthorization,
  CALLBACK_PATH,
  createIntegrationDeletedError,
  obtainGrant,
  recordAuthorizationFailure,
  storeGrant,
} from '../../../src/connections/integrations/authorize.ts';
import { integrationErrors } from '../../../src/connections/integrations/errors.ts';
import { getIntegrationKind } from '../../../src/connections/integrations/kinds/index.ts';
import { revokeToken } from '../../../src/connections/integrations/oauth/account.ts';
import { findTokenToRevoke } from '../../../src/connections/integrations/oauth/revocation.ts';
import { AuthorizationError } from '../../../src/connections/integrations/oauth/tokens.ts';
import * as integrations from '../../../src/connections/integrations/queries.ts';
import { listMissingSettings } from '../../../src/connections/integrations/service-settings.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { type Message, toMessageFields } from '../../../src/platform/messages.ts';
import { omitUndefined } from '../../../src/platform/omit-undefined.ts';
import { BoundedText } from '../../../src/platform/schemas.ts';
import type { AuditDetails } from '../../change.ts';
import type { ApiContext } from '../../context.ts';
import { getUserId } from '../../identity/user-access.ts';
import { API_PREFIX, operation } from '../../operation.ts';
import { createChange } from '../../plugins/audit.ts';
import { toErrorPageUrl, wantsPage } from '../../plugins/consent.ts';
import { RedirectTo } from '../../schemas.ts';
import { loadRecord } from './records.ts';
import { AuthorizationStart, INTEGRATION, Integration, IntegrationAuth } from './schemas.ts';

/** Audit event of a completed authorization. The operation declares none because most GETs to it change nothing. */
export const AUTHORIZED_EVENT = 'integration.authorized';

const state = operation(
  {
    id: 'integration.read_auth',
    method: 'GET',
    path: `${INTEGRATION}/auth`,
    tag: 'Integrations',
    summary: 'Get the authorization status of an integration',
    auth: { permission: 'integration:view' },
    response: { schemas: { 200: IntegrationAuth } },
  },
  ({ ctx, parents }) => toAuthRecord(ctx, parents.integration_id),
);

function toAuthRecord({ config }: Pick<ApiContext, 'config'>, row: integrations.IntegrationRow) {
  const missing = listMissingSettings(config, getIntegrationKind(row.type));
  return {
    integration_id: row.id,
    status: row.status,
    account: row.account,
    scopes: row.scopes,
    authorized_by: row.authorized_by,
    authorized_at: row.authorized_at?.toISOString() ?? null,
    configured: missing.length === 0,
    ...toRequiredAction(row, missing),
  };
}

function toRequiredAction(row: integrations.IntegrationRow, missing: readonly string[]) {
  const action = findRequiredAction(row, missing);
  return {
    ...toMessageFields('what_to_do', action ?? null),
  };
}

function findRequiredAction(row: integrations.IntegrationRow, missing: readonly string[]): Message | undefined {
  if (row.status === 'authorized') return undefined;
  if (missing.length > 0) return integrationActions.set_integration_settings({ settings: missing });
  const action = getIntegrationKind(row.type).service
    ? integrationActions.authorize_integration
    : integrationActions.add_integration_credential;
  const { problem } = row;
  return problem === null ? action : integrationActions.integration_action_with_problem({ action, problem });
}

const authorize = operation(
  {
    id: 'integration.authorize',
    method: 'POST',
    path: `${INTEGRATION}/authorize`,
    tag: 'Integrations',
    summary: 'Start the OAuth authorization of an integration',
    auth: { permission: 'integration:edit' },
    request: { query: Type.Object({ redirect_to: RedirectTo }), idempotent: false },
    response: {
      schemas: { 200: AuthorizationStart },
      errors: { 409: ['INTEGRATION_NOT_CONFIGURED', 'INTEGRATION_HAS_NO_OAUTH'] },
    },
    audit: { event: 'integration.authorization_begun' },
  },
  async ({ ctx, caller, params, query, change }) => {
    const userId = getUserId(caller, 'authorize');
    const { redirect_to: place } = query;
    const redirectTo = place === undefined ? null : toLocalRedirect(ctx.config.publicUrl, place);
    const id = params.integration_id;
    const url = await change(async (trx) => {
      const row = orNotFound(await integrations.lockIntegration(trx, caller.projectId, id), 'integration', id);
      if (!getIntegrationKind(row.type).service) throw integrationErrors.notOAuth(row.type);
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
    summary: 'Complete the OAuth authorization of an integration',
    description:
      'Only for the signed-in user who started the authorization. Redirects to `redirect_to` with `integration_id` and, on ' +
      'failure, `error` and `error_description` in the query. Without `redirect_to`, returns the integration. If the ' +
      'authorization has expired, a browser is redirected to a page of the console.',
    auth: { permission: 'authenticated', scopes: ['integration:edit'] },
    request: {
      query: Type.Object({
        code: Type.Optional(
          BoundedText(4000, { description: 'Authorization code. Required unless `error` is given.' }),
        ),
        state: BoundedText(500),
        error: Type.Optional(
          BoundedText(200, { description: 'Error code of the service if it denied the authorization.' }),
        ),
        iss: Type.Optional(BoundedText(500, { description: 'Issuer, if the service sends it.' })),
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
    const session = await claimAuthSession(ctx.db, ctx.ring, { state: query.state, userId, kind: 'integration' });
    if (!session?.targetId) {
      const unknown = integrationErrors.unknownState();
      if (!wantsPage(request)) throw unknown;
      return reply.redirect(toErrorPageUrl(ctx.config.publicUrl, unknown), 303);
    }
    const { targetId: id, orgId, projectId } = session;
    const callbackParams = new URLSearchParams(omitUndefined(query));
    try {
      const integration = await getAuthorizableIntegration(ctx, session, userId);
      const granted = await obtainGrant(ctx, integration, session, callbackParams);
      const { change } = createChange(ctx, { id: 'integration.callback', audit: { event: AUTHORIZED_EVENT } }, request);
      const row = await change(async (trx) => {
        const { name } = await storeGrant(ctx, trx, session, userId, granted);
        const found = orNotFound(await integrations.findIntegration(trx, projectId, id), 'integration', id);
        const payload = { account: granted.account, scopes: granted.secret.scopes };
        const audited: AuditDetails = {
          resource: { type: 'integration', id },
          name,
          payload,
          scope: { orgId, projectId },
        };
        return { result: found, audited };
      });
      await wakeWaitingRuns(ctx, [id]);
      if (session.redirectTo !== null) return redirectBack(reply, session.redirectTo, { integration_id: id });
      return loadRecord(ctx.db, row, false);
    } catch (error) {
      if (!(error instanceof AuthorizationError)) throw error;
      await recordAuthorizationFailure(ctx.db, session, error);
      const { code, message } = error;
      if (session.redirectTo === null) throw integrationErrors.authorizationFailed(code, message);
      return redirectBack(reply, session.redirectTo, { integration_id: id, error: code, error_description: message });
    }
  },
);

/** Returns the integration of an authorization. Throws if the user has no permission to edit it any more. */
async function getAuthorizableIntegration(
  { db }: Pick<ApiContext, 'db'>,
  { orgId, projectId, targetId }: ClaimedAuthSession,
  userId: string,
): Promise<integrations.IntegrationRow> {
  const row = await integrations.findIntegration(db, projectId, targetId ?? '');
  if (!row) throw createIntegrationDeletedError();
  const place = { type: 'integration' as const, id: row.id, orgId, projectId };
  if (!hasPermission(await getGrantsOf(db, { type: 'user', id: userId }, place), 'integration:edit'))
    throw new AuthorizationError('not_permitted', 'you no longer have permission to authorize this integration');
  return row;
}

function redirectBack(reply: FastifyReply, address: string, params: Readonly<Record<string, string>>) {
  return reply.redirect(addQueryParams(address, params), 303);
}

const disconnect = operation(
  {
    id: 'integration.disconnect',
    method: 'POST',
    path: `${INTEGRATION}/disconnect`,
    tag: 'Integrations',
    summary: 'Disconnect an integration and revoke its token',
    description:
      'Calls that need the integration wait until someone authorizes it again. The token is revoked only if no other ' +
      'integration uses the same account.',
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
      const given = await findTokenToRevoke(trx, ctx.ring, locked);
      await integrations.setDisconnected(trx, locked);
      const found = orNotFound(await integrations.findIntegration(trx, caller.projectId, id), 'integration', id);
      const audited = { resource: { type: 'integration', id }, name: locked.name };
      return { result: { row: found, token: given }, audited };
    });
    if (token !== undefined) await revokeToken(ctx, getIntegrationKind(row.type), token);
    return loadRecord(ctx.db, row, false);
  },
);

export const INTEGRATION_AUTHORIZATION_OPERATIONS = [state, authorize, callback, disconnect];
