import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { good, PROJECT } from '../../client/index.ts';
import { MAX_PARALLELISM } from '../../src/evals/contract.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { type EnvironmentResult, runInEnvironment } from '../environment.ts';
import { startKiller } from '../killer.ts';
import type { DrillOptions } from '../options.ts';
import { createRandom } from '../random.ts';
import { createDrillTask, type DrillTask } from '../task.ts';
import { checkEval, getExpectedOutput, getInput } from './check.ts';

const POLL_MS = 250;

/** Options of a drill with an eval. */
interface EvalDrillOptions
  extends Pick<DrillOptions, 'kills' | 'database' | 'serve' | 'seed' | 'concurrency' | 'patience' | 'keepLogs'> {
  /** Number of cases. */
  readonly evals: number;
}

/** Result of a drill with an eval. */
export interface EvalDrillResult extends EnvironmentResult {
  readonly options: EvalDrillOptions;
  readonly seconds: number;
  readonly violations: readonly string[];
}

/** Runs an eval while processes are killed. Checks that each case ran once with the correct verdict. */
export async function drillEvals(
  options: EvalDrillOptions,
  say: (line: string) => void,
  stop?: AbortSignal,
): Promise<EvalDrillResult> {
  return runInEnvironment(options, say, async ({ servers, db }) => {
    const task = await createDrillTask(servers.apis, db);
    const began = performance.now();
    const id = await startEval(task, options);
    const over = new AbortController();
    let share = 0;
    const noMore = AbortSignal.any([over.signal, ...(stop ? [stop] : [])]);
    const random = createRandom(`${options.seed}/killer`);
    const killer = startKiller(servers.victims, options.kills, () => share, random, say, noMore);
    try {
      await waitForEval(db, id, options, stop, (done) => {
        share = done / options.evals;
      });
    } finally {
      over.abort();
      await killer.done;
    }
    const seconds = (performance.now() - began) / 1000;
    return { options, seconds, violations: await checkEval(db, id, options.evals) };
  });
}

/** Starts an eval in which every other case is expected to fail. Returns its id. */
async function startEval(
  { id, params, clients }: DrillTask,
  { evals, concurrency }: EvalDrillOptions,
): Promise<string> {
  const of = { path: { ...params.path, task_id: id } };
  const cases = Array.from({ length: evals }, (_, n) => ({
    task_input: { text: getInput(n) },
    expected: getExpectedOutput(n),
  }));
  const set = await clients[0].post(`${PROJECT}/task/{task_id}/eval/set`, {
    params: of,
    body: { name: 'Drill', task_run_ids: [], cases },
  });
  const body = { eval_set_id: good(set).id, parallelism: Math.min(concurrency, MAX_PARALLELISM) };
  return good(await clients[0].post(`${PROJECT}/task/{task_id}/eval/run`, { params: of, body })).id;
}

/**
 * Waits until the eval has ended, or nothing has changed for too long. Calls `report` with the number of finished
 * cases.
 */
async function waitForEval(
  db: Db,
  id: string,
  { patience }: EvalDrillOptions,
  stop: AbortSignal | undefined,
  report: (done: number) => void,
): Promise<void> {
  let [done, isOver, movedAt] = [0, false, Date.now()];
  while (!isOver && !stop?.aborted && Date.now() - movedAt < patience * 1000) {
    const { rows } = await sql<{ done: number; is_over: boolean }>`
      select (select count(*)::int from eval_results where eval_run_id = e.id and completed is not null) as done,
        completed is not null as is_over
      from task_eval_runs e where id = ${id}`
      .execute(db)
      // The database itself is killed at times.
      .catch(() => ({ rows: [] }));
    const [now] = rows;
    if (now && (now.done !== done || now.is_over)) [done, isOver, movedAt] = [now.done, now.is_over, Date.now()];
    report(done);
    if (!isOver) await pause(POLL_MS);
  }
}
