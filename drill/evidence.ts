import type { SeenChanges } from './changes.ts';
import { isFixedCall } from './fixed-call.ts';
import type { RunObservation } from './observation.ts';
import type { PlannedCall } from './plan.ts';
import type { StoredCall, StoredEvidence, StoredRequest, StoredRun } from './stored.ts';
import type { PerformedEffect } from './tools.ts';

/** Final state of a run in the API. */
export interface ApiRecord {
  readonly status: string;
  readonly output: string | null;
  readonly approval_requests: readonly { readonly id: string; readonly status: string }[];
}

/** Everything that an audit compares. */
export interface Evidence {
  readonly seen: readonly RunObservation[];
  readonly stored: StoredEvidence;
  readonly performed: readonly PerformedEffect[];
  /** Changes received by the followers of the project. */
  readonly changes: readonly SeenChanges[];
  /** By run id, without runs that the API does not know. */
  readonly records: ReadonlyMap<string, ApiRecord>;
  /** Last output of processes that exited without a kill. */
  readonly ended: readonly string[];
}

/** Kinds of violations with their labels, in the order of the table. */
export const KINDS = {
  lost: 'accepted runs lost',
  twice: 'runs or calls started twice',
  stuck: 'runs, calls or requests stuck',
  wrong_end: 'runs with a wrong end',
  doubled: 'effects repeated',
  unapproved: 'effects without an approval, or after a cancel',
  altered: 'effects with other arguments than the approved',
  against_rejection: 'effects of rejected calls',
  untrue: 'effects or results recorded wrongly',
  decision_lost: 'decisions and cancels lost',
  misapplied: 'decisions misapplied',
  gap: 'stream gaps',
  repeat: 'stream duplicates or disorder',
  differs: 'streamed or stored text that differs',
  credits: 'credits lost, charged twice or left reserved',
  changes: 'project changes missing or wrong',
  odd: 'unexpected responses',
  ended: 'processes that exited by themselves',
} as const;
export type Kind = keyof typeof KINDS;

export interface Violation {
  readonly kind: Kind;
  /** Tag of the run's plan. */
  readonly tag: string;
  readonly runId: string | undefined;
  /** Finding and expectation. */
  readonly what: string;
}

/** One run with everything that belongs to it. */
export interface RunCase {
  readonly seen: RunObservation;
  readonly run: StoredRun;
  readonly record: ApiRecord | undefined;
  readonly calls: readonly CaseCall[];
  readonly requests: readonly StoredRequest[];
  /** Stored calls without a plan. */
  readonly strangers: readonly StoredCall[];
  readonly complain: (kind: Kind, what: string) => void;
}

/** A planned call with its outcome. */
export interface CaseCall {
  readonly plan: PlannedCall;
  /** Stored rows; more than one is a turn stored twice. */
  readonly stored: readonly StoredCall[];
  /** Requests for permission, in order. */
  readonly requests: readonly StoredRequest[];
  /** Requests to confirm the effect. */
  readonly questions: readonly StoredRequest[];
  /** Status in the ledger; undefined without an entry. */
  readonly effect: string | undefined;
  readonly performed: readonly PerformedEffect[];
}

/** Collects everything that belongs to each run. Omits runs without a row. */
export function createCases(evidence: Evidence, found: Violation[]): RunCase[] {
  const { stored, seen } = evidence;
  const rows = new Map(stored.runs.map((run) => [run.id, run]));
  const callsOf = Map.groupBy(stored.calls, (call) => call.run_id);
  const requestsOf = Map.groupBy(stored.requests, (request) => request.run_id);
  const effects = new Map(stored.effects.map((effect) => [effect.tool_call_id, effect.status]));
  const performed = Map.groupBy(evidence.performed, (one) => one.tag);
  return seen.flatMap((witness) => {
    const [runId] = witness.runIds;
    const run = runId === undefined ? undefined : rows.get(runId);
    if (!run) return [];
    const calls = callsOf.get(run.id) ?? [];
    const requests = requestsOf.get(run.id) ?? [];
    const planned = witness.plan.turns.flat();
    // No model gives a fixed call an id: every call of its run must be it.
    const isOf = (call: StoredCall, plan: PlannedCall) =>
      isFixedCall(witness.plan) || call.provider_call_id === plan.tag;
    return [
      {
        seen: witness,
        run,
        record: evidence.records.get(run.id),
        requests,
        calls: planned.map((plan) => {
          const own = calls.filter((call) => isOf(call, plan));
          const about = requests.filter((request) => own.some((call) => call.id === request.tool_call_id));
          return {
            plan,
            stored: own,
            requests: about.filter((request) => request.kind === 'tool_call'),
            questions: about.filter((request) => request.kind === 'confirm_effect'),
            effect: own[0] && effects.get(own[0].id),
            performed: performed.get(plan.tag) ?? [],
          };
        }),
        strangers: calls.filter((call) => !planned.some((plan) => isOf(call, plan))),
        complain: (kind: Kind, what: string) => found.push({ kind, tag: witness.plan.tag, runId: run.id, what }),
      },
    ];
  });
}
