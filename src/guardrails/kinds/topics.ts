import Type, { type Static } from 'typebox';
import { BoundedText, NonBlankText } from '../../platform/schemas.ts';
import type { GuardrailConfig, GuardrailKind } from './kind.ts';

const Topic = Type.Object(
  {
    name: NonBlankText(100, { description: 'the rule that a hit names' }),
    description: Type.Optional(BoundedText(1000, { description: 'what belongs to it, for the model that judges' })),
  },
  { additionalProperties: false },
);

const Config = Type.Object({
  topics: Type.Array(Topic, { minItems: 1, maxItems: 20, description: 'what must not be talked about' }),
  llm_model_id: Type.Optional(
    NonBlankText(200, {
      description: 'id, name or alias of the model that judges; where it is left out, the model that answers',
    }),
  ),
});

export const topics: GuardrailKind<'topics'> = {
  name: 'topics',
  description: 'Forbidden topics, judged by a model: one call for all of them, which the run pays.',
  directions: ['input', 'output'],
  actions: ['block', 'flag'],
  usualAction: 'flag',
  config: Config,
  problem(config) {
    const names = topicsOf(config).map(({ name }) => name.trim().toLowerCase());
    const twice = names.findIndex((name, at) => names.indexOf(name) < at);
    return twice < 0 ? undefined : { at: ['topics', twice, 'name'], msg: 'stands twice' };
  },
  look: { for: 'model' },
};

/** The topics of a guardrail that was checked when it was saved. */
export function topicsOf(config: GuardrailConfig): Static<typeof Topic>[] {
  return (config as Static<typeof Config>).topics;
}
