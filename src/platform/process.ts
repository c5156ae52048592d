import { SettingError } from './config.ts';
import { exitWithParent, INVALID_SETTING_EXIT_CODE } from './local/parent-watch.ts';

/** Milliseconds that a process has to stop once it is told to; a supervisor that is as patient never has to kill it. */
const SHUTDOWN_TIMEOUT_MS = 20_000;

/**
 * Runs what this process is there for and ends it with the code that is answered. A wrong setting ends it with a code of
 * its own, after the line that names it; of other errors the stack is told unless `tell` has better words.
 */
export async function runProcess(
  main: () => Promise<number>,
  formatError: (error: unknown) => string | undefined = () => undefined,
): Promise<never> {
  try {
    process.exit(await main());
  } catch (error) {
    const isSettingError = error instanceof SettingError;
    const stack = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${isSettingError ? error.message : (formatError(error) ?? stack)}\n`);
    process.exit(isSettingError ? INVALID_SETTING_EXIT_CODE : 1);
  }
}

/** Ends this process in so many milliseconds, whatever still keeps it; one that ends before does not hear of it. */
export function exitAfter(ms: number): void {
  const exit = () => {
    process.stderr.write(`this process did not come to its end within ${ms / 1000} s and leaves\n`);
    process.exit(1);
  };
  setTimeout(exit, ms).unref();
}

/** Resolves when this process is told to stop, or its supervisor is gone. From then on it has `ms` to end. */
export function waitForShutdown(ms = SHUTDOWN_TIMEOUT_MS): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // A terminal may send a signal twice, by itself and by npm; each only asks once more.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  void promise.then(() => exitAfter(ms));
  // Whoever waits for this ends the process; the watch does so if that takes too long.
  exitWithParent(() => {
    resolve();
    return new Promise(() => undefined);
  });
  return promise;
}
