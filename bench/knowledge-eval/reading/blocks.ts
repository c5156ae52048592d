import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fromBlockMessage } from '../../../src/knowledge/parsing/block-message.ts';
import type { Block } from '../../../src/knowledge/parsing/contract.ts';
import { type ParserMessage, readDocument } from '../../../src/knowledge/parsing/read.ts';
import { SourceFile } from '../../../src/knowledge/parsing/source-file.ts';
import { loadConfig } from '../../../src/platform/config.ts';

/** Content of a file that is not on the disk, and whether its scanned pages are read. */
interface ReadOptions {
  readonly bytes?: Buffer;
  readonly usesOcr?: boolean;
}

/** Returns the blocks of a file as documents are read; none if it cannot be read. */
export async function readBlocks(path: string, { bytes, usesOcr = false }: ReadOptions = {}): Promise<Block[]> {
  const name = basename(path);
  const blocks: Block[] = [];
  const { parsing: settings } = loadConfig(usesOcr ? { OCR_LANGUAGES: 'en' } : {});
  const job = { name, mediaType: null, strategy: usesOcr ? 'auto' : 'fast', settings } as const;
  await readDocument(SourceFile.of(bytes ?? readFileSync(path), name), job, async (message: ParserMessage) => {
    if ('block' in message) blocks.push(fromBlockMessage(message.block));
  });
  return blocks;
}

/** Returns the words of a text. */
export const wordsOf = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
