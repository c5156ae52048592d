import { formatDuration } from '../../lib/time.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { YES_IS_GOOD } from './kind.ts';
import { kindOf, sayStatus } from './kinds.ts';
import type { Approval } from './queries.ts';

const EFFECTS: Readonly<Record<string, readonly [Tone, string]>> = {
  none: ['quiet', '○'],
  reversible: ['info', '↺'],
  irreversible: ['bad', '⚠'],
  unknown: ['warn', '?'],
  credits: ['warn', '¤'],
};

/** What it does to the world, by sign and word. */
export function EffectSign({ request }: { readonly request: Approval }) {
  const effect = kindOf(request).effect(request);
  const [tone, sign] = EFFECTS[effect] ?? ['warn', '?'];
  const said =
    effect === 'credits'
      ? w.approvals.kinds.budget.effect
      : (w.approvals.effects[effect as keyof typeof w.approvals.effects] ?? effect);
  return (
    <StatusBadge tone={tone} icon={sign}>
      {said}
    </StatusBadge>
  );
}

const STATES: Readonly<Record<string, Tone>> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  expired: 'quiet',
  cancelled: 'quiet',
};

/** The state of a request, by sign and in the words of its kind. */
export function RequestStatus({ request }: { readonly request: Pick<Approval, 'kind' | 'status'> }) {
  const { kind, status } = request;
  const isAnswer = status === 'approved' || status === 'rejected';
  const tone = isAnswer && !YES_IS_GOOD[request.kind] ? 'info' : (STATES[status] ?? 'quiet');
  return <StatusBadge tone={tone}>{sayStatus(kind, status)}</StatusBadge>;
}

/** Milliseconds that are left to decide, by the server's clock; undefined where there is no end. */
export function useTimeLeft({ expires_at }: Pick<Approval, 'expires_at'>): number | undefined {
  const now = useNow();
  return expires_at === null ? undefined : Date.parse(expires_at) - now;
}

/** How long there is to decide. */
export function TimeLeft({ request }: { readonly request: Approval }) {
  const left = useTimeLeft(request);
  if (left === undefined) return <span>{w.approvals.noDeadline}</span>;
  return (
    <span className={left < 60_000 ? 'font-semibold text-danger' : ''}>
      {left <= 0
        ? w.approvals.timeOver
        : w.approvals.timeLeft(formatDuration(left < 10_000 ? Math.ceil(left / 1000) * 1000 : left))}
    </span>
  );
}
