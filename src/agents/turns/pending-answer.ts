import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { ModelResponse } from '../../platform/models/request.ts';
import type { Hit } from '../../tasks/guardrails/hits.ts';
import { addTokens, type CallCost, selectSettlement } from '../../usage/reservations.ts';
import type { StartedTurn } from './turns.ts';

/** Charged response of a turn that a guardrail's model still judges. */
export interface PendingAnswer {
  readonly turn: number;
  /** Number of messages of people that it responds to. */
  readonly notes: number;
  readonly answer: ModelResponse;
  readonly modelId: string;
  readonly cost: CallCost;
  /** Hits of the guardrails that have checked it. */
  readonly hits: readonly Hit[];
}

/**
 * Stores and charges a response, so that a later attempt does not buy it again. Returns false if the attempt was
 * superseded or the run must stop.
 */
export async function storePendingAnswer(
  db: Executor,
  run: Pick<StartedTurn, 'id' | 'attempt'>,
  pending: PendingAnswer,
): Promise<boolean> {
  const { cost } = pending;
  const { rows } = await sql`
    with done as (
      update agent_runs set pending_answer = ${JSON.stringify(pending)}::json, ${addTokens(cost)}, charged_credits = charged_credits + ${cost.credits}::numeric
      where id = ${run.id} and attempt = ${run.attempt} and completed is null and status <> 'cancelling' returning id, org_id, project_id
    ), ${selectSettlement('done', cost)} select id from done`.execute(db);
  return rows.length > 0;
}

/** Finds the stored response of a turn. Undefined for none, or if a person has sent another message since. */
export function findPendingAnswer(
  { pending_answer: pending, next_messages: notes }: Pick<StartedTurn, 'pending_answer' | 'next_messages'>,
  turn: number,
): PendingAnswer | undefined {
  return pending?.turn === turn && pending.notes === notes.length ? pending : undefined;
}
