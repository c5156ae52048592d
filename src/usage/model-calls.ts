import { Decimal } from 'decimal.js';
import { assertModelCallAllowed, type Exclusion } from '../models/exclusions.ts';
import type { Db } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import type { ModelEntry } from '../platform/models/catalog.ts';
import {
  computeCredits,
  ModelCallError,
  type ModelRequest,
  type ModelResponse,
  type ModelSettings,
  type ModelUsage,
} from '../platform/models/gateway.ts';
import { getResponseLength } from '../platform/models/response-length.ts';
import { estimateInputTokens, getShortResponseTokens, NO_TOKENS } from '../platform/models/usage.ts';
import type { Cause, Payer } from './payer.ts';
import { type CallCost, chargeCall, countTokens, reserveCredits } from './reservations.ts';
import { CreditShortage } from './shortage.ts';

/** Output tokens to reserve if the settings have no `max_tokens`. */
const DEFAULT_OUTPUT_TOKENS = 4096;

/** Payer of a model call. */
export interface CallPayer extends Payer {
  /** Model exclusion rules that apply to the call. */
  readonly exclusions: readonly Exclusion[];
  /** Remaining budget of the run; null if it has none. */
  readonly left: Decimal | null;
}

/** Paid model call. */
export interface PaidCall {
  readonly cause: Cause;
  readonly model: ModelEntry;
  /** Id of the reservation; undefined if the call is free. */
  readonly id: string | undefined;
}

/** Cost of a model response. */
export function calculateCost({ model, id }: PaidCall, response: ModelUsage): CallCost {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens, estimated } = response;
  const usage = { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens, estimated };
  return { ...usage, credits: computeCredits(model, usage), callId: id };
}

/**
 * Calls a model with its price reserved. A failed call is charged if its provider may have charged it. A response is
 * charged by the code that stores it, or by {@link settleCall}. Throws before the request: ModelCallError if a rule
 * excludes the model, CreditShortage if even a short response is unaffordable.
 */
export async function callWithPayment<R extends ModelRequest>(
  ctx: { readonly db: Db },
  payer: CallPayer,
  modelRequest: R,
  send: (request: R) => Promise<ModelResponse>,
): Promise<{ readonly response: ModelResponse; readonly call: PaidCall }> {
  assertModelCallAllowed(payer.exclusions, modelRequest.model);
  const { request, id } = await reserveCall(ctx, payer, modelRequest);
  const call = { cause: payer.cause, model: request.model, id };
  try {
    return { response: await send(request), call };
  } catch (error) {
    if (error instanceof ModelCallError) await settleCall(ctx, call, error.usage);
    throw error;
  }
}

/** Charges a call whose response is not stored, and releases the rest of the reservation. */
export async function settleCall(
  ctx: { readonly db: Db },
  call: PaidCall,
  usage: ModelUsage = { ...NO_TOKENS, estimated: false },
): Promise<void> {
  const { table, id } = call.cause;
  if (call.id !== undefined)
    await chargeCall(ctx.db, { table, callId: call.id }, calculateCost(call, usage), usage.estimated);
  else if (table !== null && usage.inputTokens + usage.outputTokens > 0)
    await countTokens(ctx.db, { table, id }, usage, usage.estimated);
}

/** Calls a model whose response is not stored, and charges it. */
export async function payAndSettle<R extends ModelRequest>(
  ctx: { readonly db: Db },
  payer: CallPayer,
  modelRequest: R,
  send: (request: R) => Promise<ModelResponse>,
): Promise<ModelResponse> {
  const { response, call } = await callWithPayment(ctx, payer, modelRequest, send);
  await settleCall(ctx, call, response);
  return response;
}

/**
 * Model for cost estimates. All output is priced as thinking or text, whichever costs more, because the split is
 * unknown.
 */
function toMaxPricedModel(model: ModelEntry): ModelEntry {
  const { output_price, reasoning_price = '0' } = model;
  return new Decimal(reasoning_price).gt(output_price) ? { ...model, output_price: reasoning_price } : model;
}

/** Minimum cost of a call with this many input tokens: an exact decimal, zero if the model is free. */
export async function calculateMinCost(
  model: ModelEntry,
  inputTokens: number,
  settings: ModelSettings,
): Promise<string> {
  const { extraThinkingTokens } = await getResponseLength(model, settings);
  const cacheWriteTokens = settings.prompt_caching ? inputTokens : 0;
  const outputTokens = getShortResponseTokens(settings) + extraThinkingTokens;
  return computeCredits(toMaxPricedModel(model), { inputTokens, outputTokens, cacheWriteTokens });
}

/**
 * Reserves the cost of a model call and returns the request to send, with fewer output tokens if credits are short.
 * Without a maximum length, an unusually long response (or its thinking) can exceed the reservation.
 */
async function reserveCall<R extends ModelRequest>(
  ctx: { readonly db: Db },
  payer: CallPayer,
  modelRequest: R,
): Promise<{ readonly request: R; readonly id: string | undefined }> {
  const { left } = payer;
  const model = toMaxPricedModel(modelRequest.model);
  const { settings, maxOutputTokens, extraThinkingTokens } = await getResponseLength(model, modelRequest.settings);
  const request = { ...modelRequest, settings };
  const free = isFree(model);
  const inputTokens = free ? 0 : estimateInputTokens(request);
  // The provider may cache the whole prompt, and cache writes can cost more than plain input.
  const cacheWriteTokens = settings.prompt_caching ? inputTokens : 0;
  const cost = (outputTokens: number) =>
    new Decimal(computeCredits(model, { inputTokens, outputTokens, cacheWriteTokens }));
  const least = cost(getShortResponseTokens(settings) + extraThinkingTokens);
  if (left?.lt(least)) throw new CreditShortage('run', least.toFixed());
  if (free) return { request, id: undefined };
  const id = newId();
  const maxCost = cost(maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS + Math.max(0, settings.thinking_budget ?? 0));
  const reserved = await reserveCredits(ctx.db, {
    payer: payer,
    least: least.toFixed(),
    most: (left === null ? maxCost : Decimal.min(maxCost, left)).toFixed(),
    callId: id,
    guess: { inputTokens, outputTokens: getShortResponseTokens(settings), credits: least.toFixed() },
  });
  if (maxCost.lte(reserved)) return { request, id };
  const affordableTokens = new Decimal(reserved)
    .minus(cost(0))
    .times(1_000_000)
    .div(model.output_price)
    .floor()
    .toNumber();
  return { request: { ...request, settings: { ...settings, max_tokens: affordableTokens - extraThinkingTokens } }, id };
}

function isFree(model: ModelEntry): boolean {
  const { cached_input_price = '0', cache_write_price = '0', reasoning_price = '0' } = model;
  return [model.input_price, model.output_price, cached_input_price, cache_write_price, reasoning_price].every(
    (price) => new Decimal(price).isZero(),
  );
}
