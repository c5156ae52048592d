import Type from 'typebox';
import { CASE_SOURCES, type CaseContent, STUB_OUTCOMES } from '../../src/evals/cases.ts';
import {
  DEFAULT_LAST_RUNS,
  DEFAULT_PARALLELISM,
  MAX_CASES,
  MAX_PARALLELISM,
  MAX_SCORERS,
} from '../../src/evals/contract.ts';
import { getScorerNames } from '../../src/evals/scorers/index.ts';
import type { EvalCaseRow } from '../../src/evals/set-cases.ts';
import type { EvalSetRow } from '../../src/evals/sets.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import { Credits } from '../../src/platform/credits.ts';
import {
  AnyObject,
  DisplayName,
  Id,
  NonBlankText,
  Nullable,
  StringEnum,
  Timestamp,
  VisibleText,
} from '../../src/platform/schemas.ts';
import { toVersionedSchema } from '../plugins/versions.ts';

const ToolName = NonBlankText(200, { description: 'Name of the tool in the agent.' });
const Stub = Type.Object({
  tool_name: ToolName,
  arguments: Type.Optional(Type.Unknown({ description: 'Arguments that the stub matches. Default: any.' })),
  result: Type.Unknown({ description: 'Result that the agent receives.' }),
  outcome: Type.Optional(StringEnum(STUB_OUTCOMES, { description: 'Outcome of the call. Default success.' })),
});
const ExpectedCall = Type.Object({
  tool_name: ToolName,
  arguments: Type.Optional(Type.Unknown({ description: 'Arguments that the call must have. Default: any.' })),
  must: StringEnum(['be_made', 'not_be_made']),
});

/** Maximum length of a case's name, in characters. */
const MAX_CASE_NAME_LENGTH = 200;

/** Fields of cases that only agents have. */
const AGENT_CASE_FIELDS = {
  expected_calls: Type.Optional(
    Type.Array(ExpectedCall, { maxItems: 50, description: 'Calls that the run must or must not make.' }),
  ),
  stubs: Type.Optional(
    Type.Array(Stub, {
      maxItems: 50,
      description: 'Results returned instead of calling the tools. Task tools are called anyway.',
    }),
  ),
};

/** Fields of a case for both kinds. */
export interface CaseBody {
  readonly name?: string | null;
  readonly reference_run_id?: string | null;
  readonly task_input?: Record<string, unknown> | null;
  readonly message?: string | null;
  readonly expected?: unknown;
  readonly expected_calls?: NonNullable<CaseContent['expected_calls']>;
  readonly stubs?: readonly (Omit<CaseContent['stubs'][number], 'outcome'> & {
    readonly outcome?: CaseContent['stubs'][number]['outcome'];
  })[];
}

/** Scorers in a body. */
function scorerItems({ type }: EvalTargetKind) {
  const known = getScorerNames(type).map((name) => `\`${name}\``);
  return Type.Array(
    Type.Object({
      scorer: NonBlankText(100, { description: `Name of the scorer: ${known.join(', ')}.` }),
      config: Type.Optional(AnyObject),
    }),
    { maxItems: MAX_SCORERS, description: 'Scorers of the cases. A case passes if no scorer fails it.' },
  );
}

const ScorerRecord = Type.Object({ scorer: Type.String(), config: AnyObject }, { title: 'Scorer' });

/** A case in a body. */
export function createCaseBodySchema({ type, fields }: EvalTargetKind) {
  const input = type === 'task' ? AnyObject : NonBlankText(1_000_000);
  return Type.Object({
    name: Type.Optional(
      Nullable(NonBlankText(MAX_CASE_NAME_LENGTH, { description: 'Name of the case in lists. Default: none.' })),
    ),
    reference_run_id: Type.Optional(
      Nullable(Type.String({ ...Id, description: 'ID of the past run that the case is based on.' })),
    ),
    [fields.input]: Type.Optional(Nullable(input)),
    expected: Type.Optional(Type.Unknown({ description: 'Expected output. Default: the output of the past run.' })),
    ...(type === 'task' ? {} : AGENT_CASE_FIELDS),
  });
}

/** A single case with the case that it replaces. */
export function createNewCaseBodySchema(kind: EvalTargetKind) {
  return Type.Object({
    ...createCaseBodySchema(kind).properties,
    replaces: Type.Optional({ ...Id, description: 'ID of the case of the set that this one replaces.' }),
  });
}

/** Bodies for creating and updating a set. */
export function setBodies(kind: EvalTargetKind) {
  const runs = Type.Array(Id, {
    maxItems: MAX_CASES,
    description: `IDs of past runs to use as cases. A set has at most ${MAX_CASES} cases.`,
  });
  const rest = {
    description: Type.Optional(VisibleText(2000)),
    cases: Type.Optional(
      Type.Array(createCaseBodySchema(kind), {
        maxItems: MAX_CASES,
        description: 'Cases with their own input or expectations.',
      }),
    ),
    scorers: Type.Optional(scorerItems(kind)),
  };
  return {
    create: Type.Object({ name: DisplayName(), [kind.fields.runKind]: runs, ...rest }),
    update: Type.Object({ name: Type.Optional(DisplayName()), [kind.fields.runKind]: Type.Optional(runs), ...rest }),
  };
}

/** Fields of a set's body for both kinds. */
export interface SetBody {
  readonly name?: string;
  readonly description?: string;
  readonly cases?: readonly CaseBody[];
  readonly scorers?: readonly { readonly scorer: string; readonly config?: Record<string, unknown> }[];
}

/** Body for starting an eval. */
export function runBody(kind: EvalTargetKind) {
  return Type.Object({
    candidate_revision_id: Type.Optional(
      Nullable(Type.String({ ...Id, description: 'ID of the revision to evaluate. Default: the newest revision.' })),
    ),
    eval_set_id: Type.Optional(Nullable(Id)),
    [kind.fields.runKind]: Type.Optional(
      Nullable(Type.Array(Id, { minItems: 1, maxItems: MAX_CASES, description: 'IDs of past runs to use as cases.' })),
    ),
    last_n: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: MAX_CASES,
          description: `Number of newest past runs of other revisions to use as cases. Default ${DEFAULT_LAST_RUNS} if no cases are named.`,
        }),
      ),
    ),
    judge_model_id: Type.Optional(
      Nullable(NonBlankText(200, { description: 'ID, name or alias of the judge model.' })),
    ),
    scorers: Type.Optional(scorerItems(kind)),
    max_credits: Type.Optional(Nullable(Credits)),
    parallelism: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: MAX_PARALLELISM,
          description: `Maximum number of cases run in parallel. Default ${DEFAULT_PARALLELISM}.`,
        }),
      ),
    ),
  });
}

/** Fields of that body for both kinds. */
export interface RunBody {
  readonly candidate_revision_id?: string | null;
  readonly eval_set_id?: string | null;
  readonly last_n?: number | null;
  readonly judge_model_id?: string | null;
  readonly scorers?: SetBody['scorers'];
  readonly max_credits?: string | number | null;
  readonly parallelism?: number | null;
}

/** Returns the past runs in a body. */
export function getRunIds({ fields }: EvalTargetKind, body: object): string[] | undefined {
  return (body as Readonly<Record<string, string[] | null | undefined>>)[fields.runKind] ?? undefined;
}

/** Returns the prefix of schema titles of a kind. */
export const getTitlePrefix = ({ type }: EvalTargetKind) => (type === 'task' ? 'Task' : 'TaskAgent');

/** Schema of a set's record. */
export function createSetRecordSchema(kind: EvalTargetKind, path: string) {
  return toVersionedSchema(
    { table: 'eval_sets', path },
    Type.Object(
      {
        id: Id,
        [kind.fields.id]: Id,
        name: Type.String(),
        description: Type.String(),
        [kind.fields.runKind]: Type.Array(Id),
        case_count: Type.Integer({ description: 'Number of cases of the set.' }),
        scorers: Type.Array(ScorerRecord),
        created: Timestamp,
        modified: Timestamp,
      },
      { title: `${getTitlePrefix(kind)}EvalSet` },
    ),
  );
}

/** Returns the record of an eval set. */
export function toSetRecord({ fields }: EvalTargetKind, row: EvalSetRow) {
  const { id, name, description, case_count, scorers, version } = row;
  return {
    id,
    [fields.id]: row.resource_id,
    name,
    description,
    [fields.runKind]: row.run_ids,
    case_count,
    scorers,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version,
  };
}

/** Schema of a case's record. */
export function createCaseRecordSchema(kind: EvalTargetKind) {
  return Type.Object(
    {
      id: Id,
      source: StringEnum(CASE_SOURCES),
      name: Nullable(Type.String()),
      reference_run_id: Nullable(Id),
      [kind.fields.input]: Type.Unknown({ description: 'Input of the case; null if it is the input of the past run.' }),
      expected: Type.Unknown({ description: 'Expected output; null if it is the output of the past run.' }),
      expected_calls: Nullable(Type.Array(ExpectedCall)),
      stubs: Type.Array(Stub),
      approval_request_id: Nullable(Id),
      created: Timestamp,
    },
    { title: `${getTitlePrefix(kind)}EvalCase` },
  );
}

/** Returns the record of a case of an eval set. */
export function toCaseRecord({ fields }: EvalTargetKind, row: EvalCaseRow) {
  const { id, source, name, reference_run_id, input, expected, expected_calls, stubs, approval_request_id, created } =
    row;
  return {
    id,
    source,
    name,
    reference_run_id,
    [fields.input]: input,
    expected,
    expected_calls,
    stubs,
    approval_request_id,
    created: created.toISOString(),
  };
}
