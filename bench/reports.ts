import { sql } from 'kysely';
import { Holdfast, ok } from '../client/index.ts';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import { taskRunKind } from '../src/tasks/run-kind.ts';
import { MEASURES } from '../src/usage/reports/measures.ts';
import { type CellRequest, listReportCells } from '../src/usage/reports/queries.ts';
import { toRange } from '../src/usage/reports/range.ts';
import { rollUpPendingRuns } from '../src/usage/reports/roll-up.ts';
import { interleaved, type Job, type Pair, type Times, timed, timesOf } from './measure.ts';
import type { Product } from './servers.ts';

/** Tasks that the runs of a project are spread over. */
const TASKS = 10;
/** Share of the runs that are of the project which is asked about. */
const OWN_SHARE = 0.3;
const DAYS = 85;
const PROJECT = '/api/v1/org/{org_id}/project/{project_id}';

/** What reports cost over so many runs. */
export interface ReportCost {
  readonly runs: number;
  /** Seconds that rolling all of them up took from nothing. */
  readonly rollUpSeconds: number;
  /** A task run alone in the floor's place, and while that went on. */
  readonly beside: Pair<Times>;
  /** The bare query on what is rolled up stands in the floor's place. */
  readonly reports: readonly { readonly what: string; readonly times: Pair<Times> }[];
}

/** Makes runs of 85 days, rolls them up beside task runs, and measures reports over HTTP in turns with their bare queries. */
export async function measureReports(
  product: Product,
  runs: number,
  taskRun: Job,
  [warmUp, repeats]: readonly [number, number],
): Promise<ReportCost> {
  const db = openDatabase(product.databaseUrl, 2, (error) => console.error(error));
  try {
    const api = new Holdfast({ baseUrl: product.baseUrl, key: product.owner.apiKey, retries: 0 });
    const task = await fill(db, product, api, runs);
    const alone: number[] = [];
    for (let n = 0; n < repeats; n++) alone.push(await timed(taskRun));
    const { rollUpSeconds, samples } = await rollUp(db, taskRun);
    await sql`vacuum analyze`.execute(db);
    const reports = await readReports(db, product, api, task, [warmUp, repeats]);
    return { runs, rollUpSeconds, beside: { floor: timesOf(alone), us: timesOf(samples) }, reports };
  } finally {
    await db.destroy();
  }
}

/** Makes two projects' runs, as if they had ended before there were reports. Answers a task of the first. */
async function fill(db: Db, { owner }: Product, api: Holdfast, runs: number): Promise<string> {
  const org = { org_id: owner.orgId };
  const other = await ok(api.post('/api/v1/org/{org_id}/project', { params: { path: org }, body: { name: 'Other' } }));
  const own = Math.round(runs * OWN_SHARE);
  await sql`alter table task_runs disable trigger user`.execute(db);
  const task = await fillProject(db, api, { ...org, project_id: owner.projectId }, own);
  await fillProject(db, api, { ...org, project_id: other.id }, runs - own);
  await sql`alter table task_runs enable trigger user`.execute(db);
  return task;
}

type Path = { readonly org_id: string; readonly project_id: string };

async function fillProject(db: Db, api: Holdfast, path: Path, runs: number): Promise<string> {
  const made: { id: string; revision: string | undefined }[] = [];
  for (let n = 0; n < TASKS; n++) {
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
  // Of the first task are half of them, of each other one fewer.
  await sql`
    insert into task_runs (id, org_id, project_id, task_id, task_revision_id, status, input, run_data, is_error, input_tokens,
      output_tokens, charged_credits, llm_call_timing, trigger_type, created_by_type, created_by, created, started, completed)
    select gen_random_uuid(), ${path.org_id}, ${path.project_id}, t.task, t.revision, case when n % 20 = 0 then 'failed' else 'completed' end,
      '{}', '{}', n % 20 = 0, 100 + n % 900, 50 + n % 450, 0.001 * (n % 100), exp(random() * 4 - 1), 'api', 'user', ${path.project_id}, at, at, at
    from (
      select n, now() - random() * ${DAYS} * interval '1 day' as at, least(floor(-ln(random()) / ln(2)), ${TASKS - 1})::int + 1 as place
      from generate_series(1, ${runs}::int) n
    ) r join unnest(${made.map(({ id }) => id)}::uuid[], ${made.map(({ revision }) => revision)}::uuid[])
      with ordinality as t(task, revision, place) on t.place = r.place`.execute(db);
  const [first] = made;
  if (!first) throw new Error('no task was made');
  return first.id;
}

/** Notes the runs as the migration does, and folds them while task runs go on. */
async function rollUp(db: Db, taskRun: Job): Promise<{ rollUpSeconds: number; samples: number[] }> {
  const columns = sql.join(MEASURES.map((column) => sql.ref(column)));
  const noted = sql`kind, project_id, parent_id, revision_id, reporting_group_id, at, ${columns}`;
  let over = false;
  const samples: number[] = [];
  const beside = (async () => {
    while (!over) samples.push(await timed(taskRun));
  })();
  const ms = await timed(async () => {
    await sql`insert into report_pending (${noted}) select ${noted} from ended_runs where created_by_type = 'user'
      and created_by = project_id`.execute(db);
    // What the runs beside them add is no part of it.
    while ((await rollUpPendingRuns(db)) > 100);
  });
  over = true;
  await beside;
  return { rollUpSeconds: ms / 1000, samples };
}

async function readReports(
  db: Db,
  { owner }: Product,
  api: Holdfast,
  task: string,
  [warmUp, repeats]: readonly [number, number],
): Promise<ReportCost['reports']> {
  const path = { org_id: owner.orgId, project_id: owner.projectId };
  const start = new Date(Date.now() - DAYS * 86_400_000);
  const query = { start_date: start.toISOString(), aggregation: 'day' as const };
  const range = () => toRange({ start, end: undefined, unit: 'day', timezone: 'UTC' }, Date.now());
  const bare = (parentId: string | undefined, asked: CellRequest) => () => {
    const { projectId, userId } = owner;
    const grants = { roles: {}, systemRole: null, scopes: null };
    const principal = { projectId, subject: { type: 'user', id: userId }, grants };
    const scope = { kind: taskRunKind, projectId, parentId, unseen: [], principal };
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
      floor: async () => void (await bare()),
      us: async () => {
        const { total } = await read();
        if (total.runs === 0) throw new Error(`the report on ${what} is empty`);
      },
    };
    measured.push({ what, times: await interleaved(jobs, warmUp, repeats) });
  }
  return measured;
}
