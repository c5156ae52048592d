import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { good, PROJECT } from '../../client/index.ts';
import { MAX_PARALLELISM } from '../../src/evals/contract.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { startKiller } from '../killer.ts';
import type { DrillOptions } from '../options.ts';
import { randomOf } from '../random.ts';
import { onStage, type Played } from '../stage.ts';
import { type DrillTask, makeDrillTask } from '../task.ts';
import { checkEval, expectedOf, inputOf } from './check.ts';

const LOOK_MS = 250;

/** How a drill with an eval is to be. */
export interface EvalDrillOptions
  extends Pick<DrillOptions, 'kills' | 'database' | 'serve' | 'seed' | 'concurrency' | 'patience' | 'keepLogs'> {
  /** Cases of the eval. */
  readonly evals: number;
}

/** What came of it. */
export interface EvalDrillResult extends Played {
  readonly options: EvalDrillOptions;
  readonly seconds: number;
  readonly violations: readonly string[];
}

/** Lets an eval work at its cases while processes are killed, and checks that each was worked at once and judged as it must be. */
export async function drillEvals(
  options: EvalDrillOptions,
  say: (line: string) => void,
  stop?: AbortSignal,
): Promise<EvalDrillResult> {
  return onStage(options, say, async ({ servers, db }) => {
    const task = await makeDrillTask(servers.apis, db);
    const began = performance.now();
    const id = await beginEval(task, options);
    const over = new AbortController();
    let share = 0;
    const noMore = AbortSignal.any([over.signal, ...(stop ? [stop] : [])]);
    const random = randomOf(`${options.seed}/killer`);
    const killer = startKiller(servers.victims, options.kills, () => share, random, say, noMore);
    try {
      await untilOver(db, id, options, stop, (done) => {
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

/** Begins an eval of so many cases, of which every other one is expected to fail. Answers its id. */
async function beginEval(
  { id, params, clients }: DrillTask,
  { evals, concurrency }: EvalDrillOptions,
): Promise<string> {
  const of = { path: { ...params.path, task_id: id } };
  const cases = Array.from({ length: evals }, (_, n) => ({
    task_input: { text: inputOf(n) },
    expected: expectedOf(n),
  }));
  const set = await clients[0].post(`${PROJECT}/task/{task_id}/eval/set`, {
    params: of,
    body: { name: 'Drill', task_run_ids: [], cases },
  });
  const body = { eval_set_id: good(set).id, parallelism: Math.min(concurrency, MAX_PARALLELISM) };
  return good(await clients[0].post(`${PROJECT}/task/{task_id}/eval/run`, { params: of, body })).id;
}

/** Waits until the eval is over, or nothing moves for too long; `look` hears how many cases are done. */
async function untilOver(
  db: Db,
  id: string,
  { patience }: EvalDrillOptions,
  stop: AbortSignal | undefined,
  look: (done: number) => void,
): Promise<void> {
  let [done, isOver, movedAt] = [0, false, Date.now()];
  while (!isOver && !stop?.aborted && Date.now() - movedAt < patience * 1000) {
    const { rows } = await sql<{ done: number; is_over: boolean }>`
      select (select count(*)::int from eval_results where eval_run_id = e.id and completed is not null) as done,
        completed is not null as is_over
      from task_eval_runs e where id = ${id}`
      .execute(db)
      // The database is among what is killed.
      .catch(() => ({ rows: [] }));
    const [now] = rows;
    if (now && (now.done !== done || now.is_over)) [done, isOver, movedAt] = [now.done, now.is_over, Date.now()];
    look(done);
    if (!isOver) await pause(LOOK_MS);
  }
}
