/** Event data of runs that wait for an approval, in the streams of agents and tasks. */

import Type from 'typebox';
import { APPROVAL_KINDS } from '../../src/agents/contract.ts';
import { createMessageSchemas } from '../../src/platform/message-schemas.ts';
import { Id, Nullable, StringEnum, Timestamp } from '../../src/platform/schemas.ts';

const { evidence_code, evidence_params } = createMessageSchemas('evidence', '');
const { detail_code, detail_params } = createMessageSchemas('detail', '');

export const APPROVAL_REQUIRED = {
  approval_request_id: Id,
  kind: Type.Optional(
    StringEnum(APPROVAL_KINDS, {
      description:
        'Question: whether a call may be executed, whether a call happened, or whether more credits are allowed. Default tool_call.',
    }),
  ),
  evidence: Type.Optional(Type.String({ description: 'Evidence about a call whose outcome is unclear' })),
  evidence_code: Type.Optional(evidence_code),
  evidence_params: Type.Optional(evidence_params),
  tool_call_id: Nullable(Id),
  tool_name: Type.String(),
  tool_type: Type.String(),
  arguments: Type.Unknown(),
  expires_at: Nullable(Timestamp),
};

export const APPROVAL_DECIDED = {
  approval_request_id: Id,
  tool_call_id: Nullable(Id),
  status: Type.String({ description: 'Status: `approved`, `rejected` or `expired`' }),
  decided_by: Nullable(Type.String()),
  decision_note: Nullable(Type.String()),
};

export const CallParked = Type.Object(
  {
    tool_call_id: Id,
    tool_name: Type.String(),
    kind: Type.String({
      description:
        'Kind of the wait. reconnect: a connection must be authorized; tool_change: a tool must be accepted.',
    }),
    waits_on: { ...Id, description: 'ID of the connection or tool' },
    detail: Type.String({ description: 'Missing authorization or acceptance, who can give it, and where' }),
    detail_code,
    detail_params,
  },
  { description: 'A call waits before it is sent. It is sent when the wait has ended.' },
);
