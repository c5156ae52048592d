import type { Principal } from '../../src/access/principal-grants.ts';
import type { EvalResultRow } from '../../src/evals/results.ts';
import type { RunningEval } from '../../src/evals/runs.ts';
import type { Accepted, RunRequest } from '../../src/runs/accept.ts';
import { EVAL_TRIGGER } from '../../src/runs/contract.ts';
import type { ActivityContext } from '../context.ts';

/** A run of a case. */
export interface CaseRunRequest {
  readonly run: RunningEval;
  readonly item: EvalResultRow;
  /** Variables of a task, or message for an agent. */
  readonly input: unknown;
}

/** Creates runs of cases. */
export interface CaseRunner {
  /** Prepares many runs of one task or agent. Returns undefined if it is gone. */
  prepare(ctx: ActivityContext, run: RunningEval): Promise<((order: CaseRunRequest) => Promise<Accepted>) | undefined>;
}

/**
 * Builds the request of a case's run: for the starter of the eval, with its own rate share, and without a person to
 * ask.
 */
export function toRunRequest({ run, item }: CaseRunRequest, principal: Principal): RunRequest {
  return {
    id: item.candidate_run_id,
    principal: principal,
    clientId: run.client_id,
    triggerType: EVAL_TRIGGER,
    triggerId: run.id,
    keyOwner: undefined,
    share: getEvalShare(run.org_id),
  };
}

/** Returns the rate share of evals: an eval with many cases must not delay other runs. */
export function getEvalShare(orgId: string): string {
  return `${orgId}/evals`;
}
