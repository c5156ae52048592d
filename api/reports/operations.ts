import Type, { type TProperties } from 'typebox';
import type { Permission } from '../../src/access/permissions.ts';
import { reportingGroupsById } from '../../src/reporting-groups/queries.ts';
import type { Unit } from '../../src/reports/calendar.ts';
import { type Cell, reportCells } from '../../src/reports/queries.ts';
import { scopeOf } from '../../src/reports/sources.ts';
import type { ApiContext } from '../context.ts';
import { type Input, type Operation, operation } from '../operation.ts';
import { Id, OneOf } from '../schemas.ts';
import { sendCsv, wantsCsv } from './csv.ts';
import { FEEDBACK_REPORT_OPERATIONS } from './feedback.ts';
import { AGENTS, type Offered, TASKS } from './kinds.ts';
import { type NamedGroup, reportFields, reportRecord, reportTable } from './record.ts';
import { SPEND_OPERATIONS } from './spend.ts';
import { rangeAsked, TIME_FIELDS, type TimeAsked, timeQuery, timeRecord } from './time.ts';
import { CREDITS, type Filter, TIMING, TOKENS, USAGE, type View } from './views.ts';

const PROJECT = '/org/{org_id}/project/{project_id}';

/** A report that is there of every kind. */
interface ReportKind {
  readonly name: 'credit' | 'token' | 'timing' | 'usage';
  readonly title: string;
  readonly view: View;
  readonly units: readonly [Unit, ...Unit[]];
  readonly summary: (offered: Offered) => string;
  /** Its filters of one task or agent, and of a project. */
  readonly filters: TProperties;
  readonly wideFilters: TProperties;
}

const STATUS = {
  status: OneOf(['ALL', 'SUCCESS', 'FAIL'], { default: 'ALL', description: 'SUCCESS: completed; FAIL: failed' }),
};

const KINDS = {
  credit: {
    name: 'credit',
    title: 'Credit',
    view: CREDITS,
    units: ['day', 'hour', 'week'],
    summary: () => 'what runs cost',
    filters: {},
    wideFilters: {},
  },
  token: {
    name: 'token',
    title: 'Token',
    view: TOKENS,
    units: ['day', 'hour', 'week'],
    summary: () => 'tokens of runs',
    filters: {},
    wideFilters: {},
  },
  timing: {
    name: 'timing',
    title: 'Timing',
    view: TIMING,
    units: ['day', 'hour'],
    summary: ({ timed }) => timed,
    filters: {},
    wideFilters: {},
  },
  usage: {
    name: 'usage',
    title: 'Usage',
    view: USAGE,
    units: ['day', 'week'],
    summary: () => 'how many runs ended, and how',
    filters: {
      ...STATUS,
      errors_only: Type.Boolean({ default: false, description: 'counts only runs that ended with an error' }),
    },
    wideFilters: STATUS,
  },
} as const satisfies Record<string, ReportKind>;

const NOTE =
  'A run counts once it is over, in the time in which it was created. Only runs count that the caller may see. `Accept: text/csv` answers a table.';

/** A report on one task or agent. */
function ofOne(offered: Offered, kind: ReportKind): Operation {
  const { run, param, stem, revision, word, title } = offered;
  const grouped = offered.grouped && (kind.name === 'credit' || kind.name === 'token');
  // The parameter's name hangs on the kind, so that no type tells what the path names.
  const path: string = `${PROJECT}/${stem}/{${param}}/${kind.name}_report`;
  const { type } = run.parent;
  const groups = {
    show_reporting_group: Type.Boolean({ default: false, description: 'tells reporting groups apart' }),
  };
  return operation(
    {
      id: `${type}.${kind.name}_report`,
      method: 'GET',
      path,
      tag: 'Reports',
      summary: `Report on ${word}: ${kind.summary(offered)}, in all, by revision and over time`,
      description: `${NOTE} Reports of what is deleted stay.`,
      auth: { permission: `${type}:view` as Permission },
      request: {
        query: Type.Object({ ...timeQuery(kind.units), ...kind.filters, ...(grouped && groups) }),
        parents: { [param]: offered.ever },
      },
      response: {
        schemas: {
          200: Type.Object(
            { [param]: Id, ...TIME_FIELDS, ...reportFields(kind.view, revision, grouped) },
            { title: `${title}${kind.title}Report` },
          ),
        },
        csv: true,
      },
    },
    (input) => {
      const id = (input.parents as Record<string, { id: string }>)[param]?.id;
      const apart = { parentId: id, revision, head: { [param]: id } };
      return answer(input as unknown as Asked, offered, kind, apart);
    },
  );
}

/** A report on all tasks or agents of a project, or one of them. */
function ofProject(offered: Offered, kind: ReportKind): Operation {
  const { run, param, wide, word, title } = offered;
  return operation(
    {
      id: `${wide.id}.${kind.name}_report`,
      method: 'GET',
      path: `${PROJECT}/${wide.stem}/${kind.name}_report`,
      tag: 'Reports',
      summary: `Report on a project: ${kind.summary(offered)}, of all that is ${word}`,
      description: NOTE,
      auth: { permission: `${run.parent.type}:view` as Permission },
      request: {
        query: Type.Object({
          [param]: Type.Optional(Type.String({ ...Id, description: `keeps runs of ${word}, deleted or not` })),
          ...timeQuery(kind.units),
          ...kind.wideFilters,
        }),
      },
      response: {
        schemas: {
          200: Type.Object(
            { ...TIME_FIELDS, ...reportFields(kind.view, undefined, false) },
            { title: `Project${title}${kind.title}Report` },
          ),
        },
        csv: true,
      },
    },
    (input) => {
      const asked = input as unknown as Asked;
      const parentId = (asked.query as unknown as Record<string, string | undefined>)[param];
      return answer(asked, offered, kind, { parentId, revision: undefined, head: {} });
    },
  );
}

type Asked = Input<never, TimeAsked & Filter & { readonly show_reporting_group?: boolean }, never, never>;

/** What is told apart in a report. */
interface Apart {
  readonly parentId: string | undefined;
  /** Field that names a revision, where those are told apart. */
  readonly revision: string | undefined;
  readonly head: object;
}

async function answer({ ctx, caller, query, request, reply }: Asked, offered: Offered, kind: ReportKind, apart: Apart) {
  const { view } = kind;
  const { parentId, revision, head } = apart;
  const range = rangeAsked(query);
  const scope = await scopeOf(ctx.db, caller, offered.run, parentId);
  const grain = revision === undefined ? 'project' : 'revision';
  const cells = await reportCells(ctx.db, scope, range, { grain, timings: view.timings });
  const groups = query.show_reporting_group ? await namesOf(ctx, cells) : undefined;
  const report = { view, filter: query, range, cells, revision, groups };
  reply.header('vary', 'accept');
  if (!wantsCsv(request)) return { ...head, ...timeRecord(range, query), ...reportRecord(report) };
  const named = groups === undefined ? [] : ['reporting_group_id', 'reporting_group'];
  const columns = [
    'start',
    'end',
    ...(revision === undefined ? [] : [revision]),
    ...named,
    ...Object.keys(view.fields),
  ];
  return sendCsv(reply, columns, reportTable(report));
}

async function namesOf({ db }: ApiContext, cells: readonly Cell[]): Promise<Map<string, NamedGroup>> {
  const ids = new Set(cells.flatMap((cell) => cell.reporting_group_id ?? []));
  const rows = await reportingGroupsById(db, [...ids]);
  return new Map(rows.map(({ id, name, deleted_at }) => [id, { id, name, deleted: deleted_at !== null }]));
}

const { credit, token, timing, usage } = KINDS;

export const REPORT_OPERATIONS: readonly Operation[] = [
  ...[TASKS, AGENTS].flatMap((offered) => [
    ...[credit, token, timing, usage].map((kind) => ofOne(offered, kind)),
    ...[timing, usage].map((kind) => ofProject(offered, kind)),
  ]),
  ...FEEDBACK_REPORT_OPERATIONS,
  ...SPEND_OPERATIONS,
];
