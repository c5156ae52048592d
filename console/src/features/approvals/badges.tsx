import { formatDuration } from '../../lib/time.ts';
import { CircleHelp, CircleMinus, Coins, type LucideIcon, RotateCcw, TriangleAlert } from '../../ui/icons.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { IS_APPROVAL_POSITIVE } from './kind.ts';
import { formatStatus, getKindConfig } from './kinds.ts';
import type { Approval } from './queries.ts';

const EFFECT_STYLES: Readonly<Record<string, readonly [Tone, LucideIcon]>> = {
  none: ['quiet', CircleMinus],
  reversible: ['info', RotateCcw],
  irreversible: ['bad', TriangleAlert],
  not_stated: ['warn', CircleHelp],
  unknown: ['warn', CircleHelp],
  credits: ['warn', Coins],
};

/** Shows the effect of a requested call. */
export function EffectBadge({ request }: { readonly request: Approval }) {
  return <EffectLabel effect={getKindConfig(request).getEffect(request)} />;
}

/** Shows an effect class. */
export function EffectLabel({ effect }: { readonly effect: string }) {
  const [tone, icon] = EFFECT_STYLES[effect] ?? ['warn' as const, CircleHelp];
  const label =
    effect === 'credits'
      ? w.approvals.kinds.budget.effect
      : (w.approvals.effects[effect as keyof typeof w.approvals.effects] ?? effect);
  return (
    <StatusBadge tone={tone} icon={icon}>
      {label}
    </StatusBadge>
  );
}

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  expired: 'quiet',
  cancelled: 'quiet',
};

/** Shows the status of a request in the terms of its kind. */
export function ApprovalStatusBadge({ request }: { readonly request: Pick<Approval, 'kind' | 'status'> }) {
  const { kind, status } = request;
  const isDecided = status === 'approved' || status === 'rejected';
  const tone = isDecided && !IS_APPROVAL_POSITIVE[request.kind] ? 'info' : (STATUS_TONES[status] ?? 'quiet');
  return <StatusBadge tone={tone}>{formatStatus(kind, status)}</StatusBadge>;
}

/** Returns the milliseconds left to decide by the server's clock. Returns undefined without a deadline. */
export function useTimeLeft({ expires_at }: Pick<Approval, 'expires_at'>): number | undefined {
  const now = useNow();
  return expires_at === null ? undefined : Date.parse(expires_at) - now;
}

/** Shows the time left to decide. */
export function TimeLeft({ request }: { readonly request: Approval }) {
  const timeLeftMs = useTimeLeft(request);
  if (timeLeftMs === undefined) return <span>{w.approvals.noDeadline}</span>;
  return (
    <span className={timeLeftMs < 60_000 ? 'font-semibold text-danger' : ''}>
      {timeLeftMs <= 0
        ? w.approvals.timeOver
        : w.approvals.timeLeft({
            left: formatDuration(timeLeftMs < 10_000 ? Math.ceil(timeLeftMs / 1000) * 1000 : timeLeftMs),
          })}
    </span>
  );
}
