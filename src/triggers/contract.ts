/** The words of triggers. Pure. */

export const TRIGGER_TYPES = ['webhook', 'schedule'] as const;
/** What a trigger waits for; its runs bear the word as their `trigger_type`. */
export type TriggerType = (typeof TRIGGER_TYPES)[number];

export const TRIGGER_STATUSES = ['active', 'paused'] as const;
export type TriggerStatus = (typeof TRIGGER_STATUSES)[number];

export const TARGET_TYPES = ['task', 'task_agent'] as const;
/** What triggers run. */
export type TargetType = (typeof TARGET_TYPES)[number];

/** What one trigger runs. */
export interface Target {
  readonly type: TargetType;
  readonly id: string;
}

/** What is stored of an event; what became of an accepted one its run says. */
export type StoredEventStatus = 'accepted' | 'duplicate' | 'rejected';

export const EVENT_STATUSES = ['accepted', 'duplicate', 'rejected', 'completed', 'failed'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];
