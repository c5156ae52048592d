import { runProcess, waitForShutdown } from '../src/platform/process.ts';
import { openServices } from '../src/services.ts';
import { API_SERVICES } from './context.ts';
import { openDoor } from './door.ts';

/** Runs one API process until it is told to stop. */
async function main(): Promise<number> {
  await using ctx = await openServices('api', API_SERVICES);
  const told = waitForShutdown();
  const close = await openDoor(ctx);
  await told;
  await close();
  return 0;
}

await runProcess(main);
