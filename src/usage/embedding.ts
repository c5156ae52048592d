import { Decimal } from 'decimal.js';
import type { Exclusion } from '../models/exclusions.ts';
import type { Executor } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import type { EmbeddingEntry } from '../platform/models/catalog.ts';
import { computeCredits } from '../platform/models/credits.ts';
import { estimateTokens, NO_TOKENS } from '../platform/models/usage.ts';
import type { Payer } from './payer.ts';
import { chargeCall, countTokens, reserveCredits } from './reservations.ts';

/** Payer of an embedding request. */
export interface EmbeddingPayer extends Payer {
  /** Model exclusion rules that apply to the request. */
  readonly exclusions: readonly Exclusion[];
}

/** Cost of an embedding request, successful or failed. */
interface EmbeddingCost {
  readonly inputTokens: number;
  readonly estimated: boolean;
  /** Exact decimal. */
  readonly credits: string;
  /** Reserved call, if credits were reserved. */
  readonly callId?: string;
}

/**
 * Reserves the estimated cost of embedding texts and returns the call id; undefined if the model is free. Throws
 * CreditShortage.
 */
export async function reserveEmbedding(
  db: Executor,
  payer: EmbeddingPayer,
  model: Pick<EmbeddingEntry, 'input_price'>,
  texts: readonly string[],
): Promise<string | undefined> {
  if (new Decimal(model.input_price).isZero()) return undefined;
  const inputTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const credits = calculateEmbeddingCredits(model, inputTokens);
  const callId = newId();
  const guess = { inputTokens, outputTokens: 0, credits };
  await reserveCredits(db, { payer, least: credits, most: credits, callId, guess });
  return callId;
}

/** Cost of a number of tokens, an exact decimal. */
export function calculateEmbeddingCredits(
  { input_price }: Pick<EmbeddingEntry, 'input_price'>,
  inputTokens: number,
): string {
  return computeCredits({ input_price, output_price: '0' }, { inputTokens, outputTokens: 0 });
}

/** Cost of a free response. */
export const NO_COST = { inputTokens: 0, estimated: false, credits: '0' } as const;

/**
 * Charges embeddings to their organization and adds them to their run's usage. Call it last in the transaction that
 * stores them. A repeat finds them stored and charges nothing.
 */
export async function chargeEmbedding(trx: Executor, { cause }: EmbeddingPayer, cost: EmbeddingCost): Promise<void> {
  const { inputTokens, estimated, credits, callId } = cost;
  const tokens = { ...NO_TOKENS, inputTokens };
  if (callId !== undefined) await chargeCall(trx, { table: cause.table, callId }, { ...tokens, credits }, estimated);
  else if (cause.table !== null) await countTokens(trx, { table: cause.table, id: cause.id }, tokens, estimated);
}
