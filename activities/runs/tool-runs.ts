import type { ToolRun } from '../../src/agents/runs/task-run.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import type { TaskRevisionRow } from '../../src/tasks/queries.ts';
import type { StartedTaskRun } from '../../src/tasks/started-run.ts';
import type { ActivityContext } from '../context.ts';

/** Handlers of a module whose runs make calls, for task runs whose responses call tools. */
export interface ToolRuns {
  /**
   * Starts the run that makes the calls of a task run. Idempotent. Returns undefined if the task run has ended or is
   * stopping.
   */
  begin(run: StartedTaskRun, revision: TaskRevisionRow): Promise<string | undefined>;
  read(id: string, db?: Executor): Promise<ToolRun | undefined>;
  /** Stops the run that makes the calls of a task run, in the transaction that ends the task run. */
  stop(trx: Executor, id: string): Promise<void>;
}

/** Handlers of the module whose runs make calls. */
export function getToolRuns(
  ctx: ActivityContext,
  modules: readonly { readonly toolRuns?: (ctx: ActivityContext) => ToolRuns }[],
): ToolRuns {
  const [toolRuns] = modules.flatMap((module) => module.toolRuns?.(ctx) ?? []);
  if (!toolRuns) throw new Error('no module makes calls');
  return toolRuns;
}
