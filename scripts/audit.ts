/**
 * `npm run audit`: recomputes the chains of audit events of the whole installation, those included that stand on no
 * organization. Prints what it checked; ends with 1 where a chain is broken, after naming the first break.
 */
import { verifyChains } from '../src/audit/verify.ts';
import { loadConfig, SettingError } from '../src/platform/config.ts';
import { openDatabase } from '../src/platform/db/client.ts';
import { checkSchema } from '../src/platform/db/migrate.ts';
import { WRONG_SETTING_CODE } from '../src/platform/local/parent-watch.ts';
import { databaseUrlOf } from '../src/platform/local/pglite-address.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const config = loadConfig();
  const db = openDatabase(databaseUrlOf(config), 2, () => undefined);
  try {
    await checkSchema(db);
    const { chains, events, firstBreak } = await verifyChains(db, 'installation');
    say(`${events} events in ${chains} chains`);
    if (firstBreak === null) return 0;
    const { chainId, seq, eventId, kind, message } = firstBreak;
    say(`BROKEN: chain ${chainId}, event ${seq}${eventId === null ? '' : ` (${eventId})`}, ${kind}: ${message}`);
    return 1;
  } finally {
    await db.destroy();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = WRONG_SETTING_CODE;
}
