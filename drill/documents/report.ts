import { renderValuesTable } from '../values-table.ts';
import type { DocumentDrillResult } from './drill.ts';

/** Returns the table of a drill with documents. */
export function renderDocumentsTable({
  options,
  seconds,
  chunks,
  hit,
  victims,
  violations,
}: DocumentDrillResult): string {
  const kills = victims.map(({ name, kills }) => `${name} ${kills}`).join(', ');
  const stood = Object.entries(hit).map(([state, count]) => `${count} ${state}`);
  return renderValuesTable(
    [
      ['seed, database', `${options.seed}, ${options.database}`],
      ['documents, chunks', `${options.documents}, ${chunks} in ${seconds.toFixed(0)} s`],
      ['kills', kills],
      ['documents at the kills', stood.join(', ')],
      ['documents lost, stuck, doubled or otherwise than undisturbed', String(violations.length)],
    ],
    violations,
  );
}
