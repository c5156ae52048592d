import type { ReactNode } from 'react';
import { joinClassNames } from './class-names.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet';

const TONES: Readonly<Record<Tone, readonly [look: string, sign: string]>> = {
  good: ['bg-success-subtle text-success', '✓'],
  warn: ['bg-warning-subtle text-warning', '!'],
  bad: ['bg-danger-subtle text-danger', '✕'],
  info: ['bg-info-subtle text-info', '●'],
  quiet: ['bg-surface-muted text-muted', '○'],
};

/** A state as text, icon and color, so that no user depends on one of them. */
export function StatusBadge({
  tone,
  icon,
  children,
}: {
  readonly tone: Tone;
  readonly icon?: string;
  readonly children: ReactNode;
}) {
  const [className, defaultIcon] = TONES[tone];
  return (
    <span
      className={joinClassNames(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-sm font-medium whitespace-nowrap',
        className,
      )}
    >
      <span aria-hidden>{icon ?? defaultIcon}</span>
      {children}
    </span>
  );
}
