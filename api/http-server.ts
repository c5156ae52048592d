import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { SettingError } from '../src/platform/config.ts';
import { listCatalogSources, syncCatalog } from '../src/skills/catalog.ts';
import { buildApp } from './app.ts';
import type { ApiContext } from './context.ts';

/** Grace period in milliseconds for requests in flight at shutdown. */
const SHUTDOWN_GRACE_MS = 5000;

/** Folder of the bundled skills. */
const OWN_SKILLS = fileURLToPath(new URL('../skills', import.meta.url));

/** Starts the HTTP server. Returns a function that stops accepting connections and drains requests in flight. */
export async function startHttpServer(ctx: ApiContext): Promise<() => Promise<void>> {
  await syncCatalog(ctx, listCatalogSources(OWN_SKILLS, ctx.config.skillFolders), ctx.log);
  const app = await buildApp(ctx);
  await listen(app, ctx.config.host, ctx.config.port);
  ctx.log.info({ url: ctx.config.publicUrl }, 'API ready');
  // Processes that start before this one ends load its modules faster.
  flushCompileCache();
  return async () => {
    // Closes requests that wait for a long run. The runs continue, and a repeated request follows them.
    const timer = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS);
    await app.close();
    clearTimeout(timer);
  };
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isPortTaken ? new SettingError('PORT', `port ${port} is taken; choose another`) : error;
  }
}
