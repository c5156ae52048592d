import type { Log } from './log.ts';

/**
 * Tries what does no lasting harm where it fails, because something else does it later or it is only missed: what goes on
 * meanwhile goes on. The failure is logged as `could not <what>`.
 */
export async function bestEffort(
  log: Pick<Log, 'warn'>,
  what: string,
  work: () => unknown,
  about: object = {},
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error, ...about }, `could not ${what}`);
  }
}
