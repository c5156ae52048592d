import Type from 'typebox';
import { Id } from '../../../src/platform/schemas.ts';
import { Total } from '../../../src/usage/reports/measures.ts';
import { type Cell, listMostExpensive, listReportCells } from '../../../src/usage/reports/queries.ts';
import { getReportScope } from '../../../src/usage/reports/sources.ts';
import { type Operation, operation } from '../../operation.ts';
import { sendCsv, wantsCsv } from './csv.ts';
import { AGENTS, TASKS } from './kinds.ts';
import { BUCKET_TIME, toBucketTime } from './record.ts';
import { createTimeQuery, getRange, TIME_FIELDS, type TimeQuery, toTimeRecord } from './time.ts';

const Spent = {
  runs: Type.Integer({ description: 'Number of ended runs.' }),
  total_tokens: Type.Integer(),
  credits: Type.String({ description: 'Amount in credits as an exact decimal.' }),
};
/** Credits of all runs, and of tasks and agents separately. */
const SpentByKind = { ...Spent, tasks: Type.Object(Spent), agents: Type.Object(Spent) };
const createTopSchema = (id: string) =>
  Type.Array(Type.Object({ [id]: Id, name: Type.String(), deleted: Type.Boolean(), ...Spent }), {
    description: 'Most expensive items, highest cost first.',
  });

const ProjectSpend = Type.Object(
  {
    ...TIME_FIELDS,
    total: Type.Object(SpentByKind),
    buckets: Type.Array(Type.Object({ ...BUCKET_TIME, ...SpentByKind }), {
      description: 'All buckets, oldest first.',
    }),
    top_tasks: createTopSchema('task_id'),
    top_agents: createTopSchema('task_agent_id'),
  },
  { title: 'ProjectCreditReport' },
);

const SPENT = { runs: 40, total_tokens: 60_000, credits: '1.5' };
const EXAMPLE = {
  runs: 50,
  total_tokens: 90_000,
  credits: '2.25',
  tasks: SPENT,
  agents: { runs: 10, total_tokens: 30_000, credits: '0.75' },
};

const spend = operation(
  {
    id: 'project.credit_report',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/credit_report',
    tag: 'Reports',
    summary: 'Get the credit report of a project',
    description:
      'Counts ended runs that the caller can view, in the bucket of their creation. A task that an agent calls counts as a task run. `Accept: text/csv` returns the buckets as CSV.',
    auth: { permission: 'project:view' },
    request: {
      query: Type.Object({
        ...createTimeQuery(['day', 'hour', 'week']),
        top: Type.Integer({
          minimum: 0,
          maximum: 100,
          default: 5,
          description: 'Maximum number of top tasks and of top agents. Default 5.',
        }),
      }),
    },
    response: {
      schemas: { 200: ProjectSpend },
      csv: true,
      example: {
        start_date: '2026-11-20T00:00:00Z',
        end_date: '2026-11-21T00:00:00Z',
        timezone: 'UTC',
        aggregation: 'day',
        total: EXAMPLE,
        buckets: [{ start: '2026-11-20T00:00:00Z', end: '2026-11-21T00:00:00Z', ...EXAMPLE }],
        top_tasks: [{ task_id: '019aa000-0000-7000-8000-000000000001', name: 'Summarise', deleted: false, ...SPENT }],
        top_agents: [],
      },
    },
  },
  async ({ ctx, caller, query, request, reply }) => {
    const timeQuery = query as typeof query & TimeQuery;
    const range = getRange(timeQuery);
    const kinds = await Promise.all(
      [TASKS, AGENTS].map(async ({ run, param }) => {
        const scope = await getReportScope(ctx.db, caller, run);
        const cells = await listReportCells(ctx.db, scope, range, { grain: 'project', timings: false });
        const top =
          wantsCsv(request) || query.top === 0 ? [] : await listMostExpensive(ctx.db, scope, range, query.top);
        return { cells, top: top.map(({ id, ...rest }) => ({ [param]: id, ...rest })) };
      }),
    );
    const cells = kinds.map((kind) => kind.cells);
    const byBucket = cells.map((all) => Map.groupBy(all, (cell) => cell.bucket));
    const buckets = range.bounds.map((_, at) => ({
      ...toBucketTime(range, at),
      ...sumByKind(byBucket.map((own) => own.get(at) ?? [])),
    }));
    reply.header('vary', 'accept');
    if (wantsCsv(request)) return sendCsv(reply, COLUMNS, buckets.map(flatten));
    const [tasks, agents] = kinds;
    return {
      ...toTimeRecord(range, timeQuery),
      total: sumByKind(cells),
      buckets,
      top_tasks: tasks?.top,
      top_agents: agents?.top,
    };
  },
);

const SUMS = ['runs', 'total_tokens', 'credits'] as const;
const COLUMNS = ['start', 'end', ...SUMS, ...['tasks', 'agents'].flatMap((of) => SUMS.map((sum) => `${of}_${sum}`))];

function sumCells(cells: readonly Cell[]) {
  const total = Total.of(cells);
  const tokens = total.count('input_tokens') + total.count('output_tokens');
  return { runs: total.count('runs'), total_tokens: tokens, credits: total.credits };
}

/** Sums the credits of task and agent runs, in total and by kind. */
function sumByKind([tasks = [], agents = []]: readonly (readonly Cell[])[]) {
  return { ...sumCells([...tasks, ...agents]), tasks: sumCells(tasks), agents: sumCells(agents) };
}

/** Flattens a bucket to a table row. */
function flatten({ tasks, agents, ...all }: ReturnType<typeof sumByKind> & object): Record<string, unknown> {
  const prefixKeys = (of: string, sums: object) =>
    Object.fromEntries(Object.entries(sums).map(([name, value]) => [`${of}_${name}`, value]));
  return { ...all, ...prefixKeys('tasks', tasks), ...prefixKeys('agents', agents) };
}

export const SPEND_OPERATIONS: readonly Operation[] = [spend];
