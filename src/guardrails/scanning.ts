import { FairSemaphore } from '../platform/fair-semaphore.ts';
import { runInSandbox, SandboxError } from '../platform/sandbox/run.ts';
import type { GuardrailItem } from './kinds/kind.ts';
import { type Scanned, scan } from './scan.ts';

const PROGRAM = new URL('./scan-apart.ts', import.meta.url);
/** Characters that are scanned right here; more would hold up whatever else this process does. */
const LONGEST_HERE = 16_000;
/** Characters that are scanned at all. */
const LONGEST = 20_000_000;
/** What a process apart may take of these, and how many there are at once. */
const COST = { memoryMb: 600, timeoutMs: 15_000, outputBytes: 64 * 1024 * 1024 };
const processes = new FairSemaphore(2);

/** Scans texts, long ones in a process of their own. Undefined where that takes too much: then nothing is known of them. */
export async function scanTexts(
  texts: readonly string[],
  items: readonly GuardrailItem[],
  signal: AbortSignal,
): Promise<readonly Scanned[] | undefined> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= LONGEST_HERE) return scan(texts, items);
  if (length > LONGEST) return undefined;
  return processes.run({}, signal, async () => {
    const input = Buffer.from(JSON.stringify({ texts, items }));
    try {
      return await Array.fromAsync(
        runInSandbox<Scanned>({ program: PROGRAM, argument: null, input, limits: COST }, signal),
      );
    } catch (error) {
      if (error instanceof SandboxError) return undefined;
      throw error;
    }
  });
}
