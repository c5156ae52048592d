import type { ToolRun } from '../../src/agents/runs/task-run.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import type { TaskRevisionRow } from '../../src/tasks/queries.ts';
import type { StartedTaskRun } from '../../src/tasks/started-run.ts';
import type { ActivityContext } from '../context.ts';

/** What the module whose runs make calls does for task runs whose answers call tools. */
export interface ToolRuns {
  /** Begins the run that makes the calls of a task run; a repeat finds it. Undefined where the task run is over or is to stop. */
  begin(run: StartedTaskRun, revision: TaskRevisionRow): Promise<string | undefined>;
  read(id: string, db?: Executor): Promise<ToolRun | undefined>;
  /** Has one stop whose task run ends in this transaction. */
  stop(trx: Executor, id: string): Promise<void>;
}

/** The module whose runs make calls. */
export function getToolRuns(
  ctx: ActivityContext,
  modules: readonly { readonly toolRuns?: (ctx: ActivityContext) => ToolRuns }[],
): ToolRuns {
  const [toolRuns] = modules.flatMap((module) => module.toolRuns?.(ctx) ?? []);
  if (!toolRuns) throw new Error('no module makes calls');
  return toolRuns;
}
