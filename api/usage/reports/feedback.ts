import Type from 'typebox';
import type { Permission } from '../../../src/access/permissions.ts';
import { agentFeedback } from '../../../src/agents/runs/run-kind.ts';
import { Id, Nullable } from '../../../src/platform/schemas.ts';
import type { FeedbackKind } from '../../../src/runs/feedback/kinds.ts';
import {
  type FeedbackCell,
  type FeedbackSums,
  MAX_CATEGORIES,
  MAX_NAMES,
  summarizeFeedback,
} from '../../../src/runs/feedback/summary.ts';
import { taskFeedback } from '../../../src/tasks/run-kind.ts';
import type { Range } from '../../../src/usage/reports/range.ts';
import { type Input, type Operation, operation } from '../../operation.ts';
import { sendCsv, wantsCsv } from './csv.ts';
import { AGENTS, type ReportedResource, TASKS } from './kinds.ts';
import { BUCKET_TIME, toBucketTime } from './record.ts';
import { createTimeQuery, getRange, TIME_FIELDS, type TimeQuery, toTimeRecord } from './time.ts';

const Sums = {
  given: Type.Integer(),
  by_people: Type.Integer(),
  by_programs: Type.Integer({ description: 'Feedback given with an API key or by a client.' }),
  notes: Type.Integer({ description: 'Number of comments.' }),
  numbers: Type.Integer({ description: 'Number of numeric scores.' }),
  mean: Nullable(Type.Number({ description: 'Mean of the numeric scores, rounded to nine places; null without any.' })),
  least: Nullable(Type.Number()),
  most: Nullable(Type.Number()),
  yes: Type.Integer({ description: 'Number of scores that are true.' }),
  no: Type.Integer({ description: 'Number of scores that are false.' }),
  in_categories: Type.Integer({ description: 'Number of category scores.' }),
};
const NONE: FeedbackSums = {
  given: 0,
  by_people: 0,
  by_programs: 0,
  notes: 0,
  numbers: 0,
  mean: null,
  least: null,
  most: null,
  yes: 0,
  no: 0,
  in_categories: 0,
};

/** Scores of a feedback name; `revision` is the field that names a revision. */
function createScoreSchema(revision: string) {
  return Type.Object({
    name: Type.String(),
    ...Sums,
    categories: Type.Array(Type.Object({ value: Type.String(), given: Type.Integer() }), {
      description: `Most frequent categories, at most ${MAX_CATEGORIES}.`,
    }),
    revisions: Type.Array(Type.Object({ [revision]: Id, ...Sums }), {
      description: 'Feedback by revision, most feedback first.',
    }),
    buckets: Type.Array(Type.Object({ ...BUCKET_TIME, ...Sums }), {
      description: 'All buckets, oldest first, including empty ones.',
    }),
  });
}

/** Creates the feedback report operation of a task or an agent. */
function createFeedbackReport(resource: ReportedResource, kind: FeedbackKind): Operation {
  const { run, param, stem, noun, title, revision } = resource;
  const { type } = run.parent;
  // The parameter's name depends on the kind, so the path has no literal type.
  const path: string = `/org/{org_id}/project/{project_id}/${stem}/{${param}}/feedback_report`;
  return operation(
    {
      id: `${type}.feedback_report`,
      method: 'GET',
      path,
      tag: 'Reports',
      summary: `Get the feedback report of ${noun}`,
      description:
        'Counts feedback on runs that the caller can view, in the bucket of the run. Excludes runs of evals. `Accept: text/csv` returns the buckets with feedback as CSV.',
      auth: { permission: `${type}:view` as Permission },
      request: { query: Type.Object(createTimeQuery(['day', 'week'])), parents: { [param]: resource.anyParent } },
      response: {
        schemas: {
          200: Type.Object(
            {
              [param]: Id,
              ...TIME_FIELDS,
              scores: Type.Array(createScoreSchema(revision), { description: 'Scores by name, most frequent first.' }),
              names_left_out: Type.Integer({
                description: `Number of names beyond the ${MAX_NAMES} most frequent ones.`,
              }),
            },
            { title: `${title}FeedbackReport` },
          ),
        },
        csv: true,
      },
    },
    async (input) => {
      const { ctx, caller, query, request, reply, parents } = input as unknown as Input<never, TimeQuery, never, never>;
      const id = (parents as Record<string, { id: string }>)[param]?.id ?? '';
      const range = getRange(query);
      const cells = await summarizeFeedback(ctx.db, kind, caller, { parentId: id, ...range });
      const byName = [...Map.groupBy(cells, (cell) => cell.name)];
      reply.header('vary', 'accept');
      if (wantsCsv(request))
        return sendCsv(reply, ['start', 'end', 'name', ...Object.keys(Sums)], toTable(cells, range));
      return {
        [param]: id,
        ...toTimeRecord(range, query),
        scores: byName.map(([name, own]) => toScoreRecord(name, own, range, revision)),
        names_left_out: (cells[0]?.names ?? 0) - byName.length,
      };
    },
  );
}

function toScoreRecord(name: string, cells: readonly FeedbackCell[], range: Range, revision: string) {
  const totals = cells.find((cell) => cell.revision_id === null && cell.bucket === null);
  const byBucket = new Map(cells.map((cell) => [cell.bucket, cell]));
  return {
    ...(totals ?? NONE),
    name,
    categories: totals?.categories ?? [],
    revisions: cells.flatMap((cell) => (cell.revision_id === null ? [] : [{ ...cell, [revision]: cell.revision_id }])),
    buckets: range.bounds.map((_, at) => ({ ...NONE, ...byBucket.get(at), ...toBucketTime(range, at) })),
  };
}

function toTable(cells: readonly FeedbackCell[], range: Range) {
  return cells
    .flatMap((cell) => (cell.bucket === null ? [] : [{ ...cell, ...toBucketTime(range, cell.bucket) }]))
    .toSorted((a, b) => Number(a.start) - Number(b.start));
}

export const FEEDBACK_REPORT_OPERATIONS: readonly Operation[] = [
  createFeedbackReport(TASKS, taskFeedback),
  createFeedbackReport(AGENTS, agentFeedback),
];
