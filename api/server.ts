import { type Logger, pino } from 'pino';
import { openBlobs } from '../src/files/blobs/kinds.ts';
import { openIdentity } from '../src/identity/identity.ts';
import { openInviteCodes } from '../src/organizations/invites/codes.ts';
import { type Config, loadConfig, SettingError } from '../src/platform/config.ts';
import { openStore } from '../src/platform/db/store.ts';
import { openResolver } from '../src/platform/dns.ts';
import { exitWithParent, WRONG_SETTING_CODE } from '../src/platform/local/parent-watch.ts';
import { loggerOptions } from '../src/platform/log.ts';
import { openMailer } from '../src/platform/mail/mailer.ts';
import { loadModels } from '../src/platform/models/catalogue.ts';
import { openTemporal } from '../src/platform/temporal/starter.ts';
import { openWatcher } from '../src/platform/watcher.ts';
import { ChangeFeed } from '../src/projects/change-feed.ts';
import { buildApp } from './app.ts';
import type { ApiContext } from './context.ts';

/** Milliseconds a stopping process gives the requests that are under way. */
const LAST_ANSWERS_MS = 5000;

/** Runs one API process until it is told to stop. */
async function main(): Promise<void> {
  const config = loadConfig();
  const ctx = await openContext(config, pino(loggerOptions(config.logLevel, 'api')));
  const app = await buildApp(ctx);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Requests that wait for a long run are cut then; their runs go on, and a repeat follows them.
    const cut = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS);
    await app.close();
    clearTimeout(cut);
    await ctx.watcher.close();
    ctx.changes.close();
    ctx.identity.close();
    await ctx.mailer.close();
    await ctx.temporal.close();
    await ctx.blobs.close();
    await ctx.db.destroy();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  exitWithParent(stop);
  await listen(app, config.host, config.port);
  ctx.log.info({ url: config.publicUrl }, 'API ready');
}

async function openContext(config: Config, log: Logger): Promise<ApiContext> {
  const { url, db, ring } = await openStore(config, log);
  const models = await loadModels(config);
  const identity = await openIdentity(db, config, ring, (error) => log.error({ err: error }, 'identity failed'));
  return {
    config,
    db,
    blobs: await openBlobs(config),
    identity,
    mailer: openMailer(config, log),
    inviteCodes: openInviteCodes(db, ring),
    resolver: openResolver(config.dnsServers),
    models,
    temporal: openTemporal(config),
    watcher: await openWatcher(db, url, config.watchTickMs, log),
    changes: new ChangeFeed(db, log),
    log,
  };
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
