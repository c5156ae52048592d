/** Sandboxed process that scans long texts. */
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
  for await (const chunk of createReadStream('', { fd: INPUT_DESCRIPTOR })) chunks.push(chunk as Uint8Array);
  const { texts, items } = parseJson(Buffer.concat(chunks).toString('utf8')) as Job;
  for (const scanned of await scan(texts, items)) await send(scanned);
});
