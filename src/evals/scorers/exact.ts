import Type from 'typebox';
import type { ScorerKind } from './kind.ts';

/** Passes what is expected to the last character. */
export const exact: ScorerKind<'exact'> = {
  name: 'exact',
  description: 'passes an output that equals what is expected: text to the last character, JSON by value',
  of: ['task', 'task_agent'],
  config: Type.Object({}),
};
