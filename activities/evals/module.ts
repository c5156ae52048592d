import type { EvalActivities } from '../../src/evals/contract.ts';
import type { ActivityContext } from '../context.ts';
import type { ActivityModule } from '../module.ts';
import { confirmEvalCancel, failEval, workAtCases } from './run-cases.ts';

/** Activities of the evals module. */
function evalActivities(ctx: ActivityContext): EvalActivities {
  return {
    workAtCases: (input) => workAtCases(ctx, input),
    confirmEvalCancel: (input) => confirmEvalCancel(ctx, input),
    failEval: (input) => failEval(ctx, input),
  };
}

/** Evals of revisions. */
export const evals: ActivityModule = { name: 'evals', activities: { background: evalActivities } };
