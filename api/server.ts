import { fileURLToPath } from 'node:url';
import { SettingError } from '../src/platform/config.ts';
import { runProcess, untilTold } from '../src/platform/process.ts';
import { openServices } from '../src/services.ts';
import { catalogueSources, fillCatalogue } from '../src/skills/catalogue.ts';
import { buildApp } from './app.ts';
import { API_SERVICES } from './context.ts';

/** Milliseconds a stopping process gives the requests that are under way. */
const LAST_ANSWERS_MS = 5000;

/** The skills that come with the product. */
const OWN_SKILLS = fileURLToPath(new URL('../skills', import.meta.url));

/** Runs one API process until it is told to stop. */
async function main(): Promise<number> {
  await using ctx = await openServices('api', API_SERVICES);
  await fillCatalogue(ctx, catalogueSources(OWN_SKILLS, ctx.config.skillFolders), ctx.log);
  const app = await buildApp(ctx);
  const told = untilTold();
  await listen(app, ctx.config.host, ctx.config.port);
  ctx.log.info({ url: ctx.config.publicUrl }, 'API ready');
  await told;
  // Requests that wait for a long run are cut then; their runs go on, and a repeat follows them.
  const cut = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS);
  await app.close();
  clearTimeout(cut);
  return 0;
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw taken ? new SettingError('PORT', `port ${port} is taken; choose another`) : error;
  }
}

await runProcess(main);
