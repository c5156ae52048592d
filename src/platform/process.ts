import { SettingError } from './config.ts';
import { exitWithParent, WRONG_SETTING_CODE } from './local/parent-watch.ts';

/**
 * Runs what this process is there for and ends it with the code that is answered. A wrong setting ends it with a code of
 * its own, after the line that names it; of other errors the stack is told unless `tell` has better words.
 */
export async function runProcess(
  main: () => Promise<number>,
  tell: (error: unknown) => string | undefined = () => undefined,
): Promise<never> {
  try {
    process.exit(await main());
  } catch (error) {
    const wrongSetting = error instanceof SettingError;
    const stack = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${wrongSetting ? error.message : (tell(error) ?? stack)}\n`);
    process.exit(wrongSetting ? WRONG_SETTING_CODE : 1);
  }
}

/** Resolves when this process is told to stop, or its supervisor is gone. */
export function untilTold(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.on('SIGTERM', () => resolve());
  process.on('SIGINT', () => resolve());
  // Whoever waits for this ends the process; the watch does so if that takes too long.
  exitWithParent(() => {
    resolve();
    return new Promise(() => undefined);
  });
  return promise;
}
