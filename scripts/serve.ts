/** `npm run serve`: the API and a worker in one process, for machines that are small. */
import { setTimeout as pause } from 'node:timers/promises';
import { WORKER_SERVICES } from '../activities/context.ts';
import { runWorker } from '../activities/run-worker.ts';
import { API_SERVICES } from '../api/context.ts';
import { startHttpServer } from '../api/http-server.ts';
import { runProcess, untilTold } from '../src/platform/process.ts';
import { openServices, type Services } from '../src/services.ts';

/** Milliseconds between two tries to reach Temporal. */
const AGAIN_MS = 1000;

/** Runs both until the process is told to stop. */
async function main(): Promise<number> {
  await using services = await openServices('serve', [...API_SERVICES, ...WORKER_SERVICES]);
  const told = untilTold();
  const close = await startHttpServer(services);
  const { promise: closed, resolve: stopWork } = Promise.withResolvers<void>();
  const work = workOnceThereIs(services, told, closed);
  try {
    // Work ends before it is told to only where it failed.
    await Promise.race([told, work]);
    // The door first: whoever still waits for a run gets its answer, since work goes on.
    await close();
  } finally {
    stopWork();
    await work;
  }
  return 0;
}

/** Takes work as soon as Temporal can be reached: until then requests are taken and runs accepted. */
async function workOnceThereIs(
  services: Parameters<typeof runWorker>[0],
  told: Promise<void>,
  closed: Promise<void>,
): Promise<void> {
  let stopping = false;
  void told.then(() => (stopping = true));
  while (!stopping) {
    if (await canBeReached(services)) return runWorker(services, closed);
    await Promise.race([told, pause(AGAIN_MS)]);
  }
}

async function canBeReached({ polling, log }: Pick<Services, 'polling' | 'log'>): Promise<boolean> {
  try {
    await polling.connected();
    return true;
  } catch (error) {
    log.warn({ err: error }, 'Temporal cannot be reached; runs are accepted and wait');
    return false;
  }
}

await runProcess(main);
