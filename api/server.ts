import { pino } from 'pino';
import { loadConfig, required, SettingError } from '../src/platform/config.ts';
import { openDatabase } from '../src/platform/db/client.ts';
import { checkSchema } from '../src/platform/db/migrate.ts';
import { sealCanary } from '../src/platform/keyring.ts';
import { exitWithParent, WRONG_SETTING_CODE } from '../src/platform/local/parent-watch.ts';
import { loggerOptions } from '../src/platform/log.ts';
import { loadModelCatalogue } from '../src/platform/models/catalogue.ts';
import { openTemporal } from '../src/platform/temporal/starter.ts';
import { openWatcher } from '../src/platform/watcher.ts';
import { buildApp } from './app.ts';

/** Milliseconds a stopping process gives the requests that are under way. */
const LAST_ANSWERS_MS = 5000;

/** Runs one API process until it is told to stop. */
async function main(): Promise<void> {
  const config = loadConfig();
  const log = pino(loggerOptions(config.logLevel, 'api'));
  const url = required(config.databaseUrl, 'DATABASE_URL', 'name a Postgres database, or use `npm start`');
  const db = openDatabase(url, config.databasePoolSize, (error) =>
    log.warn({ err: error }, 'a database connection broke'),
  );
  await checkSchema(db);
  await sealCanary(db, config.encryptionKeys);
  const models = await loadModelCatalogue({
    modelsFile: config.modelsFile,
    defaultFile: 'config/models.yaml',
    env: process.env,
    probeOllama: true,
  });
  const temporal = openTemporal(config);
  const watcher = await openWatcher(db, url, config.watchTickMs, log);
  const app = await buildApp({ config, db, models, temporal, watcher, log });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Requests that wait for a long run are cut then; their runs go on, and a repeat follows them.
    const cut = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS);
    await app.close();
    clearTimeout(cut);
    await watcher.close();
    await temporal.close();
    await db.destroy();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  exitWithParent(stop);
  await listen(app, config.host, config.port);
  log.info({ url: config.publicUrl }, 'API ready');
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw taken ? new SettingError('PORT', `port ${port} is taken; choose another`) : error;
  }
}

main().catch((error: unknown) => {
  const line = error instanceof SettingError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${line}\n`);
  process.exit(error instanceof SettingError ? WRONG_SETTING_CODE : 1);
});
