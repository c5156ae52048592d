import Type from 'typebox';
import { Id, StringEnum } from '../../src/platform/schemas.ts';
import { RunError, RunUsage } from '../../src/runs/record-fields.ts';
import { NO_TEXT_REASONS } from '../../src/tasks/run-text.ts';
import { EventStream } from '../plugins/event-schemas.ts';
import { APPROVAL_DECIDED, APPROVAL_REQUIRED, CallParked } from '../runs/approval-events.ts';

const Attempt = { attempt: Type.Integer({ description: 'Number of the attempt at the response, from 1.' }) };

/** Events of the stream of a task run. */
export const TaskRunStreamEvent = EventStream('TaskRunStream', {
  text: Type.Object(
    { text: Type.String(), ...Attempt },
    { description: 'Part of the generated text. Raw text for JSON and CSV responses.' },
  ),
  text_restarted: Type.Object(Attempt, { description: 'All text so far is discarded.' }),
  no_text: Type.Object(
    {
      reason: {
        ...StringEnum(NO_TEXT_REASONS),
        description:
          'Reason: `not_asked` (run started without `stream`), `guardrail` (an output guardrail may mask or block) or `file` (the output is a file).',
      },
    },
    { description: 'No text is streamed, and text so far is discarded. `done` has the result.' },
  ),
  approval_required: Type.Object(APPROVAL_REQUIRED, {
    description:
      'A tool call of the run waits for a person. Decide the request with the ID of the task as `task_agent_id`.',
  }),
  approval_decided: Type.Object(APPROVAL_DECIDED),
  call_parked: CallParked,
  error: RunError,
  done: Type.Object({
    run_id: Id,
    status: Type.String({ description: 'Status: `completed`, `failed` or `cancelled`.' }),
    output: Type.Unknown({ description: '`response` of the run.' }),
    usage: RunUsage,
  }),
});
