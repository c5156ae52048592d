import Type from 'typebox';
import type { ScorerKind } from './kind.ts';

/** What cases are compared with where nobody judges them. */
export const same: ScorerKind<'same'> = {
  name: 'same',
  description: 'Passes if the output equals the expected output apart from white space and case. Default scorer.',
  targets: ['task', 'task_agent'],
  config: Type.Object({}),
};
