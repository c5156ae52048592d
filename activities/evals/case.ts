import type { Principal } from '../../src/access/principal-grants.ts';
import type { EvalResultRow } from '../../src/evals/results.ts';
import type { RunningEval } from '../../src/evals/runs.ts';
import type { Accepted, RunRequest } from '../../src/runs/accept.ts';
import { EVAL_TRIGGER } from '../../src/runs/contract.ts';
import type { ActivityContext } from '../context.ts';

/** A run that is to be made for a case. */
export interface CaseRunRequest {
  readonly run: RunningEval;
  readonly item: EvalResultRow;
  /** The variables, or the message. */
  readonly input: unknown;
}

/** How runs of cases are made. */
export interface CaseRunner {
  /** Prepares for a while in which many runs of one task or agent are made. Undefined where it is gone. */
  prepare(ctx: ActivityContext, run: RunningEval): Promise<((order: CaseRunRequest) => Promise<Accepted>) | undefined>;
}

/** The order of a case's run: in the name of whoever began the eval, in a share of its own, and nobody's question. */
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

/** Whom runs of evals take turns with: an eval of many cases must not stand in the way of what people wait for. */
export function getEvalShare(orgId: string): string {
  return `${orgId}/evals`;
}
