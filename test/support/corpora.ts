import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** Reads and decompresses a file of test/corpora. Throws if it does not exist. */
export function readCorpus(name: string): Buffer {
  return brotliDecompressSync(readFileSync(new URL(`../corpora/${name}.br`, import.meta.url)));
}
