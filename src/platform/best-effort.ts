import type { Log } from './log.ts';

/** Runs an action whose failure does no lasting harm. A failure is logged as `could not <action>` and not thrown. */
export async function runBestEffort(
  log: Pick<Log, 'warn'>,
  action: string,
  run: () => unknown,
  details: object = {},
): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.warn({ err: error, ...details }, `could not ${action}`);
  }
}
