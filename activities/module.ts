import type { QueueName } from '../src/platform/temporal/queues.ts';
import type { ActivityContext } from './context.ts';
import type { MaintenanceJob } from './maintenance/job.ts';
import type { Callers } from './runs/callers.ts';
import type { ToolRuns } from './runs/tool-runs.ts';

/** Activities and maintenance jobs of a module. */
export interface ActivityModule {
  /** Path below `activities`. */
  readonly name: string;
  /** Creates the module's activities, by task queue. */
  readonly activities?: {
    readonly [queue in QueueName]?: (ctx: ActivityContext, modules: readonly ActivityModule[]) => object;
  };
  /** Handlers for child runs that respond to calls of the module's runs. */
  readonly callers?: (ctx: ActivityContext) => Callers;
  /** Handlers for task runs whose responses call tools. */
  readonly toolRuns?: (ctx: ActivityContext) => ToolRuns;
  /** Maintenance jobs of the module. */
  readonly maintenance?: readonly MaintenanceJob[];
}
