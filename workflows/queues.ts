import { type ActivityInterfaceFor, type ActivityOptions, proxyActivities, workflowInfo } from '@temporalio/workflow';

/** Task queues of activities. All workflows, and the steps of runs, have the queue `runs`. */
type ActivityQueue = 'ingestion' | 'background';

/** Activities that workers of another queue than the workflow's execute. */
export function proxyQueueActivities<A>(queue: ActivityQueue, options: ActivityOptions): ActivityInterfaceFor<A> {
  return proxyActivities<A>({ ...options, taskQueue: workflowInfo().taskQueue.replace(/runs$/, queue) });
}
