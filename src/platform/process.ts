import { SettingError } from './config.ts';
import { exitWithParent, INVALID_SETTING_EXIT_CODE } from './local/parent-watch.ts';

/** Milliseconds that a process has to stop. A supervisor that waits as long never has to kill it. */
const SHUTDOWN_TIMEOUT_MS = 20_000;

/**
 * Runs the main function of this process and exits with its result. An invalid setting prints its message and exits
 * with a code of its own. Other errors print their stack unless `formatError` returns a message.
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

/** Exits this process after a timeout, if it still runs then. */
export function exitAfter(ms: number): void {
  const exit = () => {
    process.stderr.write(`shutdown took longer than ${ms / 1000} s; exiting\n`);
    process.exit(1);
  };
  setTimeout(exit, ms).unref();
}

/** Resolves when this process receives a stop signal or loses its supervisor. The process then has `ms` to end. */
export function waitForShutdown(ms = SHUTDOWN_TIMEOUT_MS): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // A terminal may send a signal twice, directly and through npm.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  void promise.then(() => exitAfter(ms));
  // The caller ends the process. The parent watch ends it if that takes too long.
  exitWithParent(() => {
    resolve();
    return new Promise(() => undefined);
  });
  return promise;
}
