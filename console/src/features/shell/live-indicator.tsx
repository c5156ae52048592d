import { useLive } from '../../lib/live-changes.ts';
import { joinClassNames } from '../../ui/class-names.ts';
import { w } from '../../words/index.ts';

const DOT_CLASS_NAMES = {
  live: 'bg-success',
  connecting: 'bg-warning',
  paused: 'bg-warning',
  refused: 'bg-warning',
  broken: 'bg-danger',
} as const;

/** Shows whether live updates work. `isCompact` shows a dot with a tooltip. */
export function LiveIndicator({ isCompact = false }: { readonly isCompact?: boolean }) {
  const { state } = useLive();
  return (
    <p
      role="status"
      title={isCompact ? w.shell[state] : undefined}
      className={joinClassNames(
        'flex min-w-0 items-center gap-2 text-sm',
        state === 'broken' ? 'text-danger' : 'text-muted',
      )}
    >
      <span aria-hidden className={joinClassNames('size-2 shrink-0 rounded-full', DOT_CLASS_NAMES[state])} />
      <span className={isCompact ? 'sr-only' : ''}>{w.shell[state]}</span>
    </p>
  );
}

/** States the loss of live updates across the page, where the indicator is only a dot. */
export function OfflineNotice() {
  if (useLive().state !== 'broken') return null;
  return <p className="border-b bg-danger-subtle px-4 py-1.5 text-center text-sm text-danger">{w.shell.broken}</p>;
}
