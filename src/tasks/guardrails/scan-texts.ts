import { FairSemaphore } from '../../platform/fair-semaphore.ts';
import { runInSandbox, SandboxError } from '../../platform/sandbox/run.ts';
import type { GuardrailItem } from './kinds/kind.ts';
import { type ScanResult, scan } from './scan.ts';

const SCAN_PROGRAM = new URL('./scan-process.ts', import.meta.url);
/** Maximum number of characters to scan in this process without blocking it. */
const MAX_INLINE_LENGTH = 16_000;
/** Maximum number of characters to scan. */
const MAX_LENGTH = 20_000_000;
/** Resource limits of a scan process, and the number of processes. */
const PROCESS_LIMITS = { memoryMb: 600, timeoutMs: 15_000, outputBytes: 64 * 1024 * 1024 };
const processSlots = new FairSemaphore(2);

/**
 * Scans texts, long ones in a sandboxed process. Returns undefined if the limits are exceeded: the texts are unchecked.
 */
export async function scanTexts(
  texts: readonly string[],
  items: readonly GuardrailItem[],
  signal: AbortSignal,
): Promise<readonly ScanResult[] | undefined> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= MAX_INLINE_LENGTH) return scan(texts, items);
  if (length > MAX_LENGTH) return undefined;
  return processSlots.run({}, signal, async () => {
    const input = Buffer.from(JSON.stringify({ texts, items }));
    try {
      return await Array.fromAsync(
        runInSandbox<ScanResult>({ program: SCAN_PROGRAM, argument: null, input, limits: PROCESS_LIMITS }, signal),
      );
    } catch (error) {
      if (error instanceof SandboxError) return undefined;
      throw error;
    }
  });
}
