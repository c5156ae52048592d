import type { Executor } from '../../platform/db/client.ts';
import { type PageRequest, paginate } from '../../platform/db/pagination.ts';

/** Lists the stored turns of a run, oldest first. */
export function listTurns(db: Executor, runId: string, page: PageRequest) {
  const turns = db
    .selectFrom('agent_turns')
    .select([
      'turn',
      'attempt',
      'finish_reason',
      'finish_detail',
      'model_id',
      'input_tokens',
      'output_tokens',
      'charged_credits',
      'usage_estimated',
      'model_ms',
      'first_token_ms',
      'created',
    ])
    .where('run_id', '=', runId);
  return paginate(turns, [{ column: 'turn', type: 'integer', order: 'asc' }], page);
}
