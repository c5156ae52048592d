import { Decimal } from 'decimal.js';
import Type from 'typebox';
import type { EvalResultRow, PreviousEval } from '../../src/evals/results.ts';
import type { EvalRunRow } from '../../src/evals/runs.ts';
import { computePassRate, computeWilsonInterval } from '../../src/evals/statistics.ts';
import type { CaseRun, EvalTargetKind, RecordedCall } from '../../src/evals/target.ts';
import { createMessageSchemas, MessageRecord } from '../../src/platform/message-schemas.ts';
import { toMessageFields } from '../../src/platform/messages.ts';
import { AnyObject, Id, Nullable, StringEnum, Timestamp } from '../../src/platform/schemas.ts';
import { getWaitingFor, RunError, WaitingFor } from '../../src/runs/record-fields.ts';
import { getTitlePrefix } from './schemas.ts';

const Verdict = Nullable(StringEnum(['pass', 'fail']));
const Rate = Nullable(
  Type.Number({ description: 'Passed cases divided by passed and failed cases; null if there are none.' }),
);
const Score = Type.Object(
  {
    scorer: Type.String(),
    verdict: Verdict,
    score: Nullable(Type.Number({ description: 'Score from 0 to 1; null if the scorer does not measure.' })),
    reasoning: Type.String(),
    reasons: Type.Array(MessageRecord, {
      description: 'Parts of `reasoning` with their codes; empty for a text by a judge.',
    }),
    is_error: Type.Boolean(),
    error_message: Nullable(Type.String()),
    detail: Type.Optional(AnyObject),
  },
  { title: 'EvalScore' },
);

/** An eval in lists, with totals of its cases. */
export function createRunRecordSchema(kind: EvalTargetKind) {
  return Type.Object(createAggregateFields(kind), { title: `${getTitlePrefix(kind)}EvalRun` });
}

function createAggregateFields({ fields }: EvalTargetKind) {
  return {
    id: Id,
    [fields.id]: Id,
    status: StringEnum(['queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled']),
    candidate_revision_id: Id,
    eval_set_id: Nullable(Id),
    judge_model_id: Nullable(Id),
    scorers: Type.Array(Type.Object({ scorer: Type.String(), config: AnyObject })),
    case_count: Type.Integer(),
    pass_count: Type.Integer(),
    fail_count: Type.Integer(),
    error_count: Type.Integer({ description: 'Number of cases whose run or scoring failed.' }),
    skip_count: Type.Integer({
      description: 'Number of cases that were not evaluated; the reasoning of each says why.',
    }),
    pass_rate: Rate,
    confidence_interval: Nullable(
      Type.Object(
        { low: Type.Number(), high: Type.Number() },
        {
          description: '95% Wilson confidence interval of the pass rate; null if no case passed or failed.',
        },
      ),
    ),
    max_credits: Nullable(Type.String()),
    parallelism: Type.Integer(),
    charged_credits: Type.String({
      description: 'Credits charged for the runs of cases and for model calls of scorers, as an exact decimal.',
    }),
    waiting_for: Nullable(WaitingFor),
    created: Timestamp,
    started_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp),
    error_message: Nullable(Type.String()),
  };
}

/** Returns the record of an eval. */
export function toRunRecord({ fields }: EvalTargetKind, row: EvalRunRow) {
  const { pass_count, fail_count } = row;
  const { id, status, candidate_revision_id, eval_set_id, judge_model_id, scorers, case_count } = row;
  return {
    id,
    [fields.id]: row.resource_id,
    status,
    candidate_revision_id,
    eval_set_id,
    judge_model_id,
    scorers,
    case_count,
    pass_count,
    fail_count,
    error_count: row.error_count,
    skip_count: row.skip_count,
    pass_rate: computePassRate(pass_count, fail_count),
    confidence_interval: computeWilsonInterval(pass_count, fail_count),
    max_credits: row.max_credits,
    parallelism: row.parallelism,
    charged_credits: new Decimal(row.charged_credits).plus(row.candidate_credits).toFixed(),
    waiting_for: getWaitingFor(row),
    created: row.created.toISOString(),
    started_at: row.started?.toISOString() ?? null,
    completed_at: row.completed?.toISOString() ?? null,
    error_message: row.error?.message ?? null,
  };
}

const RESULT = {
  id: Id,
  eval_run_id: Id,
  position: Type.Integer(),
  case_id: Nullable(Id),
  reference_run_id: Nullable(Id),
  candidate_run_id: Nullable(Type.String({ ...Id, description: 'ID of the run of the case; null until it starts.' })),
  verdict: Verdict,
  ...createMessageSchemas('reasoning', 'Reason of the verdict; null if the caller cannot see the past run.'),
  skipped: Type.Boolean(),
  is_error: Type.Boolean(),
  error_message: Nullable(Type.String()),
  scores: Type.Array(Score),
  started: Nullable(Timestamp),
  completed: Nullable(Timestamp),
};
const Result = Type.Object(
  {
    ...RESULT,
    previous_verdict: Nullable(
      StringEnum(['pass', 'fail'], {
        description: 'Verdict of the same case in the previous eval of this set, or null.',
      }),
    ),
  },
  { title: 'EvalResult' },
);

/** An eval with its cases. */
export function runDetailSchema(kind: EvalTargetKind) {
  const previous = Type.Object(
    {
      eval_run_id: Id,
      candidate_revision_id: Id,
      pass_rate: Rate,
      completed_at: Timestamp,
      newly_passing: Type.Array(Id, {
        description: 'IDs of results that failed in the previous eval and pass in this one.',
      }),
      newly_failing: Type.Array(Id, {
        description: 'IDs of results that passed in the previous eval and fail in this one.',
      }),
    },
    { description: 'Changes since the previous eval of the same set, or null.' },
  );
  return Type.Object(
    { ...createAggregateFields(kind), results: Type.Array(Result), previous: Nullable(previous) },
    { title: `${getTitlePrefix(kind)}EvalRunDetail` },
  );
}

/** A case of an eval. The past run's output is visible only to callers who can see that run. */
export function toResultRecord(row: EvalResultRow, seen: boolean) {
  const { id, eval_run_id, position, case_id, reference_run_id, candidate_run_id, verdict, skipped, is_error } = row;
  return {
    id,
    eval_run_id,
    position,
    case_id,
    reference_run_id,
    candidate_run_id: row.started === null ? null : candidate_run_id,
    verdict,
    ...toMessageFields('reasoning', seen ? (row.skip_reason ?? row.reasoning) : null),
    skipped,
    is_error,
    error_message: seen ? row.error_message : null,
    scores: seen ? row.scores : [],
    started: row.started?.toISOString() ?? null,
    completed: row.completed?.toISOString() ?? null,
  };
}

/** Returns the comparison with the previous eval: its pass rate, and the results whose verdict changed. */
export function toPreviousRecord(
  before: PreviousEval,
  rows: readonly { readonly id: string; readonly verdict: string | null; readonly previous_verdict: string | null }[],
) {
  const changed = (to: string, from: string) =>
    rows.filter((row) => row.verdict === to && row.previous_verdict === from).map(({ id }) => id);
  return {
    eval_run_id: before.id,
    candidate_revision_id: before.candidate_revision_id,
    pass_rate: computePassRate(before.pass_count, before.fail_count),
    completed_at: before.completed.toISOString(),
    newly_passing: changed('pass', 'fail'),
    newly_failing: changed('fail', 'pass'),
  };
}

const SideRecord = Type.Object(
  {
    run_id: Id,
    revision_id: Id,
    output: Type.Unknown(),
    status: Type.String(),
    is_error: Type.Boolean(),
    error: Nullable(RunError),
    total_tokens: Type.Integer(),
    charged_credits: Type.String(),
    duration_ms: Nullable(Type.Integer()),
    calls: Type.Array(
      Type.Object({
        tool_name: Type.String(),
        tool_type: Type.String(),
        arguments: Type.Unknown(),
        edited_arguments: Type.Unknown({ description: 'Arguments as a reviewer edited them, or null.' }),
        side_effects: Type.Boolean(),
        asks_approval: Type.Boolean({
          description: 'Whether the approval policy of the revision requires approval for the call.',
        }),
        approval_status: Nullable(Type.String({ description: 'Decision of the approval request, or null.' })),
        outcome: Nullable(Type.String()),
        result: Type.Unknown(),
        turn: Type.Integer(),
      }),
      { description: 'Tool calls of an agent in order.' },
    ),
  },
  { title: 'EvalSide' },
);

/** A case with candidate and reference. */
export const ResultDetail = Type.Object(
  {
    ...RESULT,
    input: Type.Unknown(),
    expected: Type.Unknown({ description: 'Expected output of the case; null if it is the output of the past run.' }),
    expected_calls: Type.Unknown(),
    stubs: Type.Array(Type.Unknown()),
    reference: Nullable(SideRecord),
    candidate: Nullable(SideRecord),
  },
  { title: 'EvalResultDetail' },
);

/** Returns the record of the past or the candidate run of a case. Null without one. */
export function toSideRecord(side: CaseRun | undefined, calls: readonly RecordedCall[]) {
  if (!side) return null;
  const { input: _, ...rest } = side;
  return { ...rest, charged_credits: new Decimal(side.charged_credits).toFixed(), calls };
}
