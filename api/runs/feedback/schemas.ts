import Type, { type TObject, type TSchema } from 'typebox';
import { parseQueryTimestamp } from '../../../src/platform/dates.ts';
import { toDoubles } from '../../../src/platform/json.ts';
import {
  BoundedText,
  Id,
  NonBlankText,
  Nullable,
  StringEnum,
  Timestamp,
  VisibleText,
} from '../../../src/platform/schemas.ts';
import type { FeedbackKind } from '../../../src/runs/feedback/kinds.ts';
import type { FeedbackFilter, FeedbackOnRun } from '../../../src/runs/feedback/queries.ts';
import type { Caller } from '../../caller.ts';
import { PAGE_QUERY } from '../../plugins/pagination.ts';
import { toVersionedSchema } from '../../plugins/versions.ts';

const Name = NonBlankText(60, { description: 'Name of the score, such as `correct` or `tone`' });
const Value = Type.Union([Type.Number(), Type.Boolean(), NonBlankText(100)], {
  description: 'Score: a number, a boolean or a category',
});
const Note = VisibleText(4000, { description: 'Comment' });
const OPTIONAL = { value: Type.Optional(Nullable(Value)), note: Type.Optional(Nullable(Note)) };

export const FeedbackBody = Type.Object({ name: Name, ...OPTIONAL });
export const FeedbackEdit = Type.Object({ name: Type.Optional(Name), ...OPTIONAL });

/** Feedback record of a run kind, with its path. */
export function createFeedbackSchema({ run, fields }: FeedbackKind, path: string) {
  const properties: Record<string, TSchema> = {
    id: Id,
    [fields.run]: Id,
    [fields.parent]: Id,
    [fields.revision]: Id,
    name: Type.String(),
    value: Nullable(Value),
    note: Nullable(Type.String()),
    source: Type.String({ description: 'Source: person, or program for an API key or a client' }),
    created_by: Type.String({ description: 'Author as `<subject_type>:<subject_id>`' }),
    created: Timestamp,
    modified: Timestamp,
  };
  const title = run.resource === 'task_run' ? 'TaskRunFeedback' : 'AgentRunFeedback';
  return toVersionedSchema({ table: 'feedback', path }, Type.Object(properties, { title }));
}

/** Returns the record of feedback on a run. */
export function toFeedbackRecord({ fields }: FeedbackKind, row: FeedbackOnRun) {
  return {
    ...row,
    // Scores are doubles, but Postgres writes a large one as an integer with all its digits.
    value: toDoubles(row.value),
    [fields.run]: row.run_id,
    [fields.parent]: row.parent_id,
    [fields.revision]: row.revision_id,
    created_by: `${row.created_by_type}:${row.created_by}`,
  };
}

const SCORES = {
  name: Type.Optional(BoundedText(60)),
  value: Type.Optional(BoundedText(100, { description: 'Score as text: `0.5`, `true`, `friendly`' })),
  min_value: Type.Optional(Type.Number({ description: 'Minimum of numeric scores' })),
  max_value: Type.Optional(Type.Number({ description: 'Maximum of numeric scores' })),
  source: Type.Optional(StringEnum(['person', 'program'])),
  created_by_me: Type.Boolean({ default: false }),
  start_date: Type.Optional(Timestamp),
  end_date: Type.Optional(Timestamp),
};

/** Query parameters of a run's feedback list and of a project's. */
export const RunFeedbackQuery = Type.Object({ ...PAGE_QUERY, ...SCORES });
/** Creates the query parameters of the project-wide list of feedback on runs of a kind. */
export function createProjectFeedbackQuery({ fields }: FeedbackKind): TObject {
  const ids = Object.values(fields).map((name) => [name, Type.Optional(Id)]);
  return Type.Object({ ...PAGE_QUERY, ...Object.fromEntries(ids), ...SCORES });
}

/** Filter of a query; the ids apply to the project-wide list. */
export function toFilter(
  { fields }: FeedbackKind,
  caller: Caller,
  query: Type.Static<typeof RunFeedbackQuery>,
): FeedbackFilter {
  const ids = query as Readonly<Record<string, unknown>> as Readonly<Record<string, string | undefined>>;
  return {
    runId: ids[fields.run],
    parentId: ids[fields.parent],
    revisionId: ids[fields.revision],
    name: query.name,
    value: query.value,
    atLeast: query.min_value,
    atMost: query.max_value,
    source: query.source,
    createdBy: query.created_by_me ? caller.subject : undefined,
    from: parseQueryTimestamp('start_date', query.start_date),
    until: parseQueryTimestamp('end_date', query.end_date),
  };
}
