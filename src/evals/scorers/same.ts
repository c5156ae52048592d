import Type from 'typebox';
import type { ScorerKind } from './kind.ts';

/** Default scorer without a judge. */
export const same: ScorerKind<'same'> = {
  name: 'same',
  description: 'Passes if the output equals the expected output apart from white space and case. Default scorer.',
  targets: ['task', 'task_agent'],
  config: Type.Object({}),
};
