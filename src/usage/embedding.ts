import { Decimal } from 'decimal.js';
import type { Exclusion } from '../models/exclusions.ts';
import type { Executor } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import type { EmbeddingEntry } from '../platform/models/catalogue.ts';
import { computeCredits } from '../platform/models/credits.ts';
import { estimateTokens, NO_TOKENS } from '../platform/models/usage.ts';
import type { Payer } from './payer.ts';
import { chargeCall, countTokens, reserveCredits } from './reservations.ts';

/** Whose credits the making of vectors spends. */
export interface EmbeddingPayer extends Payer {
  /** The rules on models that hold where the vectors are made. */
  readonly exclusions: readonly Exclusion[];
}

/** What a request, or one that failed, has cost. */
export interface EmbeddingCost {
  readonly inputTokens: number;
  readonly estimated: boolean;
  /** Exact decimal. */
  readonly credits: string;
  /** The call, where credits were set aside for it. */
  readonly callId?: string;
}

/**
 * Sets aside what texts are taken to cost, and answers the call that holds it; undefined where the model costs nothing. Throws
 * CreditShortage.
 */
export async function reserveEmbedding(
  db: Executor,
  spender: EmbeddingPayer,
  model: Pick<EmbeddingEntry, 'input_price'>,
  texts: readonly string[],
): Promise<string | undefined> {
  if (new Decimal(model.input_price).isZero()) return undefined;
  const inputTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const credits = calculateEmbeddingCredits(model, inputTokens);
  const callId = newId();
  const guess = { inputTokens, outputTokens: 0, credits };
  await reserveCredits(db, { spender, least: credits, most: credits, callId, guess });
  return callId;
}

/** What so many tokens cost: an exact decimal. */
export function calculateEmbeddingCredits(
  { input_price }: Pick<EmbeddingEntry, 'input_price'>,
  inputTokens: number,
): string {
  return computeCredits({ input_price, output_price: '0' }, { inputTokens, outputTokens: 0 });
}

/** What a request that was answered with nothing to be paid has cost. */
export const NO_COST = { inputTokens: 0, estimated: false, credits: '0' } as const;

/**
 * Charges what vectors have cost to their organization, and adds it to the usage of their run. To be called as the last of
 * the transaction that stores them: a repeat finds them stored, makes none, and charges nothing.
 */
export async function chargeEmbedding(trx: Executor, { cause }: EmbeddingPayer, cost: EmbeddingCost): Promise<void> {
  const { inputTokens, estimated, credits, callId } = cost;
  const tokens = { ...NO_TOKENS, inputTokens };
  if (callId !== undefined) await chargeCall(trx, { table: cause.table, callId }, { ...tokens, credits }, estimated);
  else if (cause.table !== null) await countTokens(trx, { table: cause.table, id: cause.id }, tokens, estimated);
}
