import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet';

const TONES: Readonly<Record<Tone, readonly [look: string, sign: string]>> = {
  good: ['bg-good-ground text-good', '✓'],
  warn: ['bg-warn-ground text-warn', '!'],
  bad: ['bg-bad-ground text-bad', '✕'],
  info: ['bg-info-ground text-info', '●'],
  quiet: ['bg-sunken text-quiet', '○'],
};

/** A state: word, sign and colour, so that none of them has to be seen alone. */
export function Status({
  tone,
  sign,
  children,
}: {
  readonly tone: Tone;
  readonly sign?: string;
  readonly children: ReactNode;
}) {
  const [look, usual] = TONES[tone];
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-sm font-medium whitespace-nowrap',
        look,
      )}
    >
      <span aria-hidden>{sign ?? usual}</span>
      {children}
    </span>
  );
}
