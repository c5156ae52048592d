import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AUTH_PREFIX, REGISTRATION_PATH } from '../../../src/identity/oauth/address.ts';
import { cleanClientName } from '../../../src/identity/oauth/external-clients.ts';
import { findRedirectProblems } from '../../../src/identity/oauth/redirects.ts';
import {
  insertRegistration,
  toRegisteredClientId,
  USER_GRANT_TYPES,
} from '../../../src/identity/oauth/registrations.ts';
import { DomainError, ValidationError } from '../../../src/platform/errors.ts';
import { isRecord } from '../../../src/platform/json-schema.ts';
import type { ApiContext } from '../../context.ts';
import type { TakeAttempt } from '../../plugins/attempt-limits.ts';
import { createChange } from '../../plugins/audit.ts';
import { toApiError } from '../../plugins/errors.ts';

const MAX_BODY_BYTES = 65_536;
const MAX_REDIRECT_URIS = 10;
const MAX_URI_LENGTH = 2000;
const INVALID_METADATA = 'invalid_client_metadata';
const EVENT = 'oauth_client.registered';

/** An error of RFC 7591, section 3.2.2. */
class RegistrationError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * Mounts dynamic client registration (RFC 7591), if the setting opens it. A registered client is public, must use PKCE,
 * and gets only what users grant it for one MCP server each.
 */
export function mountRegistration(app: FastifyInstance, ctx: ApiContext, takeAttempt: TakeAttempt): void {
  if (ctx.config.oauthRegistration !== 'open') return;
  app.route({
    method: 'POST',
    url: AUTH_PREFIX + REGISTRATION_PATH,
    bodyLimit: MAX_BODY_BYTES,
    onRequest: async (request) => takeAttempt(request, 'register'),
    errorHandler: (error: FastifyError, request, reply) => sendError(ctx, error, request, reply),
    handler: async (request, reply) => {
      const registered = await register(ctx, request);
      return reply.code(201).header('cache-control', 'no-store').send(registered);
    },
  });
}

async function register(ctx: ApiContext, request: FastifyRequest) {
  const settings = parseMetadata(request.body);
  const { change } = createChange(ctx, { id: 'oauth.register', audit: { event: EVENT } }, request);
  const row = await change(async (trx) => {
    const inserted = await insertRegistration(trx, settings);
    if (!inserted)
      throw new RegistrationError('temporarily_unavailable', 'there are too many registered clients; try later', 503);
    const { id, name } = inserted;
    return { result: inserted, audited: { resource: { type: 'oauth_client', id }, name, payload: { ...settings } } };
  });
  return {
    client_id: toRegisteredClientId(row.id),
    client_id_issued_at: Math.floor(row.created.getTime() / 1000),
    client_name: row.name,
    redirect_uris: row.redirect_uris,
    grant_types: row.grant_types,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/**
 * Returns what is registered of a client's metadata. The standard lets a server replace values: the client gets no
 * secret, and only the grant types for users. Other fields are not registered, and the response omits them.
 */
function parseMetadata(body: unknown) {
  const invalid = (message: string) => new RegistrationError(INVALID_METADATA, message);
  if (!isRecord(body)) throw invalid('the body must be a JSON object');
  const { client_name: name = '', grant_types: grants = USER_GRANT_TYPES, response_types: responses = ['code'] } = body;
  if (typeof name !== 'string') throw invalid('client_name must be a string');
  if (!isStringArray(grants) || !grants.includes('authorization_code'))
    throw invalid('grant_types must be an array that contains authorization_code');
  if (!isStringArray(responses) || !responses.includes('code'))
    throw invalid('response_types must be an array that contains code');
  const redirectUris = parseRedirectUris(body.redirect_uris);
  return {
    name: cleanClientName(name) || toName(redirectUris[0] ?? ''),
    redirect_uris: redirectUris,
    grant_types: USER_GRANT_TYPES.filter((type) => grants.includes(type)),
  };
}

/** Name of a client without one: the host of its redirect URI, or its scheme. */
function toName(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host || protocol.slice(0, -1);
}

function parseRedirectUris(given: unknown): string[] {
  const invalid = (message: string) => new RegistrationError('invalid_redirect_uri', message);
  if (!isStringArray(given) || given.length === 0 || given.length > MAX_REDIRECT_URIS)
    throw invalid(`redirect_uris must be an array of 1 to ${MAX_REDIRECT_URIS} strings`);
  for (const [index, uri] of given.entries()) {
    if (uri.length > MAX_URI_LENGTH || !/^[\x21-\x7e]*$/.test(uri))
      throw invalid(
        `redirect_uris[${index}] must have at most ${MAX_URI_LENGTH} characters, all of them visible ASCII`,
      );
  }
  const [first] = findRedirectProblems(given, true);
  if (first) throw invalid(`redirect_uris[${first.index}] ${first.problem.msg}`);
  return [...new Set(given)];
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function sendError(
  ctx: ApiContext,
  error: FastifyError | RegistrationError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', 'no-store');
  if (error instanceof RegistrationError)
    return reply.code(error.status).send({ error: error.code, error_description: error.message });
  const known = toApiError(error, ctx, request);
  if (known instanceof ValidationError) {
    const [{ loc, msg } = { loc: [], msg: '' }] = known.problems;
    return reply.code(400).send({ error: INVALID_METADATA, error_description: `${loc.slice(1).join('.')} ${msg}` });
  }
  if (known instanceof DomainError) {
    const code = known.status === 429 ? 'temporarily_unavailable' : INVALID_METADATA;
    return reply
      .code(known.status)
      .headers(known.headers ?? {})
      .send({ error: code, error_description: known.message });
  }
  throw error;
}
