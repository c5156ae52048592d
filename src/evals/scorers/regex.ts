import Type from 'typebox';
import { validateAgainstSchema } from '../../platform/json-schema.ts';
import { scorerProblems } from '../problems.ts';
import type { ScorerKind } from './kind.ts';

/** A pattern for an output. */
export interface RegexConfig {
  readonly pattern: string;
  readonly ignore_case?: boolean;
  readonly must?: 'match' | 'not_match';
}

/** Passes if a regular expression matches, or does not match. */
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

/** Returns whether a pattern matches a text. Undefined on a timeout: patterns of users run with a deadline. */
export function matchesPattern({ pattern, ignore_case }: RegexConfig, text: string): boolean | undefined {
  const verdict = validateAgainstSchema({ type: 'string', pattern: ignore_case ? `(?i:${pattern})` : pattern }, text);
  return 'schemaError' in verdict ? undefined : verdict.valid;
}
