import type { ConsoleCost, Smoothness } from './console.ts';
import { LISTED_RUNS } from './console-scripts.ts';

/** Targets: milliseconds, frames per second and rows. */
const BOUNDS = { cold: 450, warm: 250, seen: 300, filtered: 300, perSecond: 55, mounted: 200 } as const;

/** Returns the results as rows of the table. */
export function consoleRows({ plain, inbox, seen, filtered, baseline, burst, scrolling, mounted }: ConsoleCost) {
  const held = (fits: boolean, bound: string) => `${fits ? 'ok' : 'MISSED'} ${bound}`;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const load = (what: 'cold' | 'warm') =>
    [
      `(w) first load of the inbox, ${what}, p50`,
      ms(plain[what]),
      ms(inbox[what]),
      '',
      held(inbox[what] <= BOUNDS[what], `≤ ${BOUNDS[what]} ms`),
    ] as const;
  const smooth = (what: string, { perSecond, longest }: Smoothness, least: Smoothness) =>
    [
      `(w) ${what}, longest frame ${ms(longest)}`,
      `${least.perSecond.toFixed(0)}/s`,
      `${perSecond.toFixed(0)}/s`,
      (perSecond / least.perSecond).toFixed(2),
      held(perSecond >= BOUNDS.perSecond, `≥ ${BOUNDS.perSecond}/s`),
    ] as const;
  return [
    load('cold'),
    load('warm'),
    [
      '(w) a decision on the screen of a second viewer, p50',
      '',
      ms(seen),
      '',
      held(seen <= BOUNDS.seen, `≤ ${BOUNDS.seen} ms`),
    ] as const,
    [
      `(w) filtering a list of ${LISTED_RUNS} runs by status, p50`,
      '',
      ms(filtered),
      '',
      held(filtered <= BOUNDS.filtered, `≤ ${BOUNDS.filtered} ms`),
    ] as const,
    smooth('10,000 events at once', burst, baseline.still),
    smooth('scrolling through 10,000 events', scrolling, baseline.scrolling),
    [
      '(w) rows in the page at most',
      '',
      String(mounted),
      '',
      held(mounted < BOUNDS.mounted, `< ${BOUNDS.mounted}`),
    ] as const,
  ];
}
