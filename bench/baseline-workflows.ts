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

/** Minimum for a task run: one model call. */
export async function oneCall(message: string, thinkMs?: number): Promise<string> {
  return callModel(message, thinkMs);
}

/** Minimum for an agent run with one tool call: two model calls and a tool call. */
export async function threeCalls(message: string): Promise<string> {
  await callModel(message);
  await callModel(message);
  return callModel(message);
}

const decided = defineSignal('decided');
const isParked = defineQuery<boolean>('isParked');

/** Minimum for an approved call: a model call, a wait for a signal, a tool call and a second model call. */
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

/** {@link oneCall} with a local activity. */
export async function oneLocalCall(message: string): Promise<string> {
  return local.callModel(message);
}

/** {@link threeCalls} with local activities. */
export async function threeLocalCalls(message: string): Promise<string> {
  await local.callModel(message);
  await local.callModel(message);
  return local.callModel(message);
}
