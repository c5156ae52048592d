import { type Logger, Worker } from '@temporalio/worker';
import type { CompiledWorkerOptions } from '@temporalio/worker/lib/worker-options.js';
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface.js';
import type { WorkflowBundleWithSourceMapAndFilename } from '@temporalio/worker/lib/workflow/workflow-worker-thread/input.js';

/**
 * A class of workers whose workflows are executed in one thread: each thread holds the SDK and the bundle of workflows once
 * more. They are given the same bundle, which is read and parsed once. `activities` are those of all of them.
 */
export function workersOfOneThread(activities: object): typeof Worker {
  const names = new Map(Object.entries(activities));
  let thread: Promise<WorkflowCreator> | undefined;
  let users = 0;
  let parsed: Promise<WorkflowBundleWithSourceMapAndFilename | undefined> | undefined;
  return class extends Worker {
    protected static override getOrCreateBundle(options: CompiledWorkerOptions, logger: Logger) {
      parsed ??= Worker.getOrCreateBundle(options, logger);
      return parsed;
    }

    protected static override async createWorkflowCreator(
      bundle: WorkflowBundleWithSourceMapAndFilename,
      options: CompiledWorkerOptions,
      logger: Logger,
    ): Promise<WorkflowCreator> {
      users += 1;
      thread ??= Worker.createWorkflowCreator(bundle, { ...options, activities: names }, logger);
      const creator = await thread;
      return {
        createWorkflow: (made) => creator.createWorkflow(made),
        async destroy() {
          users -= 1;
          if (users === 0) await creator.destroy();
        },
      };
    }
  };
}
