import type { ReactNode } from 'react';
import { joinClassNames } from './class-names.ts';
import { Check, Circle, CircleAlert, CircleDot, type LucideIcon, X } from './icons.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet';

const TONES: Readonly<Record<Tone, readonly [classes: string, sign: LucideIcon]>> = {
  good: ['bg-success-subtle text-success', Check],
  warn: ['bg-warning-subtle text-warning', CircleAlert],
  bad: ['bg-danger-subtle text-danger', X],
  info: ['bg-info-subtle text-info', CircleDot],
  quiet: ['bg-surface-muted text-muted', Circle],
};

/** A state as text, icon and color, so that no user depends on one of them. */
export function StatusBadge({
  tone,
  icon,
  children,
}: {
  readonly tone: Tone;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}) {
  const [className, DefaultIcon] = TONES[tone];
  const Icon = icon ?? DefaultIcon;
  return (
    <span
      className={joinClassNames(
        'inline-flex items-center gap-1 rounded-full py-px ps-1.5 pe-2 text-sm font-medium whitespace-nowrap',
        className,
      )}
    >
      <Icon className="size-3.5 shrink-0" />
      {children}
    </span>
  );
}
