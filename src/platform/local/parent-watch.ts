import { getErrorMessage } from '../error-message.ts';
/** Exit code of a process with an invalid setting. Its last line names the setting. A restart would not help. */
export const INVALID_SETTING_EXIT_CODE = 78;

/** Milliseconds to stop after the supervisor is gone. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Ends this process when its supervisor is gone: runs `stop` and exits, at the latest after 10 s. Requires
 * HOLDFAST_SUPERVISED=1, which means that the supervisor holds stdin open. The pipe alone does not keep the process
 * alive.
 */
export function exitWithParent(stop: () => Promise<void> | void): void {
  if (process.env.HOLDFAST_SUPERVISED !== '1') return;
  let isExiting = false;
  const exit = async () => {
    if (isExiting) return;
    isExiting = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS);
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`stopping failed: ${getErrorMessage(error)}\n`);
      process.exit(1);
    }
  };
  for (const event of ['end', 'close', 'error']) process.stdin.on(event, exit);
  process.stdin.resume();
  process.stdin.unref();
}
