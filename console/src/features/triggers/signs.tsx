import { Status, type Tone } from '../../ui/status.tsx';
import { w } from '../../words/index.ts';
import type { Trigger, TriggerEvent } from './queries.ts';

/** Whether a trigger starts anything, and whether it stopped by itself. */
export function TriggerState({ of: { status, paused_because } }: { readonly of: Trigger }) {
  if (paused_because) return <Status tone="bad">{w.triggers.pausedItself}</Status>;
  return status === 'active' ? (
    <Status tone="good">{w.triggers.active}</Status>
  ) : (
    <Status tone="quiet">{w.triggers.paused}</Status>
  );
}

const TONES: Readonly<Record<TriggerEvent['status'], Tone>> = {
  accepted: 'info',
  completed: 'good',
  failed: 'bad',
  duplicate: 'quiet',
  rejected: 'warn',
};

export function EventState({ of: { status } }: { readonly of: TriggerEvent }) {
  return <Status tone={TONES[status]}>{w.triggers.eventStates[status]}</Status>;
}
