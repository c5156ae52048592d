import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import { RESUMED_SIGNAL } from '../src/runs/contract.ts';

const resumedSignal = defineSignal(RESUMED_SIGNAL);

/** Waits until a condition holds, or for `timeoutMs` milliseconds. */
export async function waitUntil(isAwake: () => boolean, timeoutMs?: number): Promise<void> {
  if (timeoutMs === undefined) await condition(isAwake);
  else await condition(isAwake, Math.max(1, Math.ceil(timeoutMs)));
}

/** The `resumed` signals of a workflow. */
interface Resumes {
  /** Returns a wait for the next signal after this call, limited to `timeoutMs` milliseconds. */
  mark(): (timeoutMs?: number) => Promise<void>;
}

/** Listens for `resumed`. A signal during a step counts for the wait that was marked before the step. */
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
