/** `npm run serve`: runs the API and a worker in one process, for small machines. */
import { setTimeout as pause } from 'node:timers/promises';
import { WORKER_SERVICES } from '../activities/context.ts';
import { runWorker } from '../activities/run-worker.ts';
import { API_SERVICES } from '../api/context.ts';
import { startHttpServer } from '../api/http-server.ts';
import { runProcess, waitForShutdown } from '../src/platform/process.ts';
import { openServices, type Services } from '../src/services.ts';

/** Delay between two attempts to reach Temporal in milliseconds. */
const RECONNECT_DELAY_MS = 1000;

/** Runs both until shutdown. */
async function main(): Promise<number> {
  await using services = await openServices('serve', [...API_SERVICES, ...WORKER_SERVICES]);
  const shutdown = waitForShutdown();
  const close = await startHttpServer(services);
  const { promise: closed, resolve: stopWork } = Promise.withResolvers<void>();
  const work = startWorkerWhenReady(services, shutdown, closed);
  try {
    // The worker ends before the shutdown only if it failed.
    await Promise.race([shutdown, work]);
  } finally {
    // The API closes first. Waiting requests still get their responses, because the worker continues.
    await close();
    stopWork();
    await work;
  }
  return 0;
}

/** Starts the worker when Temporal is reachable. Until then, the API accepts requests and runs. */
async function startWorkerWhenReady(
  services: Parameters<typeof runWorker>[0],
  shutdown: Promise<void>,
  closed: Promise<void>,
): Promise<void> {
  let stopping = false;
  void shutdown.then(() => (stopping = true));
  while (!stopping) {
    if (await isReachable(services)) return runWorker(services, closed);
    await Promise.race([shutdown, pause(RECONNECT_DELAY_MS)]);
  }
}

async function isReachable({ polling, log }: Pick<Services, 'polling' | 'log'>): Promise<boolean> {
  try {
    await polling.connect();
    return true;
  } catch (error) {
    log.warn({ err: error }, 'Temporal cannot be reached; runs are accepted and wait');
    return false;
  }
}

await runProcess(main);
