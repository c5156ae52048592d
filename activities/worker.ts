import { runProcess, untilTold } from '../src/platform/process.ts';
import { openServices } from '../src/services.ts';
import { WORKER_SERVICES } from './context.ts';
import { runWorker } from './run-worker.ts';

/** Runs one worker process until shutdown. */
async function main(): Promise<number> {
  await using services = await openServices('worker', WORKER_SERVICES);
  await runWorker(services, untilTold());
  return 0;
}

await runProcess(main);
