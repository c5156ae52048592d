import { Readable } from 'node:stream';
import { FairSemaphore } from '../../platform/fair-semaphore.ts';
import { SandboxPool } from '../../platform/sandbox/pool.ts';
import { SandboxError } from '../../platform/sandbox/run.ts';
import type { GuardrailItem } from './kinds/kind.ts';
import { type ScanResult, scan } from './scan.ts';

/** Maximum number of characters to scan in this process without blocking it. */
const MAX_INLINE_LENGTH = 16_000;
/** Maximum number of characters to scan. */
const MAX_LENGTH = 20_000_000;
/** Resource limits of one scan. */
const LIMITS = { memoryMb: 600, timeoutMs: 15_000, outputBytes: 64 * 1024 * 1024 };
const MAX_CONCURRENT_SCANS = 2;
const scanSlots = new FairSemaphore(MAX_CONCURRENT_SCANS);
/** Scan processes. Each scans several texts of one project, since its start takes longer than most scans. */
const SCANNERS = new SandboxPool({
  program: new URL('./scan-process.ts', import.meta.url),
  maxProcesses: MAX_CONCURRENT_SCANS,
  maxJobsPerProcess: 50,
  idleTimeoutMs: 5000,
  maxIdleMemoryMb: 256,
});

/**
 * Scans texts of a project, long ones in a sandboxed process. Returns undefined if the limits are exceeded: the texts
 * are unchecked.
 */
export async function scanTexts(
  texts: readonly string[],
  items: readonly GuardrailItem[],
  projectId: string,
  signal: AbortSignal,
): Promise<readonly ScanResult[] | undefined> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= MAX_INLINE_LENGTH) return scan(texts, items);
  if (length > MAX_LENGTH) return undefined;
  return scanSlots.run({}, signal, async () => {
    const bytes = Buffer.from(JSON.stringify({ texts, items }));
    const toJob = () => ({ bytes: Readable.from([bytes]), argument: null, limits: LIMITS });
    try {
      return await SCANNERS.runWithRetry(projectId, (runner) =>
        Array.fromAsync(runner.run<ScanResult>(toJob(), signal)),
      );
    } catch (error) {
      if (error instanceof SandboxError) return undefined;
      throw error;
    }
  });
}
