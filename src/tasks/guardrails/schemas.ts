import Type from 'typebox';
import { StringEnum, Timestamp } from '../../platform/schemas.ts';
import { ACTIONS, DIRECTIONS } from './kinds/kind.ts';

/** Fields of a hit in records and events. */
export const HIT_FIELDS = {
  guardrail: Type.String(),
  direction: StringEnum(DIRECTIONS),
  action: StringEnum(ACTIONS),
  rule: Type.String({ description: 'Rule that matched. `unchecked` if the text could not be checked.' }),
  count: Type.Integer({ description: 'Number of matches.' }),
  at: Timestamp,
};

/** Guardrail hits of a run. */
export const GuardrailHits = Type.Array(Type.Object(HIT_FIELDS), {
  description: 'Guardrail hits in the order of the checks. They never contain the text.',
});
