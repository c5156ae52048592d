import type { SeenChanges } from './changes.ts';
import type { RunObservation } from './observation.ts';
import type { PlannedCall } from './plan.ts';
import type { StoredCall, StoredEvidence, StoredRequest, StoredRun } from './stored.ts';
import type { PerformedEffect } from './tools.ts';

/** A run as the API shows it in the end. */
export interface ApiRecord {
  readonly status: string;
  readonly output: string | null;
  readonly approval_requests: readonly { readonly id: string; readonly status: string }[];
}

/** All that an audit compares. */
export interface Evidence {
  readonly seen: readonly RunObservation[];
  readonly stored: StoredEvidence;
  readonly performed: readonly PerformedEffect[];
  /** What the followers of the whole project were told. */
  readonly changes: readonly SeenChanges[];
  /** By run id; a run that the API does not know is missing. */
  readonly records: ReadonlyMap<string, ApiRecord>;
  /** Last words of processes of the product that were up and ended though nobody killed them. */
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
  /** The run it is about: its plan's tag. */
  readonly tag: string;
  readonly runId: string | undefined;
  /** What was found, and what it should have been. */
  readonly what: string;
}

/** One run with everything that belongs to it. */
export interface RunCase {
  readonly seen: RunObservation;
  readonly run: StoredRun;
  readonly record: ApiRecord | undefined;
  readonly calls: readonly CaseCall[];
  readonly requests: readonly StoredRequest[];
  /** Stored calls that no plan names. */
  readonly strangers: readonly StoredCall[];
  readonly complain: (kind: Kind, what: string) => void;
}

/** A planned call with what came of it. */
export interface CaseCall {
  readonly plan: PlannedCall;
  /** As stored; more than one would be a turn stored twice. */
  readonly stored: readonly StoredCall[];
  /** Whether people were asked for permission, in the order of asking. */
  readonly requests: readonly StoredRequest[];
  /** Questions whether it happened. */
  readonly questions: readonly StoredRequest[];
  /** Status in the ledger; undefined where it is not there. */
  readonly effect: string | undefined;
  readonly performed: readonly PerformedEffect[];
}

/** Puts together what belongs to each run; runs without a row are left out. */
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
    return [
      {
        seen: witness,
        run,
        record: evidence.records.get(run.id),
        requests,
        calls: planned.map((plan) => {
          const own = calls.filter((call) => call.provider_call_id === plan.tag);
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
        strangers: calls.filter((call) => !planned.some((plan) => plan.tag === call.provider_call_id)),
        complain: (kind: Kind, what: string) => found.push({ kind, tag: witness.plan.tag, runId: run.id, what }),
      },
    ];
  });
}
