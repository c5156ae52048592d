import type { TriggerKind } from './kind.ts';

/** Starts a run at each due time. */
export const scheduleKind: TriggerKind = { type: 'schedule', inputFromOutside: false };
