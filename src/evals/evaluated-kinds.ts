import { agentEvals } from './agents/evaluated.ts';
import type { Evaluated } from './contract.ts';
import type { EvaluatedKind } from './evaluated.ts';
import { taskEvals } from './tasks/evaluated.ts';

/** What can be evaluated. */
export const EVALUATED_KINDS: readonly EvaluatedKind[] = [taskEvals, agentEvals];

export function evaluatedKind(type: Evaluated): EvaluatedKind {
  return type === 'task' ? taskEvals : agentEvals;
}
