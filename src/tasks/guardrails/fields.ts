import Type from 'typebox';
import { jsonField } from '../../platform/revision-fields.ts';
import { AnyObject, NonBlankText, StringEnum } from '../../platform/schemas.ts';
import { ACTIONS, type Guardrails } from './kinds/kind.ts';

/** Maximum number of guardrails per direction. */
const MAX_ITEMS_PER_DIRECTION = 10;

const Item = Type.Object(
  {
    guardrail: NonBlankText(100, { description: 'Name of a guardrail.' }),
    action: Type.Optional(
      StringEnum(ACTIONS, {
        description:
          'Action on a hit: `block` ends the run, `mask` replaces the match, `flag` records it. Default `flag`.',
      }),
    ),
    config: Type.Optional(AnyObject),
  },
  { title: 'GuardrailItem' },
);
const Items = Type.Array(Item, { maxItems: MAX_ITEMS_PER_DIRECTION });

/** No guardrails. */
const NO_GUARDRAILS: Guardrails = { input: [], output: [] };

/** Guardrails field of a revision. */
export const GUARDRAILS_FIELD = jsonField({
  input: Type.Object(
    { input: Type.Optional(Items), output: Type.Optional(Items) },
    { description: 'Guardrails on the input and the output of the model.' },
  ),
  record: Type.Unsafe<Guardrails>(
    Type.Object({ input: Type.Array(Type.Required(Item)), output: Type.Array(Type.Required(Item)) }),
  ),
  initial: NO_GUARDRAILS,
});
