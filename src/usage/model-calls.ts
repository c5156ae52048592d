import { Decimal } from 'decimal.js';
import { assertModelCallAllowed, type Exclusion } from '../models/exclusions.ts';
import type { Db } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import type { ModelEntry } from '../platform/models/catalogue.ts';
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

/** Output tokens that are set aside where the settings give no `max_tokens`. */
const DEFAULT_OUTPUT_TOKENS = 4096;

/** Whose credits a model call spends. */
export interface CallPayer extends Payer {
  /** The rules on models that hold where the call is made. */
  readonly exclusions: readonly Exclusion[];
  /** What the run may still spend; null where it has no budget of its own. */
  readonly left: Decimal | null;
}

/** A model call that is paid. */
export interface PaidCall {
  readonly cause: Cause;
  readonly model: ModelEntry;
  /** What credits were set aside for; undefined where it costs nothing. */
  readonly id: string | undefined;
}

/** What an answered call cost. */
export function calculateCost({ model, id }: PaidCall, answer: ModelUsage): CallCost {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens, estimated } = answer;
  const usage = { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens, estimated };
  return { ...usage, credits: computeCredits(model, usage), callId: id };
}

/**
 * Makes a model call with its price set aside before. One that fails is charged what its provider may have charged; one
 * that is answered is charged by whoever stores the answer, or by {@link settleCall}. Throws before anything is sent:
 * ModelCallError where a rule excludes the model, CreditShortage where not even a short answer can be paid.
 */
export async function callWithPayment<R extends ModelRequest>(
  ctx: { readonly db: Db },
  payer: CallPayer,
  wanted: R,
  make: (request: R) => Promise<ModelResponse>,
): Promise<{ readonly answer: ModelResponse; readonly call: PaidCall }> {
  assertModelCallAllowed(payer.exclusions, wanted.model);
  const { request, id } = await payable(ctx, payer, wanted);
  const call = { cause: payer.cause, model: request.model, id };
  try {
    return { answer: await make(request), call };
  } catch (error) {
    if (error instanceof ModelCallError) await settleCall(ctx, call, error.usage);
    throw error;
  }
}

/** Charges a call whose answer, if there is one, is stored nowhere, and gives the rest of what was set aside back. */
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

/** Makes a model call whose answer is stored nowhere, and pays it. */
export async function payAndSettle<R extends ModelRequest>(
  ctx: { readonly db: Db },
  payer: CallPayer,
  wanted: R,
  make: (request: R) => Promise<ModelResponse>,
): Promise<ModelResponse> {
  const { answer, call } = await callWithPayment(ctx, payer, wanted, make);
  await settleCall(ctx, call, answer);
  return answer;
}

/** A model as its calls are guessed: which part of an answer is thinking nobody knows, so that all of it has the dearer price. */
function atMost(model: ModelEntry): ModelEntry {
  const { output_price, reasoning_price = '0' } = model;
  return new Decimal(reasoning_price).gt(output_price) ? { ...model, output_price: reasoning_price } : model;
}

/** The least credits that a call with so many input tokens costs: an exact decimal, zero where the model costs nothing. */
export async function calculateMinCost(
  model: ModelEntry,
  inputTokens: number,
  settings: ModelSettings,
): Promise<string> {
  const { extraThinkingTokens: beside } = await getResponseLength(model, settings);
  const cacheWriteTokens = settings.prompt_caching ? inputTokens : 0;
  const outputTokens = getShortResponseTokens(settings) + beside;
  return computeCredits(atMost(model), { inputTokens, outputTokens, cacheWriteTokens });
}

/**
 * Sets aside what a model call may cost, before it is made, and answers the request as it may be sent: where credits
 * are short, with fewer output tokens. Where the provider is told no length, an answer (or its thinking) that is longer than
 * is usual can cost more than was set aside.
 */
async function payable<R extends ModelRequest>(
  ctx: { readonly db: Db },
  payer: CallPayer,
  wanted: R,
): Promise<{ readonly request: R; readonly id: string | undefined }> {
  const { left } = payer;
  const model = atMost(wanted.model);
  const {
    settings,
    maxOutputTokens: told,
    extraThinkingTokens: beside,
  } = await getResponseLength(model, wanted.settings);
  const request = { ...wanted, settings };
  const free = isFree(model);
  const inputTokens = free ? 0 : estimateInputTokens(request);
  // All of the prompt may go into the provider's cache, which can cost more than not to keep it.
  const cacheWriteTokens = settings.prompt_caching ? inputTokens : 0;
  const cost = (outputTokens: number) =>
    new Decimal(computeCredits(model, { inputTokens, outputTokens, cacheWriteTokens }));
  const least = cost(getShortResponseTokens(settings) + beside);
  if (left?.lt(least)) throw new CreditShortage('run', least.toFixed());
  if (free) return { request, id: undefined };
  const id = newId();
  const whole = cost(told ?? DEFAULT_OUTPUT_TOKENS + Math.max(0, settings.thinking_budget ?? 0));
  const granted = await reserveCredits(ctx.db, {
    spender: payer,
    least: least.toFixed(),
    most: (left === null ? whole : Decimal.min(whole, left)).toFixed(),
    callId: id,
    guess: { inputTokens, outputTokens: getShortResponseTokens(settings), credits: least.toFixed() },
  });
  if (whole.lte(granted)) return { request, id };
  const affordable = new Decimal(granted).minus(cost(0)).times(1_000_000).div(model.output_price).floor().toNumber();
  return { request: { ...request, settings: { ...settings, max_tokens: affordable - beside } }, id };
}

function isFree(model: ModelEntry): boolean {
  const { cached_input_price = '0', cache_write_price = '0', reasoning_price = '0' } = model;
  return [model.input_price, model.output_price, cached_input_price, cache_write_price, reasoning_price].every(
    (price) => new Decimal(price).isZero(),
  );
}
