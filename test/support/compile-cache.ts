import { existsSync, readdirSync, rmSync } from 'node:fs';

/** Entries of about thirty runs. The runner imports each test file under a new address, which leaves an entry. */
const MAX_ENTRIES = 30_000;

/** Deletes Node's compile cache if it has grown too large. The next processes fill it again. */
export function limitCompileCache(folder: string, maxEntries = MAX_ENTRIES): void {
  if (!existsSync(folder) || readdirSync(folder, { recursive: true }).length <= maxEntries) return;
  rmSync(folder, { recursive: true, force: true });
}
