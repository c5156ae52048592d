import type { TriggerKind } from './kind.ts';

/** Starts a run with each delivery to its endpoint. */
export const webhookKind: TriggerKind = { type: 'webhook', inputFromOutside: true };
