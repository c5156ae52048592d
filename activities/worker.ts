import { runProcess, waitForShutdown } from '../src/platform/process.ts';
import { openServices } from '../src/services.ts';
import { WORKER_SERVICES } from './context.ts';
import { runWorker } from './run-worker.ts';

/** Runs one worker process until shutdown. */
async function main(): Promise<number> {
  await using services = await openServices('worker', WORKER_SERVICES);
  await runWorker(services, waitForShutdown());
  return 0;
}

await runProcess(main);
