import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Block, ParsedSummary, ParseError, ParseRequest } from '../../src/knowledge/parsing/contract.ts';
import { parseDocument } from '../../src/knowledge/parsing/parse.ts';
import { loadConfig } from '../../src/platform/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-parsing-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SETTINGS = loadConfig({}).parsing;
type Given = Partial<Omit<ParseRequest, 'source'>>;

/** What a document comes to, or why it is not read. */
async function parsed(name: string, bytes: Buffer | string, given: Given = {}) {
  const path = join(folder, `${Math.random()}`);
  writeFileSync(path, bytes);
  const parsing = parseDocument({
    source: { path },
    name,
    mediaType: null,
    strategy: 'auto',
    settings: SETTINGS,
    ...given,
  });
  const blocks: Block[] = [];
  try {
    for await (const block of parsing) blocks.push(block);
    return { blocks, summary: parsing.summary() as ParsedSummary | undefined, failure: undefined };
  } catch (error) {
    if ((error as Error).name !== 'ParseError') throw error;
    return { blocks, summary: undefined, failure: error as ParseError };
  }
}

describe('plain text', () => {
  it('comes as paragraphs, without what no store takes', async () => {
    const { blocks, summary } = await parsed('a.txt', 'One\0 two\r\nthree\r\n\r\n\r\nשלום עולם');
    expect(blocks.map(({ text }) => text)).toEqual(['One two\nthree', 'שלום עולם']);
    expect(summary).toMatchObject({ mediaType: 'text/plain', parser: 'text', pageCount: null });
  });

  it('is refused where it is empty or said to be of a kind that it can not be', async () => {
    expect((await parsed('a.txt', '')).failure?.reason).toBe('EMPTY_DOCUMENT');
    expect((await parsed('a.txt', ' \n\n ')).failure?.reason).toBe('EMPTY_DOCUMENT');
    expect((await parsed('a.bin', Buffer.from([1, 2, 3, 4, 0, 0, 0, 5]))).failure?.reason).toBe('UNSUPPORTED_TYPE');
  });
});
