import type { TriggerType } from '../contract.ts';

/** Properties of a kind of triggers. */
export interface TriggerKind {
  readonly type: TriggerType;
  /**
   * Whether the input comes from outside with each event. Invalid input then does not count for the trigger's health.
   */
  readonly inputFromOutside: boolean;
}
