/** `npm run drill`: kills processes under load and audits the product's guarantees. See docs/drill.md. */
import { drillDocuments } from './documents/drill.ts';
import { renderDocumentsTable } from './documents/report.ts';
import { drill } from './drill.ts';
import { drillEvals } from './evals/drill.ts';
import { renderEvalsTable } from './evals/report.ts';
import { type DrillOptions, readOptions } from './options.ts';
import { renderTable, renderViolations } from './report.ts';
import { drillSchedules } from './schedules/drill.ts';
import { renderSchedulesTable } from './schedules/report.ts';
import { drillWebhooks } from './webhooks/drill.ts';
import { renderWebhooksTable } from './webhooks/report.ts';

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interrupted.abort(new Error('the drill was interrupted')));
  const other = await runOtherDrill(options, (line) => console.log(line), interrupted.signal);
  if (other) {
    console.log(`\n${other.table}${other.logs === undefined ? '' : `\nlogs: ${other.logs}`}`);
    return other.violations.length === 0 ? 0 : 1;
  }
  const result = await drill(options, (line) => console.log(line), interrupted.signal);
  console.log(`\n${renderTable(result)}`);
  for (const [fault, count] of result.faults) console.log(`  fault × ${count}: ${fault}`);
  if (result.violations.length > 0) console.log(`\n${renderViolations(result)}`);
  if (result.logs !== undefined) console.log(`\nlogs: ${result.logs}`);
  return result.violations.length === 0 ? 0 : 1;
}

interface DrillOutcome {
  readonly table: string;
  readonly violations: readonly string[];
  readonly logs: string | undefined;
}

/** Runs a drill of another kind; returns undefined if none is selected. */
async function runOtherDrill(
  options: DrillOptions,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<DrillOutcome | undefined> {
  const toOutcome = <Result extends Omit<DrillOutcome, 'table'>>(
    result: Result,
    tableOf: (result: Result) => string,
  ): DrillOutcome => {
    const { violations, logs } = result;
    return { table: tableOf(result), violations, logs };
  };
  const { documents, schedules, deliveries, evals } = options;
  if (deliveries !== undefined)
    return toOutcome(await drillWebhooks({ ...options, deliveries }, say, stop), renderWebhooksTable);
  if (documents !== undefined)
    return toOutcome(await drillDocuments({ ...options, documents }, say, stop), renderDocumentsTable);
  if (schedules !== undefined)
    return toOutcome(await drillSchedules({ ...options, schedules }, say, stop), renderSchedulesTable);
  if (evals !== undefined) return toOutcome(await drillEvals({ ...options, evals }, say, stop), renderEvalsTable);
  return undefined;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
