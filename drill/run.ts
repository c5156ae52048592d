/** `npm run drill`: breaks the product on purpose and audits what it promised. See docs/drill.md. */
import { drillDocuments } from './documents/drill.ts';
import { documentsTable } from './documents/report.ts';
import { drill } from './drill.ts';
import { readOptions } from './options.ts';
import { tableOf, violationsText } from './report.ts';
import { drillSchedules } from './schedules/drill.ts';
import { schedulesTable } from './schedules/report.ts';
import { drillWebhooks } from './webhooks/drill.ts';
import { webhooksTable } from './webhooks/report.ts';

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const { documents, schedules, deliveries } = options;
  if (deliveries !== undefined) {
    const result = await drillWebhooks({ ...options, deliveries }, (line) => console.log(line), interrupted.signal);
    console.log(`\n${webhooksTable(result)}${result.logs === undefined ? '' : `\nlogs: ${result.logs}`}`);
    return result.violations.length === 0 ? 0 : 1;
  }
  if (documents !== undefined) {
    const result = await drillDocuments({ ...options, documents }, (line) => console.log(line), interrupted.signal);
    console.log(`\n${documentsTable(result)}${result.logs === undefined ? '' : `\nlogs: ${result.logs}`}`);
    return result.violations.length === 0 ? 0 : 1;
  }
  if (schedules !== undefined) {
    const result = await drillSchedules({ ...options, schedules }, (line) => console.log(line), interrupted.signal);
    console.log(`\n${schedulesTable(result)}${result.logs === undefined ? '' : `\nlogs: ${result.logs}`}`);
    return result.violations.length === 0 ? 0 : 1;
  }
  const result = await drill(options, (line) => console.log(line), interrupted.signal);
  console.log(`\n${tableOf(result)}`);
  for (const [fault, count] of result.faults) console.log(`  fault × ${count}: ${fault}`);
  if (result.violations.length > 0) console.log(`\n${violationsText(result)}`);
  if (result.logs !== undefined) console.log(`\nlogs: ${result.logs}`);
  return result.violations.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
