import Type, { type TProperties } from 'typebox';
import type { Permission } from '../../../src/access/permissions.ts';
import type { Unit } from '../../../src/platform/calendar.ts';
import { Id, StringEnum } from '../../../src/platform/schemas.ts';
import { listReportingGroupsById } from '../../../src/usage/reporting-groups/queries.ts';
import { type Cell, listReportCells } from '../../../src/usage/reports/queries.ts';
import { getReportScope } from '../../../src/usage/reports/sources.ts';
import type { ApiContext } from '../../context.ts';
import { type Input, type Operation, operation } from '../../operation.ts';
import { sendCsv, wantsCsv } from './csv.ts';
import { FEEDBACK_REPORT_OPERATIONS } from './feedback.ts';
import { AGENTS, type ReportedResource, TASKS } from './kinds.ts';
import { createReportFields, type NamedGroup, toReportRecord, toReportTable } from './record.ts';
import { SPEND_OPERATIONS } from './spend.ts';
import { createTimeQuery, getRange, TIME_FIELDS, type TimeQuery, toTimeRecord } from './time.ts';
import { CREDITS, type Filter, TIMING, TOKENS, USAGE, type View } from './views.ts';

const PROJECT = '/org/{org_id}/project/{project_id}';

/** Report that exists for tasks and agents. */
interface ReportKind {
  readonly name: 'credit' | 'token' | 'timing' | 'usage';
  readonly title: string;
  readonly view: View;
  readonly units: readonly [Unit, ...Unit[]];
  /** Filters of the reports on a resource and on a project. */
  readonly filters: TProperties;
  readonly wideFilters: TProperties;
}

const STATUS = {
  status: StringEnum(['ALL', 'SUCCESS', 'FAIL'], {
    default: 'ALL',
    description: 'Runs to include. `SUCCESS`: completed; `FAIL`: failed. Default ALL.',
  }),
};

const KINDS = {
  credit: {
    name: 'credit',
    title: 'Credit',
    view: CREDITS,
    units: ['day', 'hour', 'week'],
    filters: {},
    wideFilters: {},
  },
  token: {
    name: 'token',
    title: 'Token',
    view: TOKENS,
    units: ['day', 'hour', 'week'],
    filters: {},
    wideFilters: {},
  },
  timing: {
    name: 'timing',
    title: 'Timing',
    view: TIMING,
    units: ['day', 'hour'],
    filters: {},
    wideFilters: {},
  },
  usage: {
    name: 'usage',
    title: 'Usage',
    view: USAGE,
    units: ['day', 'week'],
    filters: {
      ...STATUS,
      errors_only: Type.Boolean({
        default: false,
        description: 'Whether to count only runs that ended with an error. Default false.',
      }),
    },
    wideFilters: STATUS,
  },
} as const satisfies Record<string, ReportKind>;

const NOTE =
  'Counts ended runs that the caller can view, in the bucket of their creation. `Accept: text/csv` returns the report as CSV.';

function toNote({ timed }: ReportedResource, { name }: ReportKind): string {
  return name === 'timing' ? `Measures ${timed}. ${NOTE}` : NOTE;
}

/** Creates the report operation of one task or agent. */
function createResourceReport(resource: ReportedResource, kind: ReportKind): Operation {
  const { run, param, stem, revision, noun: word, title } = resource;
  const grouped = resource.grouped && (kind.name === 'credit' || kind.name === 'token');
  // The parameter's name depends on the kind, so the path has no literal type.
  const path: string = `${PROJECT}/${stem}/{${param}}/${kind.name}_report`;
  const { type } = run.parent;
  const groups = {
    show_reporting_group: Type.Boolean({
      default: false,
      description: 'Whether to break down the report by reporting group. Default false.',
    }),
  };
  return operation(
    {
      id: `${type}.${kind.name}_report`,
      method: 'GET',
      path,
      tag: 'Reports',
      summary: `Get the ${kind.name} report of ${word}`,
      description: `${toNote(resource, kind)} Deleted resources keep their reports.`,
      auth: { permission: `${type}:view` as Permission },
      request: {
        query: Type.Object({ ...createTimeQuery(kind.units), ...kind.filters, ...(grouped && groups) }),
        parents: { [param]: resource.anyParent },
      },
      response: {
        schemas: {
          200: Type.Object(
            { [param]: Id, ...TIME_FIELDS, ...createReportFields(kind.view, revision, grouped) },
            { title: `${title}${kind.title}Report` },
          ),
        },
        csv: true,
      },
    },
    (input) => {
      const id = (input.parents as Record<string, { id: string }>)[param]?.id;
      const breakdown = { parentId: id, revision, head: { [param]: id } };
      return sendReport(input as unknown as ReportRequest, resource, kind, breakdown);
    },
  );
}

/** Creates the report operation of all tasks or agents of a project, optionally of one. */
function createProjectReport(resource: ReportedResource, kind: ReportKind): Operation {
  const { run, param, wide, noun: word, title } = resource;
  return operation(
    {
      id: `${wide.id}.${kind.name}_report`,
      method: 'GET',
      path: `${PROJECT}/${wide.stem}/${kind.name}_report`,
      tag: 'Reports',
      summary: `Get the ${kind.name} report of a project, for ${resource.stem === 'task' ? 'tasks' : 'agents'}`,
      description: toNote(resource, kind),
      auth: { permission: `${run.parent.type}:view` as Permission },
      request: {
        query: Type.Object({
          [param]: Type.Optional(
            Type.String({ ...Id, description: `ID of ${word} to which the report is limited; can be deleted.` }),
          ),
          ...createTimeQuery(kind.units),
          ...kind.wideFilters,
        }),
      },
      response: {
        schemas: {
          200: Type.Object(
            { ...TIME_FIELDS, ...createReportFields(kind.view, undefined, false) },
            { title: `Project${title}${kind.title}Report` },
          ),
        },
        csv: true,
      },
    },
    (input) => {
      const request = input as unknown as ReportRequest;
      const parentId = (request.query as unknown as Record<string, string | undefined>)[param];
      return sendReport(request, resource, kind, { parentId, revision: undefined, head: {} });
    },
  );
}

type ReportRequest = Input<never, TimeQuery & Filter & { readonly show_reporting_group?: boolean }, never, never>;

/** Dimensions that a report breaks down by. */
interface Breakdown {
  readonly parentId: string | undefined;
  /** Field that names a revision; undefined without that breakdown. */
  readonly revision: string | undefined;
  readonly head: object;
}

async function sendReport(
  { ctx, caller, query, request, reply }: ReportRequest,
  resource: ReportedResource,
  kind: ReportKind,
  breakdown: Breakdown,
) {
  const { view } = kind;
  const { parentId, revision, head } = breakdown;
  const range = getRange(query);
  const scope = await getReportScope(ctx.db, caller, resource.run, parentId);
  const grain = revision === undefined ? 'project' : 'revision';
  const cells = await listReportCells(ctx.db, scope, range, { grain, timings: view.timings });
  const groups = query.show_reporting_group ? await getNames(ctx, cells) : undefined;
  const report = { view, filter: query, range, cells, revision, groups };
  reply.header('vary', 'accept');
  if (!wantsCsv(request)) return { ...head, ...toTimeRecord(range, query), ...toReportRecord(report) };
  const groupColumns = groups === undefined ? [] : ['reporting_group_id', 'reporting_group'];
  const columns = [
    'start',
    'end',
    ...(revision === undefined ? [] : [revision]),
    ...groupColumns,
    ...Object.keys(view.fields),
  ];
  return sendCsv(reply, columns, toReportTable(report));
}

async function getNames({ db }: ApiContext, cells: readonly Cell[]): Promise<Map<string, NamedGroup>> {
  const ids = new Set(cells.flatMap((cell) => cell.reporting_group_id ?? []));
  const rows = await listReportingGroupsById(db, [...ids]);
  return new Map(rows.map(({ id, name, deleted_at }) => [id, { id, name, deleted: deleted_at !== null }]));
}

const { credit, token, timing, usage } = KINDS;

export const REPORT_OPERATIONS: readonly Operation[] = [
  ...[TASKS, AGENTS].flatMap((resource) => [
    ...[credit, token, timing, usage].map((kind) => createResourceReport(resource, kind)),
    ...[timing, usage].map((kind) => createProjectReport(resource, kind)),
  ]),
  ...FEEDBACK_REPORT_OPERATIONS,
  ...SPEND_OPERATIONS,
];
