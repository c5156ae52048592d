import { formatIsoDuration } from '../../../lib/durations.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { LOCATION_FIELDS, type SourceKind } from './draft.ts';
import type { Source } from './queries.ts';

/** Returns the location of a source: its URLs, bucket, repository or folder. */
export function formatLocation(kind: SourceKind, config: Source['config']): string {
  const values = LOCATION_FIELDS[kind].map((name) => config[name]);
  return values
    .flatMap((value) => (Array.isArray(value) ? value.join(', ') : (value ?? [])))
    .filter(Boolean)
    .join(kind === 's3' ? '/' : ' · ');
}

/** Returns the name of an offered interval, or the duration of a custom one. */
function formatInterval(schedule: string): string {
  return (
    (w.sources.every as Readonly<Record<string, string>>)[schedule] ??
    w.sources.everyOf({ interval: formatIsoDuration(schedule) })
  );
}

/** Shows the sync schedule and the next sync. */
export function SourceSchedule({ source: { schedule, paused, next_sync } }: { readonly source: Source }) {
  if (schedule === null) return <span className="text-muted">{w.sources.byHand}</span>;
  return (
    <span className="flex flex-col items-start gap-1">
      {formatInterval(schedule)}
      {paused && <StatusBadge tone="quiet">{w.sources.paused}</StatusBadge>}
      {!paused && next_sync && (
        <span className="text-sm text-muted">
          {w.sources.next} <Time at={next_sync} />
        </span>
      )}
    </span>
  );
}
