/** Data of the events of a run that waits for a person, as the streams of agents and of tasks have them. */

import Type from 'typebox';
import { APPROVAL_KINDS } from '../../src/agents/contract.ts';
import { Id, Nullable, OneOf, Timestamp } from '../schemas.ts';

export const APPROVAL_REQUIRED = {
  approval_request_id: Id,
  kind: Type.Optional(
    OneOf(APPROVAL_KINDS, {
      description:
        'What is asked: whether a call may be made, whether one happened, or for more credits. tool_call when left out, as in events of earlier releases.',
    }),
  ),
  evidence: Type.Optional(
    Type.String({ description: 'what is known of a call of which it is unclear whether it happened' }),
  ),
  tool_call_id: Nullable(Id),
  tool_name: Type.String(),
  tool_type: Type.String(),
  arguments: Type.Unknown(),
  expires_at: Nullable(Timestamp),
};

export const APPROVAL_DECIDED = {
  approval_request_id: Id,
  tool_call_id: Nullable(Id),
  status: Type.String({ description: 'approved, rejected or expired' }),
  decided_by: Nullable(Type.String()),
  decision_note: Nullable(Type.String()),
};

export const CallParked = Type.Object(
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
);
