import { runProcess, waitForShutdown } from '../src/platform/process.ts';
import { openServices } from '../src/services.ts';
import { API_SERVICES } from './context.ts';
import { startHttpServer } from './http-server.ts';

/** Runs one API process until shutdown. */
async function main(): Promise<number> {
  await using ctx = await openServices('api', API_SERVICES);
  const shutdown = waitForShutdown();
  const close = await startHttpServer(ctx);
  await shutdown;
  await close();
  return 0;
}

await runProcess(main);
