import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';
import type { Trigger, TriggerEvent } from './queries.ts';

/** Whether a trigger is active, paused, or paused by the system. */
export function TriggerStatusBadge({ trigger: { status, paused_because } }: { readonly trigger: Trigger }) {
  if (paused_because) return <StatusBadge tone="bad">{w.triggers.pausedItself}</StatusBadge>;
  return status === 'active' ? (
    <StatusBadge tone="good">{w.triggers.active}</StatusBadge>
  ) : (
    <StatusBadge tone="quiet">{w.triggers.paused}</StatusBadge>
  );
}

const TONES: Readonly<Record<TriggerEvent['status'], Tone>> = {
  accepted: 'info',
  completed: 'good',
  failed: 'bad',
  duplicate: 'quiet',
  rejected: 'warn',
};

export function EventStatusBadge({ event: { status } }: { readonly event: TriggerEvent }) {
  return <StatusBadge tone={TONES[status]}>{w.triggers.eventStates[status]}</StatusBadge>;
}
