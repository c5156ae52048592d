import type { Log } from './log.ts';

/**
 * Tries what does no lasting harm where it fails, because something else does it later or it is only missed: what goes on
 * meanwhile goes on. The failure is logged as `could not <what>`.
 */
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
