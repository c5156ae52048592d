import { loadConfig, required, SettingError } from './config.ts';
import { openDatabase } from './db/client.ts';
import { checkDatabase, migrate } from './db/migrate.ts';
import { WRONG_SETTING_CODE } from './local/parent-watch.ts';

/** `npm run migrate`: brings the schema of DATABASE_URL to this build's state. */
async function main(): Promise<void> {
  const config = loadConfig();
  const url = required(config.databaseUrl, 'DATABASE_URL', 'name the database to migrate');
  const db = openDatabase(url, 2, () => undefined);
  try {
    await checkDatabase(db);
    const applied = await migrate(db, (line) => process.stderr.write(`${line}\n`));
    process.stdout.write(applied.length === 0 ? 'the schema is current\n' : `applied ${applied.join(', ')}\n`);
  } finally {
    await db.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof SettingError ? WRONG_SETTING_CODE : 1);
});
