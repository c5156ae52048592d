import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { Finish } from '../platform/models/finish.ts';
import type { ModelSource, ModelWarning } from '../platform/models/request.ts';
import { addTokens, type CallCost, selectSettlement } from '../usage/reservations.ts';
import { type Hit, hitsUpdate } from './guardrails/hits.ts';

/** Generated text from which a file is rendered. */
export interface GeneratedText {
  readonly text: string;
  /** Tries and misfits before it. */
  readonly retries: number;
  readonly usedFallback: boolean;
  /** How long the model took. */
  readonly seconds: number;
  /** What is to be known of its calls. */
  readonly warnings: readonly ModelWarning[];
  /** What it stands on, and why it ended. */
  readonly sources?: readonly ModelSource[] | undefined;
  readonly finish?: Finish | undefined;
}

/** Stores what a run's model wrote, with what guardrails found in it, and charges it at once, so that a try after this one makes the file without asking again. */
export async function storeGeneratedText(
  db: Executor,
  runId: string,
  written: GeneratedText,
  { cost, hits = [] }: { readonly cost: CallCost; readonly hits?: readonly Hit[] },
): Promise<void> {
  await sql`
    with done as (
      update task_runs set ${hitsUpdate(hits)}written = ${JSON.stringify(written)}::json, ${addTokens(cost)},
        charged_credits = charged_credits + ${cost.credits}::numeric
      where id = ${runId} and completed is null returning id, org_id, project_id
    ), ${selectSettlement('done', cost)} select 1`.execute(db);
}
