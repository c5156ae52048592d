import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { MCP_SCOPES } from '../../src/identity/oauth/resource.ts';
import { DomainError, PlainError, ValidationError } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { AuthenticationError } from '../plugins/credentials.ts';
import { type ApiError, discardRejectedBody, toApiError } from '../plugins/errors.ts';
import { listMissingScopes } from '../plugins/missing-scopes.ts';
import { toMetadataPath } from './operations.ts';

/** Codes of JSON-RPC errors. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Errors of the HTTP request, such as a missing credential. */
  request: -32000,
} as const;

const MAX_PROBLEMS = 10;

/** Sends any error of a request as a JSON-RPC error, with the headers that OAuth clients need. */
export async function sendRpcError(
  ctx: ApiContext,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const apiError = toApiError(error, ctx, request);
  await discardRejectedBody(request, apiError);
  if (!apiError) {
    request.log.error({ err: error }, 'a request failed with an internal error');
    return sendRpc(reply, 500, RPC_CODES.internalError, 'internal server error');
  }
  const status = getStatus(apiError);
  const missing = listMissingScopes(apiError, request);
  const challenge = toChallenge(ctx, request, status, missing);
  if (challenge !== undefined) reply.header('www-authenticate', challenge);
  if (apiError instanceof DomainError) reply.headers(apiError.headers ?? {});
  const message = missing.length > 0 ? `the credential lacks the scope ${missing.join(' or ')}` : toText(apiError);
  const reason = apiError instanceof DomainError ? { reason: apiError.reason } : {};
  return sendRpc(
    reply,
    status,
    toCode(apiError),
    message,
    missing.length > 0 ? { ...reason, missing_scopes: missing } : reason,
  );
}

/** Sends a JSON-RPC error that belongs to no request ID. */
export function sendRpc(reply: FastifyReply, status: number, code: number, message: string, data: object = {}) {
  const error = { code, message, ...(Object.keys(data).length > 0 ? { data } : {}) };
  return reply.code(status).type('application/json').send({ jsonrpc: '2.0', error, id: null });
}

/** Returns the texts of an error, with the fields that it is about. */
export function toText(error: ApiError): string {
  if (error instanceof ValidationError)
    return error.problems
      .slice(0, MAX_PROBLEMS)
      .map(({ loc, msg }) => `${loc.slice(1).join('.') || loc.join('.')}: ${msg}`)
      .join('; ');
  return error instanceof PlainError ? error.detail.msg : error.message;
}

function getStatus(error: ApiError): number {
  if (error instanceof AuthenticationError) return 401;
  return error instanceof ValidationError ? 400 : error.status;
}

function toCode(error: ApiError): number {
  if (error instanceof DomainError && error.reason === 'MALFORMED_BODY') return RPC_CODES.parseError;
  if (error instanceof ValidationError || (error instanceof DomainError && error.status === 413))
    return RPC_CODES.invalidRequest;
  return RPC_CODES.request;
}

/** Returns the challenge that leads a client to the authorization server (RFC 9728), or to more scopes (RFC 6750). */
function toChallenge(
  { config: { publicUrl } }: ApiContext,
  request: FastifyRequest,
  status: number,
  missing: readonly string[],
): string | undefined {
  const { project_id: id = '' } = request.params as Record<string, string>;
  const metadata = `resource_metadata="${new URL(publicUrl).origin}${toMetadataPath(publicUrl, id)}"`;
  if (status === 401) {
    const invalid = request.headers.authorization === undefined ? '' : 'error="invalid_token", ';
    return `Bearer ${invalid}scope="${MCP_SCOPES.join(' ')}", ${metadata}`;
  }
  if (missing.length === 0) return undefined;
  return `Bearer error="insufficient_scope", scope="${missing.join(' ')}", ${metadata}`;
}
