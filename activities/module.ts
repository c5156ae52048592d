import type { QueueName } from '../src/platform/temporal/queues.ts';
import type { ActivityContext } from './context.ts';
import type { MaintenanceJob } from './maintenance/job.ts';
import type { Callers } from './runs/callers.ts';
import type { ToolRuns } from './runs/tool-runs.ts';

/** Activities and maintenance jobs of a module. */
export interface ActivityModule {
  /** Its path below `activities`. */
  readonly name: string;
  /** Makes its activities, by the queue that they are taken from. */
  readonly activities?: {
    readonly [queue in QueueName]?: (ctx: ActivityContext, modules: readonly ActivityModule[]) => object;
  };
  /** What it does for the runs that answer calls of its runs, where those make any. */
  readonly callers?: (ctx: ActivityContext) => Callers;
  /** The same for task runs whose answers call tools. */
  readonly toolRuns?: (ctx: ActivityContext) => ToolRuns;
  /** Its maintenance jobs. */
  readonly maintenance?: readonly MaintenanceJob[];
}
