import { setTimeout as pause } from 'node:timers/promises';
import { ToolFailure } from '../../../src/agents/builtin/index.ts';
import type { IntegrationTool } from '../../../src/agents/tools/integration.ts';
import { connectionWaits } from '../../../src/connections/failures.ts';
import {
  getBaseUrl,
  getIntegrationToken,
  isSigned,
  signRequest,
} from '../../../src/connections/integrations/access.ts';
import { getCallOutcome } from '../../../src/connections/integrations/calls/outcome.ts';
import {
  type ApiResponse,
  isBinary,
  toErrorText,
  toToolResult,
} from '../../../src/connections/integrations/calls/response.ts';
import { getRetryDelay, requestsRetry } from '../../../src/connections/integrations/calls/retry.ts';
import { getFileNames } from '../../../src/connections/integrations/files.ts';
import { getIntegrationKind } from '../../../src/connections/integrations/kinds/index.ts';
import { AuthorizationError } from '../../../src/connections/integrations/oauth/tokens.ts';
import type { IntegrationRow } from '../../../src/connections/integrations/queries.ts';
import { type BuiltRequest, buildRequest } from '../../../src/connections/integrations/request.ts';
import { InvalidArguments } from '../../../src/connections/integrations/values.ts';
import { TokenEndpointUnavailableError } from '../../../src/connections/token-endpoint.ts';
import { type FreshToken, ReconnectRequiredError } from '../../../src/connections/tokens.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { parseRetryAfterMs, type RetryState } from '../../../src/platform/http/backoff.ts';
import { type GuardedClient, OutboundError } from '../../../src/platform/http/guarded-client.ts';
import { isUnavailableStatus, isUnreachableError } from '../../../src/platform/http/unavailable.ts';
import { toConnectionSubject } from '../../../src/runs/outages.ts';
import type { ActivityContext } from '../../context.ts';
import { toUnavailableResult } from '../calls/connection-unavailable.ts';
import { loadNamedFiles } from '../calls/named-files.ts';
import { type CallResult, toFailure, toSuccess, toToolError } from '../calls/outcome.ts';
import { storeRunFile } from '../calls/run-file.ts';
import type { ToolCall, ToolExecutor } from './kind.ts';

/** Maximum bytes of a response: a write has little to return. */
const MAX_RESPONSE_BYTES = { reading: 10 * 1024 * 1024, writing: 1024 * 1024 } as const;
const TIMEOUT_MS = 60_000;
/** Maximum number of times an API can reject the credentials of a call. The second attempt uses a new token. */
const MAX_REFUSALS = 3;

type IntegrationCall = ToolCall<IntegrationTool>;

/** A request that is ready to be sent. */
interface ReadyRequest {
  readonly request: BuiltRequest;
  /** Token of the request. Undefined if the API requires none. */
  readonly token: FreshToken | undefined;
}

/**
 * Executes calls of integrations: each is an HTTP request built from its declaration, with a person's authorization.
 */
export const integrationExecutor: ToolExecutor<IntegrationTool, ReadyRequest> = {
  // Reads on behalf of a person require their permissions as writes do.
  needsRights: true,
  connectionOf: ({ tool: { integration } }) =>
    toConnectionSubject('integration', integration.id, integration.name, null),
  prepare: (ctx, call) =>
    catchUnreached(call, async () => {
      const request = await buildCallRequest(ctx, call);
      const token = isSigned(call.tool.integration) ? await getToken(ctx, call) : undefined;
      if (token === 'reconnect') return toReconnectWait(call.tool.integration);
      return { state: 'prepared', ready: { request, token } };
    }),
  execute: (ctx, call, http, ready) =>
    catchUnreached(call, async () => {
      const answer = await sendSigned(ctx, call, http, ready);
      if (answer === 'reconnect') return toReconnectWait(call.tool.integration);
      const result = await readAnswer(ctx, call, answer);
      const { response } = answer;
      if (!requestsRetry(response, true) && !isUnavailableStatus(response.status)) return result;
      const retryMs = parseRetryAfterMs(response.headers);
      return toUnavailableResult(
        call,
        { provider: getProviderName(call), message: toErrorText(answer), retryAfterMs: retryMs },
        result,
      );
    }),
};

const getProviderName = ({ tool }: IntegrationCall) => tool.integration.name;

/** Runs a step of a call. Returns `unavailable` if the service, or its token endpoint, is unreachable. */
async function catchUnreached<T>(call: IntegrationCall, step: () => Promise<T>): Promise<T | CallResult> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof TokenEndpointUnavailableError) {
      const { message, retryAfterMs } = error;
      return toUnavailableResult(
        call,
        { provider: getProviderName(call), message, retryAfterMs },
        toTokenFailure(message),
      );
    }
    const cause = error instanceof ToolFailure ? error.cause : error;
    // A sent request may have taken effect, and a slow service is not unavailable.
    if (!(cause instanceof OutboundError) || cause.sent || !isUnreachableError(cause)) throw error;
    const { message } = cause;
    const problem = toToolError(error);
    if (!problem) throw error;
    const otherwise: CallResult = { state: 'failed', error: problem, sent: false };
    return toUnavailableResult(call, { provider: getProviderName(call), message, retryAfterMs: undefined }, otherwise);
  }
}

const toTokenFailure = (message: string) => toFailure('TOOL_FAILED', `the call could not be signed: ${message}`);

async function readAnswer(ctx: ActivityContext, call: IntegrationCall, answer: ApiResponse): Promise<CallResult> {
  const { tool, args } = call;
  const verdict = getCallOutcome(answer, getFailureRule(tool), call.sideEffects);
  if (verdict === 'unclear')
    return { state: 'failed', error: { reason: 'PROTOCOL', message: toErrorText(answer) }, sent: true };
  if (verdict !== 'done') return toFailure('TOOL_FAILED', toErrorText(answer) + toRetryHint(answer));
  return toSuccess(
    isBinary(answer)
      ? await storeResponseFile(ctx, call, answer)
      : toToolResult(answer, tool.declared, args as Readonly<Record<string, unknown>>),
  );
}

/** Sends the request, and again with a new token if the API rejects the first one. */
async function sendSigned(
  ctx: ActivityContext,
  call: IntegrationCall,
  http: GuardedClient,
  { request, token: first }: ReadyRequest,
): Promise<ApiResponse | 'reconnect'> {
  const { integration } = call.tool;
  let token: FreshToken | 'reconnect' | undefined = first;
  if (!token) return { response: await send(call, http, request), secrets: [] };
  for (let refusals = 0; refusals < MAX_REFUSALS && token !== 'reconnect'; refusals++) {
    const signed = signRequest(integration, request, token);
    const answer = { response: await send(call, http, signed.request), secrets: signed.secrets };
    if (getCallOutcome(answer, getFailureRule(call.tool), false) !== 'unauthorized') return answer;
    token = await getToken(ctx, call, token.version);
  }
  return 'reconnect';
}

function getFailureRule({ integration }: IntegrationTool) {
  return getIntegrationKind(integration.type).service?.failure;
}

/** Stores a response that is not text as a file of the run. */
async function storeResponseFile(
  ctx: ActivityContext,
  call: IntegrationCall,
  { response }: ApiResponse,
): Promise<unknown> {
  const { status, headers, body, truncated } = response;
  if (truncated)
    return { status, note: `the response is not text and is longer than ${body.byteLength} bytes; it was not stored` };
  return { status, file: await storeRunFile(ctx, call, body, headers['content-type']) };
}

async function buildCallRequest(ctx: ActivityContext, called: IntegrationCall): Promise<BuiltRequest> {
  const { declared, integration } = called.tool;
  const args = called.args as Readonly<Record<string, unknown>>;
  try {
    const files = await loadNamedFiles(ctx, called, getFileNames(declared, args));
    const request = buildRequest(getBaseUrl(ctx.config, integration), declared, args, files);
    const { idempotencyHeader: header } = declared;
    return header === undefined ? request : { ...request, headers: { ...request.headers, [header]: called.call.id } };
  } catch (error) {
    throw error instanceof InvalidArguments ? new ToolFailure(error.message) : error;
  }
}

/** Returns the token of a call, or `reconnect` if a person must authorize the integration first. */
async function getToken(
  ctx: ActivityContext,
  { tool, signal }: IntegrationCall,
  rejectedVersion?: number,
): Promise<FreshToken | 'reconnect'> {
  try {
    return await getIntegrationToken(ctx, tool.integration, signal, rejectedVersion);
  } catch (error) {
    if (error instanceof ReconnectRequiredError) return 'reconnect';
    if (error instanceof AuthorizationError || error instanceof DomainError)
      throw new ToolFailure(`the call could not be signed: ${error.message}`, { cause: error.cause });
    throw error;
  }
}

/** Returns the wait of a call for its authorization. */
function toReconnectWait({ id, name, type }: IntegrationRow): CallResult {
  const isService = getIntegrationKind(type).service !== undefined;
  const wait = isService ? connectionWaits.wait_integration_authorization : connectionWaits.wait_integration_credential;
  return { state: 'waiting', wait: { kind: 'reconnect', onId: id, detail: wait({ integration: name }) } };
}

/** Sends a request, and again if the API asks for a later retry and certainly did nothing. */
async function send({ signal, sideEffects, maxWaitMs }: IntegrationCall, http: GuardedClient, request: BuiltRequest) {
  const reading = !sideEffects;
  let patience: RetryState = { attempts: 1, waitedMs: 0 };
  for (;;) {
    const response = await http.request({
      ...request,
      signal,
      timeoutMs: TIMEOUT_MS,
      maxBytes: reading ? MAX_RESPONSE_BYTES.reading : MAX_RESPONSE_BYTES.writing,
      maxRedirects: reading ? 5 : 0,
    });
    // A call that may wait for its connection parks instead.
    const wait = maxWaitMs > 0 ? undefined : getRetryDelay(response, reading, patience);
    if (wait === undefined) return response;
    await pause(wait, undefined, { signal });
    patience = { attempts: patience.attempts + 1, waitedMs: patience.waitedMs + wait };
  }
}

function toRetryHint({ response }: ApiResponse): string {
  const wait = parseRetryAfterMs(response.headers);
  return wait === undefined ? '' : ` (it asks to wait ${Math.ceil(wait / 1000)} s)`;
}
