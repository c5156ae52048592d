import type { TriggerKind } from './kind.ts';

/** Starts a run whenever its time comes. */
export const scheduleKind: TriggerKind = { type: 'schedule', inputFromOutside: false };
