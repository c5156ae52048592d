import { type ActivityInterfaceFor, type ActivityOptions, proxyActivities, workflowInfo } from '@temporalio/workflow';

/** Task queues of activities. Workflows and the steps of runs use the queue `runs`. */
type ActivityQueue = 'ingestion' | 'background';

/** Returns activities that workers of another queue execute. */
export function proxyQueueActivities<A>(queue: ActivityQueue, options: ActivityOptions): ActivityInterfaceFor<A> {
  return proxyActivities<A>({ ...options, taskQueue: workflowInfo().taskQueue.replace(/runs$/, queue) });
}
