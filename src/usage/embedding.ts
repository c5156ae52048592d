import { Decimal } from 'decimal.js';
import { sql } from 'kysely';
import type { Exclusion } from '../models/exclusions.ts';
import type { Executor } from '../platform/db/client.ts';
import type { EmbeddingEntry } from '../platform/models/catalogue.ts';
import { creditsFor } from '../platform/models/credits.ts';
import { tokensOf } from '../platform/models/usage.ts';
import type { RunTable } from '../runs/kind.ts';
import { hasCredits, takeCredits } from './reservations.ts';
import { CreditShortage } from './shortage.ts';

/** Whose credits the making of vectors spends. */
export interface EmbeddingPayer {
  readonly orgId: string;
  /** The rules on models that hold where the vectors are made. */
  readonly exclusions: readonly Exclusion[];
  /** The run whose usage it is; null where it is no run's. */
  readonly run: { readonly table: RunTable; readonly id: string } | null;
}

/** What a request, or one that failed, has cost. */
export interface EmbeddingCost {
  readonly inputTokens: number;
  readonly estimated: boolean;
  /** Exact decimal. */
  readonly credits: string;
}

/** Throws CreditShortage where an organization has not the credits left that texts are taken to cost. */
export async function checkAffordable(
  db: Executor,
  { orgId }: EmbeddingPayer,
  model: Pick<EmbeddingEntry, 'input_price'>,
  texts: readonly string[],
): Promise<void> {
  if (new Decimal(model.input_price).isZero()) return;
  const needed = embeddingCredits(
    model,
    texts.reduce((sum, text) => sum + tokensOf(text), 0),
  );
  if (!(await hasCredits(db, orgId, needed))) throw new CreditShortage('organization', needed);
}

/** What so many tokens cost: an exact decimal. */
export function embeddingCredits({ input_price }: Pick<EmbeddingEntry, 'input_price'>, inputTokens: number): string {
  return creditsFor({ input_price, output_price: '0' }, { inputTokens, outputTokens: 0 });
}

/**
 * Charges what vectors have cost to their organization, and adds it to the usage of their run. To be called as the last of
 * the transaction that stores them: a repeat finds them stored, makes none, and charges nothing.
 */
export async function chargeEmbedding(trx: Executor, payer: EmbeddingPayer, cost: EmbeddingCost): Promise<void> {
  const { inputTokens, estimated, credits } = cost;
  if (payer.run !== null)
    await sql`
      update ${sql.table(payer.run.table)} set input_tokens = input_tokens + ${inputTokens}::int,
        charged_credits = charged_credits + ${credits}::numeric, usage_estimated = usage_estimated or ${estimated}
      where id = ${payer.run.id}`.execute(trx);
  if (!new Decimal(credits).isZero()) await takeCredits(trx, payer.orgId, credits);
}
