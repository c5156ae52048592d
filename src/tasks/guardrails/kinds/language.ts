import Type from 'typebox';
import { detectLanguage } from '../../../platform/language.ts';
import { patternFor, patternProblems } from '../../../platform/patterns.ts';
import type { GuardrailKind } from './kind.ts';

/** Characters by which a text is judged, from three places of it. */
const SAMPLE = 2000;

export const language: GuardrailKind<'language'> = {
  name: 'language',
  description: 'Detects texts in languages that are not allowed. A text of unknown language is no hit.',
  directions: ['input', 'output'],
  actions: ['block', 'flag'],
  usualAction: 'flag',
  config: Type.Object({
    allowed: Type.Array(
      Type.String({
        pattern: patternFor(patternProblems.invalid_language, '^[a-z]{2}$'),
        description: 'ISO 639-1 code, e.g. `en`.',
      }),
      {
        minItems: 1,
        maxItems: 50,
      },
    ),
  }),
  look: {
    for: 'whole',
    async judge(text, config) {
      const allowed = config.allowed as readonly string[];
      const found = new Set<string>();
      for (const sample of samplesOf(text)) {
        const spoken = await detectLanguage(sample);
        if (spoken !== null && !allowed.includes(spoken)) found.add(spoken);
      }
      return [...found];
    },
  },
};

function samplesOf(text: string): string[] {
  if (text.length <= 3 * SAMPLE) return [text];
  const middle = (text.length - SAMPLE) >> 1;
  return [0, middle, text.length - SAMPLE].map((at) => text.slice(at, at + SAMPLE).toWellFormed());
}
