import Type from 'typebox';
import { detectLanguage } from '../../../platform/language.ts';
import { definePattern, patternProblems } from '../../../platform/patterns.ts';
import type { GuardrailKind } from './kind.ts';

/** Length in characters of the sample, taken from three parts of a text. */
const SAMPLE_LENGTH = 2000;

export const language: GuardrailKind<'language'> = {
  name: 'language',
  description: 'Detects texts in languages that are not allowed. A text of unknown language is no hit.',
  directions: ['input', 'output'],
  actions: ['block', 'flag'],
  defaultAction: 'flag',
  config: Type.Object({
    allowed: Type.Array(
      Type.String({
        pattern: definePattern(patternProblems.invalid_language, '^[a-z]{2}$'),
        description: 'ISO 639-1 code, e.g. `en`.',
      }),
      {
        minItems: 1,
        maxItems: 50,
      },
    ),
  }),
  detector: {
    for: 'whole',
    async judge(text, config) {
      const allowed = config.allowed as readonly string[];
      const disallowed = new Set<string>();
      for (const sample of takeSamples(text)) {
        const language = await detectLanguage(sample);
        if (language !== null && !allowed.includes(language)) disallowed.add(language);
      }
      return [...disallowed];
    },
  },
};

function takeSamples(text: string): string[] {
  if (text.length <= 3 * SAMPLE_LENGTH) return [text];
  const middle = (text.length - SAMPLE_LENGTH) >> 1;
  return [0, middle, text.length - SAMPLE_LENGTH].map((at) => text.slice(at, at + SAMPLE_LENGTH).toWellFormed());
}
