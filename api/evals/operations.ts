import { EVAL_TARGET_KINDS } from '../../src/evals/targets.ts';
import type { Operation } from '../operation.ts';
import { caseOperations } from './cases.ts';
import { evalRunOperations } from './runs.ts';
import { setOperations } from './sets.ts';

/** Operations on eval sets and evals of tasks and agents. */
export const EVAL_OPERATIONS: readonly Operation[] = EVAL_TARGET_KINDS.flatMap((kind) => [
  ...setOperations(kind),
  ...caseOperations(kind),
  ...evalRunOperations(kind),
]);
