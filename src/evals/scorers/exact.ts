import Type from 'typebox';
import type { ScorerKind } from './kind.ts';

/** Passes if the output equals the expected one exactly. */
export const exact: ScorerKind<'exact'> = {
  name: 'exact',
  description: 'Passes if the output equals the expected output: text by characters, JSON by value.',
  targets: ['task', 'task_agent'],
  config: Type.Object({}),
};
