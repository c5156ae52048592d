import Type from 'typebox';
import { APPROVAL_KINDS } from '../../../src/agents/contract.ts';
import { HIT } from '../../../src/guardrails/schemas.ts';
import { EventStream } from '../../plugins/event-schemas.ts';
import { RunError, RunUsage } from '../../runs/schemas.ts';
import { Id, Nullable, OneOf, Timestamp } from '../../schemas.ts';

export const CALL = {
  tool_call_id: Id,
  tool_name: Type.String(),
  child_run_id: Type.Optional({ ...Id, description: 'the run that answers the call, once that begins' }),
};
const ASKED = { tool_call_id: Nullable(Id), tool_name: Type.String(), tool_type: Type.String() };
const Attempt = { turn: Type.Integer(), attempt: Type.Optional(Type.Integer()) };

/** What a run's stream tells; the number of an event in its run is its id. */
export const RunStreamEvent = EventStream('RunStream', {
  session_id: Type.Object({ session_id: Id, run_id: Id }),
  text: Type.Object({ text: Type.String(), ...Attempt }, { description: 'a piece of what the agent says' }),
  turn_restarted: Type.Object(Attempt, { description: 'what the turn said so far is void' }),
  skill_activated: Type.Object(
    { tool_call_id: Id, skill: Type.String({ description: 'its name' }), skill_id: Id, skill_revision_id: Id },
    { description: 'the run has loaded a skill for the first time' },
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
    { description: 'how far a call has come, as the other side says; at most one a second, and not all' },
  ),
  tool_result: Type.Object({ ...CALL, outcome: Type.String(), result: Type.Unknown() }),
  approval_required: Type.Object({
    approval_request_id: Id,
    kind: Type.Optional(
      OneOf(APPROVAL_KINDS, {
        description:
          'what is asked: whether a call may be made, whether one happened, or for more credits; tool_call where it is left out, as in events of earlier releases',
      }),
    ),
    evidence: Type.Optional(
      Type.String({ description: 'what is known of a call of which it is unclear whether it happened' }),
    ),
    ...ASKED,
    arguments: Type.Unknown(),
    expires_at: Nullable(Timestamp),
  }),
  approval_decided: Type.Object({
    approval_request_id: Id,
    tool_call_id: Nullable(Id),
    status: Type.String({ description: 'approved, rejected or expired' }),
    decided_by: Nullable(Type.String()),
    decision_note: Nullable(Type.String()),
  }),
  call_parked: Type.Object(
    {
      tool_call_id: Id,
      tool_name: Type.String(),
      kind: Type.String({
        description: 'reconnect: a connection has to be authorised; tool_change: a tool has to be accepted',
      }),
      waits_on: { ...Id, description: 'the connection or tool' },
      detail: Type.String({ description: 'what is missing, who can mend it and where' }),
    },
    { description: 'a call waits without having been made; it is made when what it waits for is mended' },
  ),
  guardrail: Type.Object({ ...HIT, turn: Type.Integer() }, { description: 'a guardrail found something; never what' }),
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
