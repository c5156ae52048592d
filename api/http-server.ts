import { fileURLToPath } from 'node:url';
import { SettingError } from '../src/platform/config.ts';
import { catalogueSources, syncCatalogue } from '../src/skills/catalogue.ts';
import { buildApp } from './app.ts';
import type { ApiContext } from './context.ts';

/** Milliseconds a closing door gives the requests that are under way. */
const SHUTDOWN_GRACE_MS = 5000;

/** The skills that come with the product. */
const OWN_SKILLS = fileURLToPath(new URL('../skills', import.meta.url));

/** Takes requests. What is answered takes no more, and ends those that are under way. */
export async function startHttpServer(ctx: ApiContext): Promise<() => Promise<void>> {
  await syncCatalogue(ctx, catalogueSources(OWN_SKILLS, ctx.config.skillFolders), ctx.log);
  const app = await buildApp(ctx);
  await listen(app, ctx.config.host, ctx.config.port);
  ctx.log.info({ url: ctx.config.publicUrl }, 'API ready');
  return async () => {
    // Requests that wait for a long run are cut then; their runs go on, and a repeat follows them.
    const cut = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS);
    await app.close();
    clearTimeout(cut);
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
