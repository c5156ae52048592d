import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC, errors as oauthErrors, Provider } from 'oidc-provider';
import { getClientScope } from '../../../src/identity/credential-lookup.ts';
import { AUTH_PREFIX } from '../../../src/identity/oauth/address.ts';
import { getClientNetwork } from '../../../src/platform/http/addresses.ts';
import type { ApiContext } from '../../context.ts';
import { ANONYMOUS } from '../../plugins/audit.ts';
import { REFUSAL_TYPES } from '../../plugins/refusals.ts';

/** Errors worth auditing: a wrong secret, a reused code or token, an unauthorized client. */
const RECORDED_EVENTS = new Set(['invalid_client', 'invalid_grant', 'unauthorized_client']);

/** Subscribes to an OAuth server's events. */
export type EventSource = (oauth: Provider) => void;

/**
 * Records the errors that the OAuth server returns to clients. The events have no actor, because the client is not
 * authenticated.
 */
export function recordOAuthRefusals(app: FastifyInstance, ctx: ApiContext): EventSource {
  const requests = new WeakMap<ServerResponse, FastifyRequest>();
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(`${AUTH_PREFIX}/oauth2/`)) requests.set(reply.raw, request);
  });
  const recordError = (koa: KoaContextWithOIDC, error: oauthErrors.OIDCProviderError) => {
    const request = requests.get(koa.res);
    if (request === undefined || !RECORDED_EVENTS.has(error.error)) return;
    const clientId = koa.oidc?.client?.clientId;
    void app.refusals.record({
      subject: getClientNetwork(request.ip),
      anonymous: true,
      action: `token ${clientId} ${error.error}`,
      event: async () => ({
        scope: (clientId && (await getClientScope(ctx.db, clientId))) || { orgId: null, projectId: null },
        actor: ANONYMOUS,
        type: REFUSAL_TYPES.token,
        resource: { type: 'oauth_client', id: clientId ?? null },
        message: `refused by the OAuth server: ${error.error}`,
        payload: { error: error.error, detail: error.error_detail?.slice(0, 200) },
        requestId: request.id,
        ipAddress: request.ip,
        audience: null,
      }),
    });
  };
  return (oauth) => {
    oauth.on('grant.error', recordError);
    oauth.on('introspection.error', recordError);
    oauth.on('revocation.error', recordError);
  };
}
