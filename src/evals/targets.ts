import { agentEvals } from './agents/target.ts';
import type { EvalTargetType } from './contract.ts';
import type { EvalTargetKind } from './target.ts';
import { taskEvals } from './tasks/target.ts';

/** Types of resources that can be evaluated. */
export const EVAL_TARGET_KINDS: readonly EvalTargetKind[] = [taskEvals, agentEvals];

/** Returns the kind of a type of resources that can be evaluated. */
export function getEvalTargetKind(type: EvalTargetType): EvalTargetKind {
  return type === 'task' ? taskEvals : agentEvals;
}
