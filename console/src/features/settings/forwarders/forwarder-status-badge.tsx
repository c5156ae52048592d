import { StatusBadge } from '../../../ui/status-badge.tsx';
import { w } from '../../../words/index.ts';
import type { Forwarder } from './queries.ts';

export function ForwarderStatusBadge({ forwarder: { status, failing_since } }: { readonly forwarder: Forwarder }) {
  if (status === 'paused') return <StatusBadge tone="bad">{w.forwarders.paused}</StatusBadge>;
  if (failing_since !== null) return <StatusBadge tone="warn">{w.forwarders.failing}</StatusBadge>;
  return <StatusBadge tone="good">{w.forwarders.active}</StatusBadge>;
}
