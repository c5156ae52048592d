import type { EndedStep, StepUnderWay } from '../../../src/runs/contract.ts';

/** How a step ended: `moved`, to another process; `later`, where that one may be dead; `lost`, where somebody else had begun it; `left`, where its workflow is to begin it. */
export type Ended<T> =
  | EndedStep<T>
  | { readonly state: 'moved'; readonly step: StepUnderWay }
  | { readonly state: 'later'; readonly afterMs: number }
  | { readonly state: 'lost' | 'left' };

/** A step that this process takes. */
export interface Step<T> {
  readonly id: string;
  /** Fails where the step was cancelled, and only then. */
  readonly ended: Promise<Ended<T>>;
  /** Ends when a workflow task has waited for the step as long as it is worth. */
  readonly outlasted: Promise<undefined>;
  cancel(reason: unknown): void;
}

/** Whether a step was begun here in vain. */
export function isNobodys<T>(ended: Ended<T>): ended is Extract<Ended<T>, { readonly state: 'lost' | 'left' }> {
  return ended.state === 'lost' || ended.state === 'left';
}
