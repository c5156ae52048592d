import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import { RESUMED_SIGNAL } from '../src/runs/contract.ts';

export const resumedSignal = defineSignal(RESUMED_SIGNAL);

/** Waits until a condition holds, or for so many milliseconds. */
export async function waitUntil(isAwake: () => boolean, timeoutMs?: number): Promise<void> {
  if (timeoutMs === undefined) await condition(isAwake);
  else await condition(isAwake, Math.max(1, Math.ceil(timeoutMs)));
}

/** The `resumed` signals of a workflow. */
export interface Resumes {
  /** Returns a wait for the next signal after this call, or for so many milliseconds. */
  mark(): (timeoutMs?: number) => Promise<void>;
}

/** Listens for `resumed`. One that comes while a step runs counts for the wait that was marked before the step. */
export function listenForResumes(): Resumes {
  let resumes = 0;
  setHandler(resumedSignal, () => void resumes++);
  return {
    mark: () => {
      const before = resumes;
      return (timeoutMs) => waitUntil(() => resumes > before, timeoutMs);
    },
  };
}
