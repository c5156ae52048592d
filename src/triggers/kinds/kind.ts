import type { TriggerType } from '../contract.ts';

/** What a kind of trigger says about itself. */
export interface TriggerKind {
  readonly type: TriggerType;
  /**
   * Whether what its runs are run on comes from outside with each event. Input that does not fit says nothing about the
   * trigger then, and does not lead to its pause.
   */
  readonly inputFromOutside: boolean;
}
