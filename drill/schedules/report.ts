import { renderValuesTable } from '../values-table.ts';
import type { Lateness, ScheduleDrillResult } from './drill.ts';

const formatLateness = ({ p50, p99, max: most }: Lateness) => `p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`;

/** Returns the table of a drill with schedules. */
export function renderSchedulesTable(result: ScheduleDrillResult): string {
  const { options, madeSeconds, part, calm, killed, victims, violations } = result;
  return renderValuesTable(
    [
      ['seed, database', `${options.seed}, ${options.database}`],
      ['schedules made over the API', `${options.schedules} in ${madeSeconds.toFixed(1)} s`],
      ['schedules of each part', String(part)],
      ['event and run after their time', formatLateness(calm.stored)],
      ['run under way after its time', formatLateness(calm.started)],
      ['kills', victims.map(({ name, kills }) => `${name} ${kills}`).join(', ')],
      ['event and run after their time, between kills', formatLateness(killed.stored)],
      ['run under way after its time, between kills', formatLateness(killed.started)],
      ['times lost or doubled, runs without an event or an end', String(violations.length)],
    ],
    violations,
  );
}
