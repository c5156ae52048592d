import type { TriggerKind } from './kind.ts';

/** Starts a run with each delivery that arrives at its endpoint. */
export const webhookKind: TriggerKind = { type: 'webhook', inputFromOutside: true };
