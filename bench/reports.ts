import { sql } from 'kysely';
import { Holdfast, ok } from '../client/index.ts';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import type { DatabaseKind } from '../src/platform/local/launch.ts';
import { taskRunKind } from '../src/tasks/run-kind.ts';
import { MEASURES } from '../src/usage/reports/measures.ts';
import { type CellRequest, listReportCells } from '../src/usage/reports/queries.ts';
import { toRange } from '../src/usage/reports/range.ts';
import { rollUpPendingRuns } from '../src/usage/reports/roll-up.ts';
import { formatMs, formatRatioVerdict, formatVerdict, type Row, type Target } from './cells.ts';
import { type Job, measurePair, type Pair, summarizeTimes, type Times, timeJob } from './measure.ts';
import type { Product } from './servers.ts';

const TASK_COUNT = 10;
/** Share of the runs that belong to the measured project. */
const PROJECT_SHARE = 0.3;
const DAY_COUNT = 85;
const PROJECT = '/api/v1/org/{org_id}/project/{project_id}';

/** Cost of reports over a number of runs. */
export interface ReportCost {
  readonly runs: number;
  /** Seconds for rolling up all runs. */
  readonly rollUpSeconds: number;
  /** A task run alone (baseline), and during the roll-up. */
  readonly beside: Pair<Times>;
  /** The baseline is the plain query on the rolled-up data. */
  readonly reports: readonly { readonly what: string; readonly times: Pair<Times> }[];
}

/**
 * Creates runs of 85 days and rolls them up beside task runs. Measures reports over HTTP and their plain queries
 * alternately.
 */
export async function measureReports(
  product: Product,
  runs: number,
  taskRun: Job,
  [warmUp, repeats]: readonly [number, number],
): Promise<ReportCost> {
  const db = openDatabase(product.databaseUrl, 2, (error) => console.error(error));
  try {
    const api = new Holdfast({ baseUrl: product.baseUrl, key: product.owner.apiKey, retries: 0 });
    const task = await seedRuns(db, product, api, runs);
    const alone: number[] = [];
    for (let n = 0; n < repeats; n++) alone.push(await timeJob(taskRun));
    const { rollUpSeconds, samples } = await measureRollUp(db, taskRun);
    await sql`vacuum analyze`.execute(db);
    const reports = await measureReportReads(db, product, api, task, [warmUp, repeats]);
    return {
      runs,
      rollUpSeconds,
      beside: { baseline: summarizeTimes(alone), holdfast: summarizeTimes(samples) },
      reports,
    };
  } finally {
    await db.destroy();
  }
}

/** Creates runs of two projects as if they had ended before reports existed. Returns a task of the first project. */
async function seedRuns(db: Db, { owner }: Product, api: Holdfast, runs: number): Promise<string> {
  const org = { org_id: owner.orgId };
  const other = await ok(api.post('/api/v1/org/{org_id}/project', { params: { path: org }, body: { name: 'Other' } }));
  const own = Math.round(runs * PROJECT_SHARE);
  await sql`alter table task_runs disable trigger user`.execute(db);
  const task = await seedProject(db, api, { ...org, project_id: owner.projectId }, own);
  await seedProject(db, api, { ...org, project_id: other.id }, runs - own);
  await sql`alter table task_runs enable trigger user`.execute(db);
  return task;
}

type Path = { readonly org_id: string; readonly project_id: string };

async function seedProject(db: Db, api: Holdfast, path: Path, runs: number): Promise<string> {
  const made: { id: string; revision: string | undefined }[] = [];
  for (let n = 0; n < TASK_COUNT; n++) {
    const body = {
      name: `Report ${n}`,
      enabled: true,
      llm_model_id: 'scripted',
      system_prompt: '',
      user_prompt: '{text}',
    };
    const task = await ok(api.post(`${PROJECT}/task`, { params: { path }, body }));
    made.push({ id: task.id, revision: task.active_revisions[0]?.task_revision_id });
  }
  // The first task has half of the runs, each further one half of the rest.
  await sql`
    insert into task_runs (id, org_id, project_id, task_id, task_revision_id, status, input, run_data, is_error, input_tokens,
      output_tokens, charged_credits, llm_call_timing, trigger_type, created_by_type, created_by, created, started, completed)
    select gen_random_uuid(), ${path.org_id}, ${path.project_id}, t.task, t.revision, case when n % 20 = 0 then 'failed' else 'completed' end,
      '{}', '{}', n % 20 = 0, 100 + n % 900, 50 + n % 450, 0.001 * (n % 100), exp(random() * 4 - 1), 'api', 'user', ${path.project_id}, at, at, at
    from (
      select n, now() - random() * ${DAY_COUNT} * interval '1 day' as at, least(floor(-ln(random()) / ln(2)), ${TASK_COUNT - 1})::int + 1 as place
      from generate_series(1, ${runs}::int) n
    ) r join unnest(${made.map(({ id }) => id)}::uuid[], ${made.map(({ revision }) => revision)}::uuid[])
      with ordinality as t(task, revision, place) on t.place = r.place`.execute(db);
  const [first] = made;
  if (!first) throw new Error('no task was made');
  return first.id;
}

/** Marks the runs as pending, as the migration does, and rolls them up while task runs execute. */
async function measureRollUp(db: Db, taskRun: Job): Promise<{ rollUpSeconds: number; samples: number[] }> {
  const columns = sql.join(MEASURES.map((column) => sql.ref(column)));
  const noted = sql`kind, project_id, parent_id, revision_id, reporting_group_id, at, ${columns}`;
  let over = false;
  const samples: number[] = [];
  const beside = (async () => {
    while (!over) samples.push(await timeJob(taskRun));
  })();
  const ms = await timeJob(async () => {
    await sql`insert into report_pending (${noted}) select ${noted} from ended_runs where created_by_type = 'user'
      and created_by = project_id`.execute(db);
    // Excludes what the concurrent runs add.
    while ((await rollUpPendingRuns(db)) > 100);
  });
  over = true;
  await beside;
  return { rollUpSeconds: ms / 1000, samples };
}

async function measureReportReads(
  db: Db,
  { owner }: Product,
  api: Holdfast,
  task: string,
  [warmUp, repeats]: readonly [number, number],
): Promise<ReportCost['reports']> {
  const path = { org_id: owner.orgId, project_id: owner.projectId };
  const start = new Date(Date.now() - DAY_COUNT * 86_400_000);
  const query = { start_date: start.toISOString(), aggregation: 'day' as const };
  const range = () => toRange({ start, end: undefined, unit: 'day', timezone: 'UTC' }, Date.now());
  const bare = (parentId: string | undefined, asked: CellRequest) => () => {
    const { projectId, userId } = owner;
    const grants = { roles: {}, systemRole: null, scopes: null };
    const principal = { projectId, subject: { type: 'user', id: userId }, grants };
    const scope = { kind: taskRunKind, projectId, parentId, partlyHidden: [], principal };
    return listReportCells(db, scope, range(), asked);
  };
  const ofTask = { params: { path: { ...path, task_id: task }, query } };
  const ofProject = { params: { path, query } };
  const reports = [
    {
      what: 'usage of a project by day',
      read: () => ok(api.get(`${PROJECT}/task_run/usage_report`, ofProject)),
      bare: bare(undefined, { grain: 'project', timings: false }),
    },
    {
      what: 'timing of a project by day',
      read: () => ok(api.get(`${PROJECT}/task_run/timing_report`, ofProject)),
      bare: bare(undefined, { grain: 'project', timings: true }),
    },
    {
      what: 'credits of a task by day',
      read: () => ok(api.get(`${PROJECT}/task/{task_id}/credit_report`, ofTask)),
      bare: bare(task, { grain: 'revision', timings: false }),
    },
    {
      what: 'timing of a task by day',
      read: () => ok(api.get(`${PROJECT}/task/{task_id}/timing_report`, ofTask)),
      bare: bare(task, { grain: 'revision', timings: true }),
    },
  ];
  const measured = [];
  for (const { what, read, bare } of reports) {
    const jobs: Pair<Job> = {
      baseline: async () => void (await bare()),
      holdfast: async () => {
        const { total } = await read();
        if (total.runs === 0) throw new Error(`the report on ${what} is empty`);
      },
    };
    measured.push({ what, times: await measurePair(jobs, warmUp, repeats) });
  }
  return measured;
}

/** Maximum milliseconds of a report, and seconds to roll up 1,000,000 runs. */
const MAX_REPORT_MS = 50;
const MAX_ROLL_UP_SECONDS = 300;
const REPORT_TARGET: Target = { native: 2, pglite: 2 };

export function reportRows({ runs, rollUpSeconds, beside, reports }: ReportCost, database: DatabaseKind): Row[] {
  const many = runs.toLocaleString('en');
  const inTime = formatVerdict(rollUpSeconds <= MAX_ROLL_UP_SECONDS, `≤ ${MAX_ROLL_UP_SECONDS} s`);
  return [
    ...reports.map(({ what, times }): Row => {
      const ratio = times.holdfast.p50 / times.baseline.p50;
      const target = `${formatVerdict(times.holdfast.p50 <= MAX_REPORT_MS, `≤ ${MAX_REPORT_MS} ms`)}, ${formatRatioVerdict(ratio, REPORT_TARGET, database)}`;
      return [
        `(r) ${what}, ${many} runs, p50`,
        formatMs(times.baseline.p50),
        formatMs(times.holdfast.p50),
        ratio.toFixed(2),
        target,
      ];
    }),
    [`(r) rolling up ${many} runs from nothing`, '', `${rollUpSeconds.toFixed(0)} s`, '', inTime],
    [
      '(r) a task run alone and beside that, p50',
      formatMs(beside.baseline.p50),
      formatMs(beside.holdfast.p50),
      (beside.holdfast.p50 / beside.baseline.p50).toFixed(2),
      '',
    ],
  ];
}
