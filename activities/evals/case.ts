import type { Principal } from '../../src/access/principal-grants.ts';
import type { EvalResultRow } from '../../src/evals/results.ts';
import type { BegunEval } from '../../src/evals/runs.ts';
import type { Accepted, Order } from '../../src/runs/accept.ts';
import { EVAL_TRIGGER } from '../../src/runs/contract.ts';
import type { ActivityContext } from '../context.ts';

/** A run that is to be made for a case. */
export interface CaseOrder {
  readonly run: BegunEval;
  readonly item: EvalResultRow;
  /** The variables, or the message. */
  readonly input: unknown;
}

/** How runs of cases are made. */
export interface ActingEvaluated {
  /** Prepares for a while in which many runs of one task or agent are made. Undefined where it is gone. */
  runnable(ctx: ActivityContext, run: BegunEval): Promise<((order: CaseOrder) => Promise<Accepted>) | undefined>;
}

/** The order of a case's run: in the name of whoever began the eval, in a share of its own, and nobody's question. */
export function orderOf({ run, item }: CaseOrder, principal: Principal): Order {
  return {
    id: item.candidate_run_id,
    principal,
    clientId: run.client_id,
    triggerType: EVAL_TRIGGER,
    triggerId: run.id,
    keyOwner: undefined,
    share: shareOf(run.org_id),
  };
}

/** Whom runs of evals take turns with: an eval of many cases must not stand in the way of what people wait for. */
export function shareOf(orgId: string): string {
  return `${orgId}/evals`;
}
