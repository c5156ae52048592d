import { expect, it } from 'vitest';
import { agentChores } from '../../activities/agents/chores.ts';
import { wakeGraceOf } from '../../activities/background/reconcile.ts';
import { loadConfig } from '../../src/platform/config.ts';

/** Seconds that are left of a minute for the work itself. */
const WORK = 10;

it('looks for whatever a waiting run did not hear of soon enough to repeat it within a minute, by default', () => {
  const { reconcileSeconds } = loadConfig({});
  const repeats = agentChores.filter(({ name }) => name.startsWith('repeat '));
  expect(repeats.map(({ name }) => name)).toEqual([
    'repeat decisions',
    'repeat expiries',
    'repeat resumes',
    'repeat wake-ups',
  ]);
  // The longest wait is of what was only just too young when a round looked: it is told by the next that looks.
  for (const { name, everyRounds } of repeats)
    expect(wakeGraceOf(reconcileSeconds) + everyRounds * reconcileSeconds + WORK, name).toBeLessThanOrEqual(60);
});
