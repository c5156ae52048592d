import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** Reads a file of test/corpora, where it is stored compressed. Throws if there is none of this name. */
export function readCorpus(name: string): Buffer {
  return brotliDecompressSync(readFileSync(new URL(`../corpora/${name}.br`, import.meta.url)));
}
