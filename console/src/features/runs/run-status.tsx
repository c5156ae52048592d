import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';

const TONES: Readonly<Record<string, Tone>> = {
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
  readonly run: { readonly status: string; readonly isError: boolean; readonly waits: string | null };
}

/** How a run stands, and what it waits for. */
export function RunStatus({ run: { status, isError, waits } }: Props) {
  const said = (w.runList.states as Readonly<Record<string, string>>)[status] ?? status;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <StatusBadge tone={isError ? 'bad' : (TONES[status] ?? 'quiet')}>{said}</StatusBadge>
      {waits && <span className="hidden text-sm text-muted md:inline">{waits}</span>}
    </span>
  );
}
