/** Conversion of failed requests to McpFailure. */

import { outboundFailures } from '../../../platform/http/failures.ts';
import { OutboundError } from '../../../platform/http/guarded-client.ts';
import { isUnavailableStatus, isUnreachableError } from '../../../platform/http/unavailable.ts';
import type { Message } from '../../../platform/messages.ts';
import { TokenEndpointUnavailableError } from '../../token-endpoint.ts';
import { ReconnectRequiredError } from '../../tokens.ts';
import { toShortText } from '../../visible-text.ts';
import type { ConnectionState, StopReason } from './connection.ts';
import type { Traffic } from './fetch.ts';
import type { Sdk } from './sdk.ts';
import { type AuthChallenge, McpFailure } from './types.ts';

const STOP_FAILURES: Readonly<Record<StopReason, readonly [reason: string, message: string]>> = {
  ended: ['STREAM_BROKEN', 'the connection ended before the response arrived'],
  too_much: ['TOO_LARGE', 'the response of the server is too large'],
  timeout: ['TIMEOUT', 'the server did not respond in time'],
  aborted: ['ABORTED', 'it was cancelled'],
};

/**
 * Converts an error of the SDK. Throws an OutboundError if this side gave up the request: `aborted` or `superseded`.
 */
export function toMcpFailure(sdk: Sdk, error: unknown, { traffic, stopped }: ConnectionState): McpFailure {
  if (error instanceof McpFailure) return error;
  if (stopped === 'aborted')
    throw new OutboundError('aborted', outboundFailures.call_cancelled, traffic.callSent, { cause: error });
  if (error instanceof OutboundError && error.reason === 'superseded') throw error;
  const open = traffic.callSent ? 'unknown' : 'failed';
  const ended = (reason: string, message: Message | string, isUnreached = false) =>
    new McpFailure(open, reason, message, { isAway: isUnreached && !traffic.callSent, cause: error });
  if (stopped !== undefined) return ended(...STOP_FAILURES[stopped], stopped === 'timeout');
  if (error instanceof OutboundError) return ended(error.reason.toUpperCase(), error.detail, isUnreachableError(error));
  if (error instanceof ReconnectRequiredError) return toReconnectFailure(sdk, error, traffic);
  if (error instanceof TokenEndpointUnavailableError) return toTokenFailure(error);
  const status = findStatus(sdk, error);
  if (status !== undefined) return toStatusFailure(sdk, error, status, traffic);
  // The server responded with an error.
  if (error instanceof sdk.ProtocolError)
    return new McpFailure('failed', 'REFUSED', `the server says: ${toShortText(error.message)}`, { cause: error });
  if (isTimeout(sdk, error)) return ended(...STOP_FAILURES.timeout, true);
  const { outbound } = traffic;
  if (outbound) return ended(outbound.reason.toUpperCase(), outbound.message, isUnreachableError(outbound));
  return ended('UNREADABLE', 'the response of the server does not follow the protocol');
}

function toStatusFailure(sdk: Sdk, error: unknown, status: number, traffic: Traffic): McpFailure {
  if (status === 401 || status === 403) return toReconnectFailure(sdk, error, traffic);
  const message = `the server answered with status ${status}`;
  const more = { isAway: isUnavailableStatus(status), retryAfterMs: traffic.lastError?.retryAfterMs, cause: error };
  if (status === 429) return new McpFailure('retry', 'TOO_MANY_REQUESTS', message, more);
  const end = status >= 500 && traffic.callSent ? 'unknown' : 'failed';
  return new McpFailure(end, 'HTTP_STATUS', message, more);
}

/** Tokens are renewed before a call is sent, or after the server rejected it: it was not executed. */
function toTokenFailure(error: TokenEndpointUnavailableError): McpFailure {
  const more = { isAway: true, retryAfterMs: error.retryAfterMs, cause: error };
  return new McpFailure('failed', 'TOKEN_ENDPOINT', error.message, more);
}

function toReconnectFailure(sdk: Sdk, cause: unknown, { lastError: refusal }: Traffic): McpFailure {
  const message = 'the server requires a new authorization';
  return new McpFailure('reconnect', 'NOT_AUTHORIZED', message, { challenge: parseChallenge(sdk, refusal), cause });
}

function parseChallenge(sdk: Sdk, refusal: Traffic['lastError']): AuthChallenge | undefined {
  if (!refusal?.challenge) return undefined;
  const headers = { 'www-authenticate': refusal.challenge };
  const { resourceMetadataUrl, scope } = sdk.extractWWWAuthenticateParams(new Response(null, { headers }));
  return { ...(resourceMetadataUrl && { resourceMetadataUrl: resourceMetadataUrl.href }), ...(scope && { scope }) };
}

/** Returns the error status of a server. Undefined if there was no response. */
function findStatus(sdk: Sdk, error: unknown): number | undefined {
  if (error instanceof sdk.UnauthorizedError || error instanceof sdk.InsufficientScopeError) return 401;
  if (error instanceof sdk.SdkHttpError) return error.status;
  if (error instanceof sdk.SseError) return error.code;
  // The older transport reports the status only in the message.
  const said = error instanceof Error && /\(HTTP (\d{3})\)/.exec(error.message)?.[1];
  return said ? Number(said) : undefined;
}

function isTimeout(sdk: Sdk, error: unknown): boolean {
  return error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.RequestTimeout;
}
