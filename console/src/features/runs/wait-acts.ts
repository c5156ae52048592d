import type { Schemas } from '../../../../client/types.ts';

interface WaitAct {
  /** Action of the run's page that ends the wait. */
  readonly action?: 'decide' | 'resume' | 'retry';
  /** Cause that another screen fixes. */
  readonly cause?: string;
}

/** What a person does about each kind of wait. Kinds without an action and a cause end by themselves. */
export const WAIT_ACTS: Readonly<Record<Schemas['WaitingFor']['kind'], WaitAct>> = {
  approval: { action: 'decide' },
  budget: { cause: 'BUDGET' },
  reconnect: { cause: 'RECONNECT' },
  tool_change: { cause: 'TOOL_CHANGED' },
  held: { action: 'resume' },
  provider: { action: 'retry' },
  retry: {},
  worker: {},
  paused: {},
  equal_bytes: {},
};
