import { Decimal } from 'decimal.js';
import type { Db } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import { computeCredits } from '../platform/models/credits.ts';
import { ModelCallError } from '../platform/models/errors.ts';
import { computeMediaCredits, estimateMediaTokens } from '../platform/models/media/price.ts';
import type { GeneratedMedia, MediaRequest } from '../platform/models/media/request.ts';
import { canHaveCost, NO_TOKENS } from '../platform/models/usage.ts';
import type { Payer } from './payer.ts';
import { type CallCost, chargeCall, reserveCredits } from './reservations.ts';

const NOTHING: CallCost = { ...NO_TOKENS, credits: '0' };

/**
 * Generates a picture or speech with its price reserved. A failed call is charged if its provider may have charged it;
 * a successful one is charged by the code that stores it. Throws CreditShortage before the request.
 */
export async function generateWithPayment(
  { db }: { readonly db: Db },
  payer: Payer,
  request: MediaRequest,
  generate: () => Promise<GeneratedMedia>,
): Promise<{ readonly output: GeneratedMedia; readonly cost: CallCost }> {
  const tokens = estimateMediaTokens(request);
  const guess: CallCost = { ...NO_TOKENS, ...tokens, credits: computeMediaCredits(request, tokens) };
  const id = new Decimal(guess.credits).isZero() ? undefined : newId();
  if (id !== undefined) {
    const { credits } = guess;
    await reserveCredits(db, { payer, least: credits, most: credits, callId: id, guess });
  }
  try {
    const output = await generate();
    const { inputTokens, outputTokens } = output;
    const credits = computeMediaCredits(request, output);
    return { output, cost: { ...NO_TOKENS, inputTokens, outputTokens, credits, callId: id } };
  } catch (error) {
    const isLost = error instanceof ModelCallError && canHaveCost(error);
    // The provider responded without a picture or a recording, so no output is charged.
    const lost = isLost && error.reason === 'invalid_answer' ? toCostWithoutOutput(request, guess) : guess;
    if (id !== undefined)
      await chargeCall(db, { table: payer.cause.table, callId: id }, isLost ? lost : NOTHING, isLost);
    throw error;
  }
}

/** Charges the tokens of a call with unusable output, without the output itself. */
export async function settleWithoutOutput(
  { db }: { readonly db: Db },
  { cause }: Payer,
  request: MediaRequest,
  cost: CallCost,
): Promise<void> {
  if (cost.callId !== undefined)
    await chargeCall(db, { table: cause.table, callId: cost.callId }, toCostWithoutOutput(request, cost), false);
}

function toCostWithoutOutput({ model }: MediaRequest, cost: CallCost): CallCost {
  return { ...cost, credits: computeCredits(model, cost) };
}
