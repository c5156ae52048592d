import {
  condition,
  defineQuery,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow';
import type { BaselineActivities } from './baseline-worker.ts';

const { callModel } = proxyActivities<BaselineActivities>({ startToCloseTimeout: '5 minutes' });
const local = proxyLocalActivities<BaselineActivities>({ startToCloseTimeout: '5 minutes' });

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

export const decided = defineSignal('decided');
export const isParked = defineQuery<boolean>('isParked');

/** What an approved call can't do without: a model call, a wait for a signal, a tool call and a second model call. */
export async function decidedCalls(message: string): Promise<string> {
  let parked = false;
  let isDecided = false;
  setHandler(isParked, () => parked);
  setHandler(decided, () => {
    isDecided = true;
  });
  await callModel(message);
  parked = true;
  await condition(() => isDecided);
  await callModel(message);
  return callModel(message);
}

/** The same as {@link oneCall}, where the model is called by the process that holds the workflow task. */
export async function oneLocalCall(message: string): Promise<string> {
  return local.callModel(message);
}

/** The same as {@link threeCalls}, likewise. */
export async function threeLocalCalls(message: string): Promise<string> {
  await local.callModel(message);
  await local.callModel(message);
  return local.callModel(message);
}
