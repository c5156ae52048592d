import Type, { type Static, type TObject } from 'typebox';
import { Id, Nullable } from '../../src/platform/schemas.ts';
import type { ScoreFilter } from '../../src/runs/feedback/columns.ts';
import { type FEEDBACK_FILTERS, UsageEstimated } from '../../src/runs/record-fields.ts';

type FeedbackQuery = Static<TObject<typeof FEEDBACK_FILTERS>>;

/** Feedback filter of a run list; undefined without one. */
export function toScoreFilter({ feedback_name: name, feedback_value: value }: FeedbackQuery): ScoreFilter | undefined {
  return name === undefined && value === undefined ? undefined : { name, value };
}

const ReceiptCall = Type.Object({ tool_call_id: Id, tool_name: Type.String(), detail: Nullable(Type.String()) });
/** Receipt fields in addition to the run's. */
export const RECEIPT = {
  stopped: Type.Array(ReceiptCall, { description: 'Calls that were not executed' }),
  done: Type.Array(ReceiptCall, { description: 'Calls that took effect before the run stopped' }),
  unknown: Type.Array(ReceiptCall, { description: 'Calls with an unknown effect' }),
  spent: Type.Object(
    {
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      charged_credits: Type.String(),
      estimated: UsageEstimated,
    },
    { description: 'Cost of the model calls of the run and its child runs, including the interrupted call' },
  ),
};
