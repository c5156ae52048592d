import Type from 'typebox';
import { StringEnum, Timestamp } from '../platform/schemas.ts';
import { ACTIONS, DIRECTIONS } from './kinds/kind.ts';

/** What is told of a hit, in records and events. */
export const HIT = {
  guardrail: Type.String(),
  direction: StringEnum(DIRECTIONS),
  action: StringEnum(ACTIONS),
  rule: Type.String({ description: '`unchecked` where the text could not be looked at' }),
  count: Type.Integer({ description: 'places' }),
  at: Timestamp,
};

/** The hits of a run. */
export const GuardrailHits = Type.Array(Type.Object(HIT), {
  description: 'what guardrails found, in the order in which they looked; never the text itself',
});
