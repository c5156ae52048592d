import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { Finish } from '../platform/models/finish.ts';
import type { ModelSource, ModelWarning } from '../platform/models/request.ts';
import { addTokens, type CallCost, selectSettlement } from '../usage/reservations.ts';
import { type Hit, toHitsUpdate } from './guardrails/hits.ts';

/** Generated text from which a file is rendered. */
export interface GeneratedText {
  readonly text: string;
  /** Number of earlier attempts and mismatches. */
  readonly retries: number;
  readonly usedFallback: boolean;
  /** Seconds of model calls. */
  readonly seconds: number;
  /** Warnings of its calls. */
  readonly warnings: readonly ModelWarning[];
  /** Sources and finish reason. */
  readonly sources?: readonly ModelSource[] | undefined;
  readonly finish?: Finish | undefined;
}

/**
 * Stores and charges the text of a run's model with its guardrail hits. A later attempt renders the file without
 * generating it again.
 */
export async function storeGeneratedText(
  db: Executor,
  runId: string,
  written: GeneratedText,
  { cost, hits = [] }: { readonly cost: CallCost; readonly hits?: readonly Hit[] },
): Promise<void> {
  await sql`
    with done as (
      update task_runs set ${toHitsUpdate(hits)}written = ${JSON.stringify(written)}::json, ${addTokens(cost)},
        charged_credits = charged_credits + ${cost.credits}::numeric
      where id = ${runId} and completed is null returning id, org_id, project_id
    ), ${selectSettlement('done', cost)} select 1`.execute(db);
}
