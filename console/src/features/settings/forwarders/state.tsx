import { Status } from '../../../ui/status.tsx';
import { w } from '../../../words/index.ts';
import type { Forwarder } from './queries.ts';

export function ForwarderState({ of: { status, failing_since } }: { readonly of: Forwarder }) {
  if (status === 'paused') return <Status tone="bad">{w.forwarders.paused}</Status>;
  if (failing_since !== null) return <Status tone="warn">{w.forwarders.failing}</Status>;
  return <Status tone="good">{w.forwarders.active}</Status>;
}
