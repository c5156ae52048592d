import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';

const TONES: Readonly<Record<string, Tone>> = {
  queued: 'quiet',
  running: 'info',
  waiting_for_human: 'warn',
  held: 'warn',
  cancelling: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

/** How one run stands. */
export function StateSign({ status }: { readonly status: string }) {
  return (
    <StatusBadge tone={TONES[status] ?? 'quiet'}>
      {w.runs.states[status as keyof typeof w.runs.states] ?? status}
    </StatusBadge>
  );
}

export const FINAL = ['completed', 'failed', 'cancelled'];
