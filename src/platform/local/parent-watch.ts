/**
 * Exit code of a process that ends because a setting is wrong; its last line says which. Starting it again would not
 * help.
 */
export const INVALID_SETTING_EXIT_CODE = 78;

/** Milliseconds a process has for a clean stop once its supervisor is gone. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Ends this process when the supervisor that started it is gone: runs `stop` and exits, after 10 s at the latest. Does
 * nothing unless HOLDFAST_SUPERVISED=1, which says that stdin is a pipe the supervisor holds open. The pipe alone does
 * not keep the process alive.
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
      process.stderr.write(`stopping failed: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    }
  };
  for (const event of ['end', 'close', 'error']) process.stdin.on(event, exit);
  process.stdin.resume();
  process.stdin.unref();
}
