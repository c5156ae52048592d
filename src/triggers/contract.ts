/** Contract of triggers. Pure. */

/** Statuses of a trigger. */
export const TRIGGER_STATUSES = ['active', 'paused'] as const;
export type TriggerStatus = (typeof TRIGGER_STATUSES)[number];

/** Types of resources that triggers run. */
export const TARGET_TYPES = ['task', 'task_agent'] as const;
/** Type of a trigger's target. */
export type TargetType = (typeof TARGET_TYPES)[number];

/** Target of a trigger. */
export interface Target {
  readonly type: TargetType;
  readonly id: string;
}

/** Stored status of an event. The run determines the outcome of an accepted one. */
export type StoredEventStatus = 'accepted' | 'duplicate' | 'rejected';

/** Statuses of an event of a trigger. */
export const EVENT_STATUSES = ['accepted', 'duplicate', 'rejected', 'completed', 'failed'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];
