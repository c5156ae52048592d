import type { TriggerType } from './contract.ts';

/** Properties of a kind of triggers. */
export interface TriggerKind {
  /**
   * Whether the input comes from outside with each event. Invalid input then does not count for the trigger's health.
   */
  readonly inputFromOutside: boolean;
}

/** All kinds of triggers: a schedule starts a run at each due time, a webhook with each delivery to its endpoint. */
export const TRIGGER_KINDS: Readonly<Record<TriggerType, TriggerKind>> = {
  webhook: { inputFromOutside: true },
  schedule: { inputFromOutside: false },
};
