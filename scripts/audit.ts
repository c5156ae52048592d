/**
 * `npm run audit`: verifies the audit chains of the whole installation. Prints what it checked. Exits with 1 and prints
 * the first break if a chain is broken.
 */
import { verifyChains } from '../src/audit/verify.ts';
import { runProcess } from '../src/platform/process.ts';
import { openServices } from '../src/services.ts';

const printLine = (line: string) => process.stdout.write(`${line}\n`);

await runProcess(async () => {
  await using services = await openServices('command', ['db']);
  const { chains, events, firstBreak } = await verifyChains(services.db, 'installation');
  printLine(`${events} events in ${chains} chains`);
  if (firstBreak === null) return 0;
  const { chainId, seq, eventId, kind, message } = firstBreak;
  printLine(`BROKEN: chain ${chainId}, event ${seq}${eventId === null ? '' : ` (${eventId})`}, ${kind}: ${message}`);
  return 1;
});
