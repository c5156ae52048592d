import { sql } from 'kysely';
import Type from 'typebox';
import type { Executor } from '../platform/db/client.ts';
import { errors } from '../platform/errors.ts';
import { Id } from '../platform/schemas.ts';
import type { ReleaseGate as Gate } from './contract.ts';
import { evalErrors } from './errors.ts';
import { evalProblems } from './problems.ts';
import { type EvalTarget, getEvalTable } from './runs.ts';
import { getDefaultScorers, JUDGE } from './scorers/index.ts';
import type { JudgeConfig } from './scorers/judge.ts';
import type { Scorer } from './scorers/kind.ts';
import { computePassRate } from './statistics.ts';

/** Eval that a revision must pass before it serves. */
export const ReleaseGate = Type.Object(
  {
    eval_set_id: Id,
    min_pass_rate: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Minimum share of cases that pass, from 0 to 1. Skipped cases and errors count as not passed.',
    }),
  },
  { title: 'ReleaseGate', description: 'Eval set that a revision must pass before it becomes active.' },
);
export type ReleaseGate = Gate;

/** A missing requirement of a release gate. */
interface GateFailure {
  readonly revision_id: string;
  /** no_set: the set is gone; no_eval: no eval has completed; not_passed: the newest eval did not pass. */
  readonly reason: 'no_set' | 'no_eval' | 'not_passed';
  readonly eval_run_id: string | null;
  /** Pass rate of the newest eval. Errors and skipped cases count as not passed. */
  readonly pass_rate: number | null;
}

/** Validates a gate when it is saved: the set must belong to the task or agent, and name its judges. Throws a 422. */
export async function assertValidGate(
  db: Executor,
  { kind, resourceId }: EvalTarget,
  gate: ReleaseGate,
): Promise<void> {
  const { rows } = await sql<GateSet>`
    select id, scorers from eval_sets where id = ${gate.eval_set_id} and kind = ${kind} and resource_id = ${resourceId} and deleted_at is null for share`.execute(
    db,
  );
  const at = ['release_gate', 'eval_set_id'];
  const [set] = rows;
  if (!set) throw errors.invalid(at, evalProblems.unknown_gate_set);
  if (hasOpenJudge(set)) throw errors.invalid(at, evalProblems.gate_judge_open);
}

/** Returns whether the starter of an eval of the set chooses the judge. */
function hasOpenJudge({ scorers }: GateSet): boolean {
  return scorers.some(({ scorer, config }) => scorer === JUDGE && (config as JudgeConfig).judges === undefined);
}

/** Returns whether a locked set is the release gate of its task or agent. */
export async function isReleaseGate(trx: Executor, { kind, resourceId }: EvalTarget, setId: string): Promise<boolean> {
  const table = kind === 'task' ? 'tasks' : 'agents';
  const { rows } = await sql`
    select from ${sql.table(table)} where id = ${resourceId} and release_gate->>'eval_set_id' = ${setId}`.execute(trx);
  return rows.length > 0;
}

interface LatestEval {
  readonly id: string;
  readonly pass_count: number;
  /** Number of its cases, with or without a verdict. */
  readonly total: number;
}

/** A gate's set with its scorers. */
interface GateSet {
  readonly id: string;
  readonly scorers: readonly Scorer[];
}

/** Lists the missing requirements of revisions. Empty if they can serve. */
async function listGateFailures(
  db: Executor,
  of: EvalTarget,
  gate: ReleaseGate,
  revisionIds: readonly string[],
): Promise<GateFailure[]> {
  const missing: GateFailure[] = [];
  const { rows } = await sql<GateSet>`
    select id, scorers from eval_sets where id = ${gate.eval_set_id} and deleted_at is null`.execute(db);
  const [set] = rows;
  for (const revision_id of revisionIds) {
    const newest = set && (await findLatestEval(db, of, set, revision_id));
    const rate = newest ? computePassRate(newest.pass_count, newest.total - newest.pass_count) : null;
    if (rate !== null && rate >= gate.min_pass_rate) continue;
    const reason = set === undefined ? 'no_set' : newest ? 'not_passed' : 'no_eval';
    missing.push({ revision_id, reason, eval_run_id: newest?.id ?? null, pass_rate: rate });
  }
  return missing;
}

/**
 * Finds the newest completed eval of a revision with exactly the current cases of the set. It must use the set's
 * scorers, or the default ones without a judge. Evals of a set with an open judge do not count.
 */
async function findLatestEval(
  db: Executor,
  { kind, resourceId }: EvalTarget,
  set: GateSet,
  revisionId: string,
): Promise<LatestEval | undefined> {
  if (hasOpenJudge(set)) return undefined;
  const scorers = set.scorers.length > 0 ? set.scorers : getDefaultScorers(kind, false);
  const { rows } = await sql<LatestEval>`
    select r.id, r.pass_count, greatest(r.case_count, r.pass_count + r.fail_count + r.error_count + r.skip_count) as total
    from ${sql.table(getEvalTable(kind))} r
    where r.resource_id = ${resourceId} and r.candidate_revision_id = ${revisionId} and r.eval_set_id = ${set.id}
      and r.status = 'completed' and r.scorers::jsonb = ${JSON.stringify(scorers)}::jsonb
      and not exists (select from eval_cases c where c.eval_set_id = ${set.id}
        and not exists (select from eval_results e where e.eval_run_id = r.id and e.case_id = c.id))
      and not exists (select from eval_results e where e.eval_run_id = r.id
        and not exists (select from eval_cases c where c.eval_set_id = ${set.id} and c.id = e.case_id))
    order by r.id desc limit 1`.execute(db);
  return rows[0];
}

/** Override of a gate, as in its audit event. */
export interface GateOverride {
  readonly note: string;
  readonly missing: readonly GateFailure[];
}

/**
 * Checks that newly served revisions pass the gate or are overridden. Returns the overridden failures. Throws a 409
 * with the missing evals.
 */
export async function assertGatePassed(
  db: Executor,
  of: EvalTarget,
  gate: ReleaseGate | null,
  { revisionIds, note }: { readonly revisionIds: readonly string[]; readonly note: string | undefined },
): Promise<GateOverride | undefined> {
  const missing = gate === null ? [] : await listGateFailures(db, of, gate, revisionIds);
  if (gate === null || missing.length === 0) return undefined;
  if (note === undefined) throw evalErrors.releaseGate(gate, missing);
  return { note, missing };
}
