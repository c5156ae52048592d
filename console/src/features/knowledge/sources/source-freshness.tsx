import { formatIsoDuration } from '../../../lib/durations.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import type { Source } from './queries.ts';

/** Shows the latest complete sync, the freshness goal, and why the source misses it. */
export function SourceFreshness({
  source: { fresh_within, last_complete_sync, late_reason },
}: {
  readonly source: Source;
}) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="text-muted">{w.sources.lastComplete}:</span>
      {last_complete_sync === null ? w.sources.never : <Time at={last_complete_sync} />}
      {fresh_within !== null && (
        <span className="text-sm text-muted">
          {w.sources.freshnessGoal({ interval: formatIsoDuration(fresh_within) })}
        </span>
      )}
      {late_reason !== null && <StatusBadge tone="warn">{w.sources.lateReasons[late_reason]}</StatusBadge>}
    </span>
  );
}
