import { type ActivityInterfaceFor, type ActivityOptions, proxyActivities, workflowInfo } from '@temporalio/workflow';

/** Task queues of activities. Workflows use the queue `runs`, as do the steps of runs and queries of documents. */
type ActivityQueue = 'ingestion' | 'background';

/** Returns activities that workers of another queue execute. */
export function proxyQueueActivities<A>(queue: ActivityQueue, options: ActivityOptions): ActivityInterfaceFor<A> {
  return proxyActivities<A>({ ...options, taskQueue: workflowInfo().taskQueue.replace(/runs$/, queue) });
}
