/**
 * `npm run audit`: recomputes the chains of audit events of the whole installation, those included that stand on no
 * organization. Prints what it checked; ends with 1 where a chain is broken, after naming the first break.
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
