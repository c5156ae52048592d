import Type from 'typebox';
import { validateAgainstSchema } from '../../platform/json-schema.ts';
import { scorerProblems } from '../problems.ts';
import type { ScorerKind } from './kind.ts';

/** A pattern that an output is held to. */
export interface RegexConfig {
  readonly pattern: string;
  readonly ignore_case?: boolean;
  readonly must?: 'match' | 'not_match';
}

/** Passes an output by a regular expression. */
export const regex: ScorerKind<'regex'> = {
  name: 'regex',
  description:
    'Passes if a JavaScript regular expression (flag u) matches the output, or with `must: not_match` does not match it. A timeout is an error.',
  targets: ['task', 'task_agent'],
  config: Type.Object({
    pattern: Type.String({ minLength: 1, maxLength: 1000 }),
    ignore_case: Type.Optional(Type.Boolean({ default: false })),
    must: Type.Optional(Type.Unsafe<'match' | 'not_match'>({ type: 'string', enum: ['match', 'not_match'] })),
  }),
  check(config) {
    const { pattern } = config as unknown as RegexConfig;
    try {
      new RegExp(pattern, 'u');
      return undefined;
    } catch (error) {
      const cause = (error as Error).message.slice(0, 200);
      return { at: ['pattern'], problem: scorerProblems.invalid_scorer_pattern({ cause }) };
    }
  },
};

/** Whether a pattern finds something in a text; undefined where that takes too long. It is run as patterns of others are: with a deadline. */
export function matchesPattern({ pattern, ignore_case }: RegexConfig, text: string): boolean | undefined {
  const verdict = validateAgainstSchema({ type: 'string', pattern: ignore_case ? `(?i:${pattern})` : pattern }, text);
  return 'schemaError' in verdict ? undefined : verdict.valid;
}
