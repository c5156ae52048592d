import Type from 'typebox';
import { guardrailProblems } from '../problems.ts';
import type { GuardrailConfig, GuardrailKind } from './kind.ts';

const Bound = Type.Integer({ minimum: 1, maximum: 100_000_000 });

/** Limits, and whether a text violates each. */
const BOUNDS = {
  min_characters: (text: string, bound: number) => countCharacters(text) < bound,
  max_characters: (text: string, bound: number) => countCharacters(text) > bound,
  max_lines: (text: string, bound: number) => text.split('\n', bound + 1).length > bound,
};
type Bounds = keyof typeof BOUNDS;

export const length: GuardrailKind<'length'> = {
  name: 'length',
  description: 'Detects texts that are too short or too long, in Unicode characters or lines.',
  directions: ['input', 'output'],
  actions: ['block', 'flag'],
  defaultAction: 'flag',
  config: Type.Object({
    min_characters: Type.Optional(Bound),
    max_characters: Type.Optional(Bound),
    max_lines: Type.Optional(Bound),
  }),
  findConfigProblem(config) {
    const { min_characters: min, max_characters: max } = config as Partial<Record<Bounds, number>>;
    if (Object.keys(config).length === 0)
      return { path: [], problem: guardrailProblems.length_limit_missing({ known: Object.keys(BOUNDS) }) };
    if (min !== undefined && max !== undefined && min > max)
      return { path: ['min_characters'], problem: guardrailProblems.min_above_max({ limit: max }) };
    return undefined;
  },
  detector: {
    for: 'whole',
    judge: (text: string, config: GuardrailConfig) =>
      Object.entries(BOUNDS).flatMap(([rule, isBroken]) => {
        const bound = config[rule];
        return typeof bound === 'number' && isBroken(text, bound) ? rule : [];
      }),
  },
};

/** Counts code points, so surrogate pairs count once. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >>> 10 === 0x37) count--;
  return count;
}
