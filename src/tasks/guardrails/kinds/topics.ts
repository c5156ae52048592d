import Type, { type Static } from 'typebox';
import { commonProblems } from '../../../platform/problems.ts';
import { BoundedText, NonBlankText } from '../../../platform/schemas.ts';
import type { GuardrailConfig, GuardrailKind } from './kind.ts';

const Topic = Type.Object(
  {
    name: NonBlankText(100, { description: 'Name of the topic, reported as the rule of a hit.' }),
    description: Type.Optional(BoundedText(1000, { description: 'Description of the topic for the judge model.' })),
  },
  { additionalProperties: false },
);

const Config = Type.Object({
  topics: Type.Array(Topic, { minItems: 1, maxItems: 20, description: 'Forbidden topics.' }),
  llm_model_id: Type.Optional(
    NonBlankText(200, {
      description: 'ID, name or alias of the judge model. Default: the model of the run.',
    }),
  ),
});

export const topics: GuardrailKind<'topics'> = {
  name: 'topics',
  description: 'Detects forbidden topics with one model call for all topics. The run pays for the call.',
  directions: ['input', 'output'],
  actions: ['block', 'flag'],
  defaultAction: 'flag',
  config: Config,
  findConfigProblem(config) {
    const names = getTopics(config).map(({ name }) => name.trim().toLowerCase());
    const duplicateIndex = names.findIndex((name, at) => names.indexOf(name) < at);
    return duplicateIndex < 0
      ? undefined
      : { path: ['topics', duplicateIndex, 'name'], problem: commonProblems.duplicate_item };
  },
  detector: { for: 'model' },
};

/** Returns the topics of a stored guardrail. */
export function getTopics(config: GuardrailConfig): Static<typeof Topic>[] {
  return (config as Static<typeof Config>).topics;
}
