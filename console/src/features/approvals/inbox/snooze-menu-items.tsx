import { formatDateTime } from '../../../lib/time.ts';
import { MenuItem } from '../../../ui/dropdown-menu.tsx';
import { w } from '../../../words/index.ts';
import { listSnoozeTimes } from './queries.ts';

interface Props {
  readonly expiresAt: string | null;
  readonly onSnooze: (until: number) => void;
}

/** The times before the deadline at which the request can return. */
export default function SnoozeMenuItems({ expiresAt, onSnooze }: Props) {
  const deadline = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  const times = Object.entries(listSnoozeTimes()).filter(([, time]) => time < deadline);
  if (times.length === 0) return <p className="px-2 py-1 text-muted">{w.inbox.tooLate}</p>;
  return times.map(([name, time]) => (
    <MenuItem key={name} onSelect={() => onSnooze(time)}>
      <span className="flex-1">{w.inbox.times[name as keyof typeof w.inbox.times]}</span>
      <span className="text-sm text-muted">{formatDateTime(time)}</span>
    </MenuItem>
  ));
}
