import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  completed: 'good',
  failed: 'bad',
  cancelled: 'quiet',
  queued: 'quiet',
  running: 'info',
  cancelling: 'warn',
  waiting_for_human: 'warn',
  held: 'warn',
};

interface Props {
  readonly run: { readonly status: string; readonly isError: boolean; readonly waitReason: string | null };
}

/** Returns the label of a run status. A status that this console does not know is its own label. */
export function getStatusLabel(status: string): string {
  return w.runs.states[status as keyof typeof w.runs.states] ?? status;
}

/** Shows the status of a run in a list, and the reason why it waits. */
export function RunStatus({ run: { status, isError, waitReason } }: Props) {
  return (
    <span className="flex flex-col items-start gap-0.5">
      <StatusBadge tone={isError ? 'bad' : (STATUS_TONES[status] ?? 'quiet')}>{getStatusLabel(status)}</StatusBadge>
      {waitReason && <span className="hidden text-sm text-muted md:inline">{waitReason}</span>}
    </span>
  );
}

/** Shows the status of a run. */
export function RunStatusBadge({ status }: { readonly status: string }) {
  return <StatusBadge tone={STATUS_TONES[status] ?? 'quiet'}>{getStatusLabel(status)}</StatusBadge>;
}

export const FINAL_STATUSES = ['completed', 'failed', 'cancelled'];
