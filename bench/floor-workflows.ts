import { proxyActivities } from '@temporalio/workflow';
import type { FloorActivities } from './floor-worker.ts';

const { callModel } = proxyActivities<FloorActivities>({ startToCloseTimeout: '5 minutes' });

/** What a task run can't do without: one model call. */
export async function oneCall(message: string): Promise<string> {
  return callModel(message);
}

/** What an agent run with one tool call can't do without: two model calls and a tool call. */
export async function threeCalls(message: string): Promise<string> {
  await callModel(message);
  await callModel(message);
  return callModel(message);
}
