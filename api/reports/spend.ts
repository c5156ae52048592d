import Type from 'typebox';
import { Total } from '../../src/reports/measures.ts';
import { type Cell, reportCells, topSpenders } from '../../src/reports/queries.ts';
import { scopeOf } from '../../src/reports/sources.ts';
import { type Operation, operation } from '../operation.ts';
import { Id } from '../schemas.ts';
import { sendCsv, wantsCsv } from './csv.ts';
import { AGENTS, TASKS } from './kinds.ts';
import { BUCKET_TIME, timeOf } from './record.ts';
import { rangeAsked, TIME_FIELDS, type TimeAsked, timeQuery, timeRecord } from './time.ts';

const Spent = {
  runs: Type.Integer({ description: 'runs that are over' }),
  total_tokens: Type.Integer(),
  credits: Type.String({ description: 'exact decimal' }),
};
/** What runs of all kinds cost, and of each. */
const Apart = { ...Spent, tasks: Type.Object(Spent), agents: Type.Object(Spent) };
const topOf = (id: string) =>
  Type.Array(Type.Object({ [id]: Id, name: Type.String(), deleted: Type.Boolean(), ...Spent }), {
    description: 'those that cost the most, the dearest first',
  });

const ProjectSpend = Type.Object(
  {
    ...TIME_FIELDS,
    total: Type.Object(Apart),
    buckets: Type.Array(Type.Object({ ...BUCKET_TIME, ...Apart }), {
      description: 'all of the time, the oldest first',
    }),
    top_tasks: topOf('task_id'),
    top_agents: topOf('task_agent_id'),
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
    summary: 'What the runs of a project cost over time, and which tasks and agents cost the most',
    description:
      'A run counts once it is over, in the time in which it was created; the task that an agent calls counts as a task’s. Only runs count that the caller may see. `Accept: text/csv` answers a table of the buckets.',
    auth: { permission: 'project:view' },
    request: {
      query: Type.Object({
        ...timeQuery(['day', 'hour', 'week']),
        top: Type.Integer({
          minimum: 0,
          maximum: 100,
          default: 5,
          description: 'most tasks and agents that are named',
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
    const asked = query as typeof query & TimeAsked;
    const range = rangeAsked(asked);
    const kinds = await Promise.all(
      [TASKS, AGENTS].map(async ({ run, param }) => {
        const scope = await scopeOf(ctx.db, caller, run);
        const cells = await reportCells(ctx.db, scope, range, { grain: 'project', timings: false });
        const top = wantsCsv(request) || query.top === 0 ? [] : await topSpenders(ctx.db, scope, range, query.top);
        return { cells, top: top.map(({ id, ...rest }) => ({ [param]: id, ...rest })) };
      }),
    );
    const cells = kinds.map((kind) => kind.cells);
    const byBucket = cells.map((all) => Map.groupBy(all, (cell) => cell.bucket));
    const buckets = range.bounds.map((_, at) => ({
      ...timeOf(range, at),
      ...apart(byBucket.map((own) => own.get(at) ?? [])),
    }));
    reply.header('vary', 'accept');
    if (wantsCsv(request)) return sendCsv(reply, COLUMNS, buckets.map(flat));
    const [tasks, agents] = kinds;
    return {
      ...timeRecord(range, asked),
      total: apart(cells),
      buckets,
      top_tasks: tasks?.top,
      top_agents: agents?.top,
    };
  },
);

const SUMS = ['runs', 'total_tokens', 'credits'] as const;
const COLUMNS = ['start', 'end', ...SUMS, ...['tasks', 'agents'].flatMap((of) => SUMS.map((sum) => `${of}_${sum}`))];

function spent(cells: readonly Cell[]) {
  const total = Total.of(cells);
  const tokens = total.count('input_tokens') + total.count('output_tokens');
  return { runs: total.count('runs'), total_tokens: tokens, credits: total.credits };
}

/** What runs of tasks and of agents cost together and apart. */
function apart([tasks = [], agents = []]: readonly (readonly Cell[])[]) {
  return { ...spent([...tasks, ...agents]), tasks: spent(tasks), agents: spent(agents) };
}

/** A bucket as a row of a table. */
function flat({ tasks, agents, ...all }: ReturnType<typeof apart> & object): Record<string, unknown> {
  const named = (of: string, sums: object) =>
    Object.fromEntries(Object.entries(sums).map(([name, value]) => [`${of}_${name}`, value]));
  return { ...all, ...named('tasks', tasks), ...named('agents', agents) };
}

export const SPEND_OPERATIONS: readonly Operation[] = [spend];
