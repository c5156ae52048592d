import { renderValuesTable } from '../values-table.ts';
import type { EvalDrillResult } from './drill.ts';

/** Returns the table of a drill with an eval. */
export function renderEvalsTable({ options, seconds, victims, violations }: EvalDrillResult): string {
  return renderValuesTable(
    [
      ['seed, database', `${options.seed}, ${options.database}`],
      ['cases', `${options.evals} in ${seconds.toFixed(0)} s`],
      ['kills', victims.map(({ name, kills }) => `${name} ${kills}`).join(', ')],
      ['cases lost, doubled, stuck or judged otherwise', String(violations.length)],
    ],
    violations,
  );
}
