/** Sandboxed process that scans long texts of one project. */
import { createReadStream } from 'node:fs';
import { parseJson } from '../../platform/json.ts';
import { INPUT_DESCRIPTOR, serveSandbox } from '../../platform/sandbox/serve.ts';
import type { GuardrailItem } from './kinds/kind.ts';
import { type ScanResult, scan } from './scan.ts';

interface Job {
  readonly texts: readonly string[];
  readonly items: readonly GuardrailItem[];
}

await serveSandbox<null, ScanResult>(async (_, send) => {
  const chunks: Uint8Array[] = [];
  // The texts of each scan start at the beginning of the same file.
  const input = createReadStream('', { fd: INPUT_DESCRIPTOR, start: 0, autoClose: false });
  for await (const chunk of input) chunks.push(chunk as Uint8Array);
  const { texts, items } = parseJson(Buffer.concat(chunks).toString('utf8')) as Job;
  for (const scanned of await scan(texts, items)) await send(scanned);
});
