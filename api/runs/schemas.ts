import Type, { type Static, type TObject } from 'typebox';
import type { ScoreFilter } from '../../src/runs/feedback/columns.ts';
import { type FEEDBACK_FILTERS, UsageEstimated } from '../../src/runs/shown.ts';
import { Id, Nullable } from '../schemas.ts';

export {
  FEEDBACK_FILTERS,
  FeedbackCount,
  FINISHED,
  RunError,
  RunOf,
  RunUsage,
  STARTED_BY,
  STARTED_BY_FILTERS,
  TokenParts,
  UsageEstimated,
  WaitingFor,
  Warnings,
  whyWaiting,
} from '../../src/runs/shown.ts';

type FeedbackQuery = Static<TObject<typeof FEEDBACK_FILTERS>>;

/** What a list of runs asks of the feedback on them; undefined where nothing. */
export function scoreOf({ feedback_name: name, feedback_value: value }: FeedbackQuery): ScoreFilter | undefined {
  return name === undefined && value === undefined ? undefined : { name, value };
}

/** Settings of what runs are of: who sees them. */
export { VISIBILITIES } from '../../src/runs/kind.ts';

const ReceiptCall = Type.Object({ tool_call_id: Id, tool_name: Type.String(), detail: Nullable(Type.String()) });
/** Fields of a receipt besides the run. */
export const RECEIPT = {
  stopped: Type.Array(ReceiptCall, { description: 'calls that did not happen any more' }),
  done: Type.Array(ReceiptCall, { description: 'calls that took effect before the stop' }),
  unknown: Type.Array(ReceiptCall, { description: 'calls of which nobody knows' }),
  spent: Type.Object(
    {
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      charged_credits: Type.String(),
      estimated: UsageEstimated,
    },
    { description: "what the run's model calls cost, those of its tasks and the one that was cut off included" },
  ),
};
