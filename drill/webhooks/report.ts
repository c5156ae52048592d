import { renderValuesTable } from '../values-table.ts';
import type { WebhookDrillResult } from './drill.ts';

/** Returns the table of a drill with deliveries. */
export function renderWebhooksTable(result: WebhookDrillResult): string {
  const { options, seconds, keys, requests, duplicates, victims, violations } = result;
  return renderValuesTable(
    [
      ['seed, database', `${options.seed}, ${options.database}`],
      ['deliveries, keys', `${options.deliveries}, ${keys} in ${seconds.toFixed(0)} s`],
      ['requests, answered as duplicates', `${requests}, ${duplicates}`],
      ['kills', victims.map(({ name, kills }) => `${name} ${kills}`).join(', ')],
      ['keys lost, duplicate, stuck or answered wrongly', String(violations.length)],
    ],
    violations,
  );
}
