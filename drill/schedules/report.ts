import { valuesTable } from '../values-table.ts';
import type { Lateness, ScheduleDrillResult } from './drill.ts';

const late = ({ p50, p99, most }: Lateness) => `p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`;

/** The table of a drill with schedules, and what was violated. */
export function schedulesTable(result: ScheduleDrillResult): string {
  const { options, madeSeconds, part, calm, killed, victims, violations } = result;
  return valuesTable(
    [
      ['seed, database', `${options.seed}, ${options.database}`],
      ['schedules made over the API', `${options.schedules} in ${madeSeconds.toFixed(1)} s`],
      ['schedules of each part', String(part)],
      ['event and run after their time', late(calm.stored)],
      ['run under way after its time', late(calm.started)],
      ['kills', victims.map(({ name, kills }) => `${name} ${kills}`).join(', ')],
      ['event and run after their time, between kills', late(killed.stored)],
      ['run under way after its time, between kills', late(killed.started)],
      ['times lost or doubled, runs without an event or an end', String(violations.length)],
    ],
    violations,
  );
}
