import Type from 'typebox';
import type { ScorerKind } from './kind.ts';

/** Passes a run that made the calls which its case asks for and none that the case forbids. */
export const calls: ScorerKind<'calls'> = {
  name: 'calls',
  description:
    'passes a run that made every call which its case expects, and none that the case forbids; says nothing of cases that speak of no calls',
  of: ['task_agent'],
  config: Type.Object({}),
};
