import { setTimeout as pause } from 'node:timers/promises';
import { ToolFailure } from '../../../src/agents/builtin/index.ts';
import { type CallInRun, effectiveArguments } from '../../../src/agents/calls/calls.ts';
import { CallMustWait } from '../../../src/agents/calls/waits.ts';
import type { IntegrationTool } from '../../../src/agents/tools/integration.ts';
import { type FreshToken, ReconnectNeeded } from '../../../src/connections/tokens.ts';
import { baseOf, isSigned, signRequest, tokenFor } from '../../../src/integrations/access.ts';
import { type ApiAnswer, isBinary, problemIn, resultOf } from '../../../src/integrations/calls/answer.ts';
import { waitFor } from '../../../src/integrations/calls/retry.ts';
import { verdictOf } from '../../../src/integrations/calls/verdict.ts';
import { filesNamedIn } from '../../../src/integrations/files.ts';
import { kindOfType } from '../../../src/integrations/kinds/index.ts';
import { AuthorizationFailed } from '../../../src/integrations/oauth/tokens.ts';
import type { IntegrationRow } from '../../../src/integrations/queries.ts';
import { type BuiltRequest, buildRequest } from '../../../src/integrations/request.ts';
import { UnfitArguments } from '../../../src/integrations/values.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { type GuardedClient, OutboundError } from '../../../src/platform/http/guarded.ts';
import type { Patience } from '../../../src/platform/http/patience.ts';
import { retryAfterMs } from '../../../src/platform/http/retry-after.ts';
import type { ActivityContext } from '../../context.ts';
import { givenFiles } from '../calls/given-files.ts';
import { type Making, makeHere } from '../calls/making.ts';
import { settle } from '../calls/outcome.ts';
import { whyNotPermitted } from '../calls/rights.ts';
import { keepRunFile } from '../calls/run-file.ts';
import type { ActingKind } from './kind.ts';

/** Bytes of an answer that are read: of a call that changed something, little is of use. */
const MOST_BYTES = { reading: 10 * 1024 * 1024, writing: 1024 * 1024 } as const;
const TIMEOUT_MS = 60_000;
/** How often an API may refuse what a call is signed with; the second time the token is new. */
const MOST_REFUSALS = 3;

/** Calls of outside services: each is a request made of its declaration, signed with what a person authorised. */
export const integrationCalls: ActingKind<IntegrationTool> = {
  async call(ctx, loaded, tool, signal) {
    const args = effectiveArguments(loaded.call) as Readonly<Record<string, unknown>>;
    const leavesTraces = tool.declared.sideEffects;
    // What reads in somebody's name needs their rights as well as what writes.
    const forbidden = leavesTraces ? undefined : await whyNotPermitted(ctx.db, loaded.call.id);
    if (forbidden) return settle(ctx, loaded, 'error', forbidden);
    const making = new IntegrationCall(ctx, { loaded, tool, args, signal });
    return makeHere(ctx, loaded, making, signal);
  },
};

/** A call that is to be made. */
interface PlannedCall {
  readonly loaded: CallInRun;
  readonly tool: IntegrationTool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

class IntegrationCall implements Making {
  readonly args: unknown;
  readonly leavesTraces: boolean;
  readonly #ctx: ActivityContext;
  readonly #planned: PlannedCall;
  #request: BuiltRequest | undefined;
  /** What the request is signed with; none where the API asks for nothing. */
  #token: FreshToken | undefined;

  constructor(ctx: ActivityContext, planned: PlannedCall) {
    this.args = planned.args;
    this.leavesTraces = planned.tool.declared.sideEffects;
    this.#ctx = ctx;
    this.#planned = planned;
  }

  async prepare(): Promise<void> {
    this.#request = await requestOf(this.#ctx, this.#planned);
    if (isSigned(this.#planned.tool.integration)) this.#token = await tokenOf(this.#ctx, this.#planned);
  }

  /** Answers what the model is told. Throws what it is told of an error, and CallMustWait where nobody may sign the call. */
  async run(http: GuardedClient): Promise<unknown> {
    const { tool, args, loaded } = this.#planned;
    const answer = await this.#answer(http);
    const verdict = verdictOf(answer, failureOf(tool), tool.declared.sideEffects);
    if (verdict === 'unclear') throw new OutboundError('protocol', problemIn(answer), true);
    if (verdict !== 'done') throw new ToolFailure(problemIn(answer) + adviceOn(answer));
    return isBinary(answer) ? fileOf(this.#ctx, loaded, answer) : resultOf(answer, tool.declared, args);
  }

  /** Sends the request, signed anew where the API refuses the token that it was signed with. */
  async #answer(http: GuardedClient): Promise<ApiAnswer> {
    const { tool } = this.#planned;
    if (!this.#request) throw new Error('a call was made before it was prepared');
    if (!this.#token) return { response: await send(this.#planned, http, this.#request), secrets: [] };
    for (let refusals = 0; refusals < MOST_REFUSALS; refusals++) {
      const { request, secrets } = signRequest(tool.integration, this.#request, this.#token);
      const answer = { response: await send(this.#planned, http, request), secrets };
      if (verdictOf(answer, failureOf(tool), false) !== 'unauthorized') return answer;
      this.#token = await tokenOf(this.#ctx, this.#planned, this.#token.version);
    }
    throw mustReconnect(tool.integration);
  }
}

function failureOf({ integration }: IntegrationTool) {
  return kindOfType(integration.type).service?.failure;
}

/** An answer that is no text, as a file of the run. */
async function fileOf(ctx: ActivityContext, loaded: CallInRun, { response }: ApiAnswer): Promise<unknown> {
  const { status, headers, body, truncated } = response;
  if (truncated)
    return { status, note: `the answer is no text and longer than ${body.byteLength} bytes; it was not kept` };
  return { status, file: await keepRunFile(ctx, loaded, body, headers['content-type']) };
}

async function requestOf(ctx: ActivityContext, { tool, args, loaded }: PlannedCall): Promise<BuiltRequest> {
  const { declared, integration } = tool;
  try {
    const files = await givenFiles(ctx, loaded, filesNamedIn(declared, args));
    const request = buildRequest(baseOf(ctx.config, integration), declared, args, files);
    const { idempotencyHeader: header } = declared;
    return header === undefined ? request : { ...request, headers: { ...request.headers, [header]: loaded.call.id } };
  } catch (error) {
    throw error instanceof UnfitArguments ? new ToolFailure(error.message) : error;
  }
}

async function tokenOf(
  ctx: ActivityContext,
  { tool, signal }: PlannedCall,
  rejectedVersion?: number,
): Promise<FreshToken> {
  try {
    return await tokenFor(ctx, tool.integration, signal, rejectedVersion);
  } catch (error) {
    if (error instanceof ReconnectNeeded) throw mustReconnect(tool.integration);
    if (error instanceof AuthorizationFailed || error instanceof DomainError)
      throw new ToolFailure(`the call could not be signed: ${error.message}`);
    throw error;
  }
}

/** Says who can mend it, and where. */
function mustReconnect({ id, name, type }: IntegrationRow): CallMustWait {
  const how = kindOfType(type).service ? 'authorise it again' : 'give it another credential';
  return new CallMustWait(
    'reconnect',
    id,
    `the integration ${name} is not authorised: one of its editors has to ${how}`,
  );
}

/** Sends a request, again where the API asks to wait and it surely did nothing. */
async function send({ tool, signal }: PlannedCall, http: GuardedClient, request: BuiltRequest) {
  const reading = !tool.declared.sideEffects;
  let patience: Patience = { tries: 1, waitedMs: 0 };
  for (;;) {
    const response = await http.request({
      ...request,
      signal,
      timeoutMs: TIMEOUT_MS,
      maxBytes: reading ? MOST_BYTES.reading : MOST_BYTES.writing,
      maxRedirects: reading ? 5 : 0,
    });
    const wait = waitFor(response, reading, patience);
    if (wait === undefined) return response;
    await pause(wait, undefined, { signal });
    patience = { tries: patience.tries + 1, waitedMs: patience.waitedMs + wait };
  }
}

function adviceOn({ response }: ApiAnswer): string {
  const wait = retryAfterMs(response.headers);
  return wait === undefined ? '' : ` (it asks to wait ${Math.ceil(wait / 1000)} s)`;
}
