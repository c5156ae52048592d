import { expect, it } from 'vitest';
import { agentMaintenance } from '../../activities/agents/maintenance.ts';
import { wakeGraceSeconds } from '../../activities/maintenance/cycle.ts';
import { loadConfig } from '../../src/platform/config.ts';

/** Seconds of the minute that remain for the work itself. */
const WORK = 10;

it('a lost wake signal is repeated within a minute by default', () => {
  const { reconcileSeconds } = loadConfig({});
  const repeats = agentMaintenance.filter((job) => 'everyCycles' in job && job.name.startsWith('repeat '));
  expect(repeats.map(({ name }) => name)).toEqual([
    'repeat decision signals',
    'repeat expiry signals',
    'repeat resume signals',
    'repeat wake-up signals',
  ]);
  // The longest delay is that of a signal just too young for one cycle: the next one repeats it.
  for (const job of repeats) {
    const everyCycles = 'everyCycles' in job ? job.everyCycles : Number.NaN;
    expect(wakeGraceSeconds(reconcileSeconds) + everyCycles * reconcileSeconds + WORK, job.name).toBeLessThanOrEqual(
      60,
    );
  }
});
