import { formatIsoDuration } from '../../../lib/durations.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import type { Kind } from './draft.ts';
import type { Source } from './queries.ts';

/** Where a source is: its addresses, bucket, repository or folder. */
export function sayPlace(
  kind: Kind,
  { urls, bucket, prefix, repository_url, branch, folder }: Source['config'],
): string {
  const of = {
    web: urls?.join(', '),
    s3: [bucket, prefix].filter(Boolean).join('/'),
    git: [repository_url, branch].filter(Boolean).join(' · '),
    folder,
  };
  return of[kind] ?? '';
}

/** An interval by its usual words, another by its length. */
export function sayInterval(schedule: string): string {
  return (
    (w.sources.every as Readonly<Record<string, string>>)[schedule] ?? w.sources.everyOf(formatIsoDuration(schedule))
  );
}

/** When a source is synced by itself, and next. */
export function SaySchedule({ of: { schedule, paused, next_sync } }: { readonly of: Source }) {
  if (schedule === null) return <span className="text-muted">{w.sources.byHand}</span>;
  return (
    <span className="flex flex-col items-start gap-1">
      {sayInterval(schedule)}
      {paused && <StatusBadge tone="quiet">{w.sources.paused}</StatusBadge>}
      {!paused && next_sync && (
        <span className="text-sm text-muted">
          {w.sources.next} <Time at={next_sync} />
        </span>
      )}
    </span>
  );
}
