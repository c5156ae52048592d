import { Status, type Tone } from '../../ui/status.tsx';
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
    <Status tone={TONES[status] ?? 'quiet'}>{w.runs.states[status as keyof typeof w.runs.states] ?? status}</Status>
  );
}

export const FINAL = ['completed', 'failed', 'cancelled'];
