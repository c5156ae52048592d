import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { AUTH_PREFIX, toAuthUrl } from '../../../src/identity/oauth/address.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import type { ApiContext } from '../../context.ts';
import type { TakeAttempt } from '../../plugins/attempt-limits.ts';
import { getCommonHeaders } from '../../plugins/security.ts';
import { toUrlEncoded } from './form-bodies.ts';
import type { EventSource } from './refusals.ts';
import { mountRegistration } from './registration.ts';

const METADATA = '/.well-known/openid-configuration';
/** Paths without a rate limit. Every other spelling of a path counts as one that may store data. */
const READ_PATHS = ['jwks', 'userinfo'];

/**
 * Mounts the OAuth server, which reads and writes the raw request. Its metadata is also served at the path of RFC 8414:
 * the host's root, followed by the issuer's path.
 */
export function mountOAuth(app: FastifyInstance, ctx: ApiContext, takeAttempt: TakeAttempt, listen: EventSource): void {
  mountRegistration(app, ctx, takeAttempt);
  const issuer = new URL(toAuthUrl(ctx.config.publicUrl));
  let serve: ReturnType<Provider['callback']> | undefined;
  const serveWith = (oauth: Provider) => {
    if (serve === undefined) listen(oauth);
    serve ??= oauth.callback();
    return serve;
  };
  const headers = Object.entries(getCommonHeaders(ctx.config.publicUrl));
  const forward = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const handleRequest = serveWith(await ctx.identity.oauth());
    const raw = await toUrlEncoded(request.raw);
    // The path prefix of the original URL becomes the prefix of every URL that the server returns.
    Object.assign(raw, { url: path, originalUrl: issuer.pathname + path });
    // URLs in responses use PUBLIC_URL, regardless of the Host header.
    raw.headers.host = issuer.host;
    raw.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
    delete raw.headers['x-forwarded-host'];
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    reply.raw.setHeader('x-request-id', request.id);
    reply.hijack();
    void handleRequest(raw, reply.raw);
  };
  app.register(async (scope) => {
    // The server reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${AUTH_PREFIX}/oauth2/*`, async (request, reply) => {
      if (!isAllowed(request, reply, takeAttempt)) return reply;
      const path = (request.raw.url ?? '').slice(AUTH_PREFIX.length);
      await forward(request, reply, path).catch((error: unknown) => rejectForm(reply, error));
      return reply;
    });
    const metadataPaths = [`${AUTH_PREFIX}${METADATA}`, `${AUTH_PREFIX}/.well-known/oauth-authorization-server`];
    for (const metadataPath of [...metadataPaths, `/.well-known/oauth-authorization-server${issuer.pathname}`]) {
      scope.get(metadataPath, async (request, reply) => {
        await forward(request, reply, METADATA);
        return reply;
      });
    }
  });
}

/**
 * Applies the rate limit per client network where secrets could be guessed or requests are stored. The error has
 * OAuth's format.
 */
function isAllowed(request: FastifyRequest, reply: FastifyReply, takeAttempt: TakeAttempt): boolean {
  const posted = request.method === 'POST';
  const [path] = (request.raw.url ?? '').split('?');
  if (!posted && READ_PATHS.some((read) => path === `${AUTH_PREFIX}/oauth2/${read}`)) return true;
  try {
    takeAttempt(request, posted ? 'token' : 'authorize');
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    reject(reply, 'temporarily_unavailable', error);
    return false;
  }
}

/** Sends a 400 for an invalid form in OAuth's format. */
function rejectForm(reply: FastifyReply, error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
  reject(reply, 'invalid_request', error);
}

function reject(reply: FastifyReply, code: string, { status, message, headers = {} }: DomainError): void {
  reply.code(status).headers(headers).send({ error: code, error_description: message });
}
