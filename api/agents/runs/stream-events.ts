import Type from 'typebox';
import { Id, Nullable } from '../../../src/platform/schemas.ts';
import { RunError, RunUsage } from '../../../src/runs/record-fields.ts';
import { HIT_FIELDS } from '../../../src/tasks/guardrails/schemas.ts';
import { EventStream } from '../../plugins/event-schemas.ts';
import { APPROVAL_DECIDED, APPROVAL_REQUIRED, CallParked } from '../../runs/approval-events.ts';

export const CALL = {
  tool_call_id: Id,
  tool_name: Type.String(),
  child_run_id: Type.Optional({ ...Id, description: 'Child run of the call' }),
};
/** Fields of an approval event that a run copies from its child run. */
const ASKED_BELOW = {
  child_run_id: Type.Optional({
    ...Id,
    description: 'Child run that requires approval, unless it is this run. `tool_call_id` is a call of that run.',
  }),
  task_agent_id: Type.Optional({ ...Id, description: 'Agent or task of the child run. Decisions use this ID.' }),
};
const Attempt = { turn: Type.Integer(), attempt: Type.Optional(Type.Integer()) };

/** Stream of a run. The ID of an event is its number in the run. */
export const RunStreamEvent = EventStream('RunStream', {
  session_id: Type.Object({ session_id: Id, run_id: Id }),
  text: Type.Object({ text: Type.String(), ...Attempt }, { description: 'Piece of the response of the model' }),
  turn_restarted: Type.Object(Attempt, { description: 'Discard the text of the turn so far.' }),
  skill_activated: Type.Object(
    { tool_call_id: Id, skill: Type.String({ description: 'Name of the skill' }), skill_id: Id, skill_revision_id: Id },
    { description: 'The run has loaded a skill for the first time.' },
  ),
  tool_call: Type.Object({ ...CALL, tool_type: Type.String(), arguments: Type.Unknown() }),
  tool_progress: Type.Object(
    {
      tool_call_id: Id,
      tool_name: Type.String(),
      progress: Type.Number(),
      total: Type.Optional(Type.Number()),
      message: Type.Optional(Type.String()),
    },
    { description: 'Progress of a call as the server reports it. At most one event per second.' },
  ),
  tool_result: Type.Object({ ...CALL, outcome: Type.String(), result: Type.Unknown() }),
  approval_required: Type.Object({ ...APPROVAL_REQUIRED, ...ASKED_BELOW }),
  approval_decided: Type.Object({ ...APPROVAL_DECIDED, ...ASKED_BELOW }),
  call_parked: CallParked,
  guardrail: Type.Object(
    { ...HIT_FIELDS, turn: Type.Integer() },
    { description: 'A guardrail was triggered. The event does not contain the text.' },
  ),
  formatted_output: Type.Object({ formatted_output: Type.Unknown() }),
  error: RunError,
  done: Type.Object({
    run_id: Id,
    session_id: Id,
    status: Type.String(),
    output: Nullable(Type.String()),
    usage: RunUsage,
  }),
});
