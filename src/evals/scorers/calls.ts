import Type from 'typebox';
import type { ScorerKind } from './kind.ts';

/** Passes if the run made all expected calls and no forbidden one. */
export const calls: ScorerKind<'calls'> = {
  name: 'calls',
  description:
    'Passes if the run made all calls that the case expects and none that it forbids. Gives no verdict without expected_calls.',
  targets: ['task_agent'],
  config: Type.Object({}),
};
