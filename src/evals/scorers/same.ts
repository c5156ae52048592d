import Type from 'typebox';
import type { ScorerKind } from './kind.ts';

/** What cases are compared with where nobody judges them. */
export const same: ScorerKind<'same'> = {
  name: 'same',
  description:
    'passes an output that is the same as expected but for white space and upper or lower case in texts; what cases are held to where nothing else is said',
  of: ['task', 'task_agent'],
  config: Type.Object({}),
};
