import Type from 'typebox';
import { NO_TEXT } from '../../src/tasks/texts.ts';
import { EventStream } from '../plugins/event-schemas.ts';
import { APPROVAL_DECIDED, APPROVAL_REQUIRED, CallParked } from '../runs/approval-events.ts';
import { RunError, RunUsage } from '../runs/schemas.ts';
import { Id, OneOf } from '../schemas.ts';

const Attempt = { attempt: Type.Integer({ description: 'which time the answer was begun' }) };

/** What the stream of a task's run tells. */
export const TaskRunStreamEvent = EventStream('TaskRunStream', {
  text: Type.Object(
    { text: Type.String(), ...Attempt },
    { description: 'a piece of what the model says; of a json or csv answer as the model writes it' },
  ),
  text_restarted: Type.Object(Attempt, { description: 'what was said so far is void' }),
  no_text: Type.Object(
    {
      reason: {
        ...OneOf(NO_TEXT),
        description:
          'not_asked: the run was started without `stream`; guardrail: one of its output may mask or block; file: one is made of what the model says',
      },
    },
    { description: 'no text is told, and any before is void: `done` has the result' },
  ),
  approval_required: Type.Object(APPROVAL_REQUIRED, {
    description:
      'a tool call of the run waits for a person; the request is decided under the id of the task as `task_agent_id`',
  }),
  approval_decided: Type.Object(APPROVAL_DECIDED),
  call_parked: CallParked,
  error: RunError,
  done: Type.Object({
    run_id: Id,
    status: Type.String({ description: 'completed, failed or cancelled' }),
    output: Type.Unknown({ description: "the run's `response`" }),
    usage: RunUsage,
  }),
});
