import { describe, expect, it } from 'vitest';
import { CHUNK_SIZES, chunkBlocks } from '../../src/knowledge/chunking/chunk.ts';
import { estimateTokens } from '../../src/knowledge/chunking/tokens.ts';
import type { Block, NewChunk } from '../../src/knowledge/parsing/contract.ts';
import { getTextSearchConfig, segmentWords } from '../../src/knowledge/words.ts';

const paragraph = (text: string, page: number | null = null): Block => ({ kind: 'paragraph', text, page });
const heading = (text: string, level: number, page: number | null = null): Block => ({
  kind: 'heading',
  level,
  text,
  page,
});

async function chunked(blocks: readonly Block[], sizes: Partial<typeof CHUNK_SIZES> = {}): Promise<NewChunk[]> {
  const chunks: NewChunk[] = [];
  async function* coming() {
    yield* blocks;
  }
  for await (const chunk of chunkBlocks(coming(), { ...CHUNK_SIZES, ...sizes })) chunks.push(chunk);
  return chunks;
}

describe('chunks', () => {
  it('belong to one heading each, start with it and name its parents', async () => {
    const chunks = await chunked([
      heading('Handbook', 1, 1),
      heading('Leave', 2, 1),
      paragraph('Twenty days.', 1),
      paragraph('More after ten years.', 2),
      heading('Pay', 2, 3),
      heading('Bonus', 3, 3),
      paragraph('In May.', 4),
      heading('Annex', 1, 5),
    ]);
    expect(chunks).toEqual([
      {
        position: 0,
        text: 'Handbook\nLeave\nTwenty days.\nMore after ten years.',
        page: 1,
        pageStarts: [{ offset: 28, page: 2 }],
        headingPath: ['Handbook', 'Leave'],
        tokenCount: expect.any(Number),
      },
      expect.objectContaining({
        position: 1,
        text: 'Pay\nBonus\nIn May.',
        page: 3,
        headingPath: ['Handbook', 'Pay', 'Bonus'],
      }),
      expect.objectContaining({ position: 2, text: 'Annex', page: 5, headingPath: ['Annex'] }),
    ]);
  });

  it('know the pages of repeated text and of the text after it', async () => {
    const first = `One two three four five six. ${'Seven eight nine ten. '.repeat(8)}`.trim();
    const chunks = await chunked([paragraph(first, 1), paragraph('Next page here.', 2)], {
      maxTokens: 50,
      overlapTokens: 10,
    });
    const last = chunks.at(-1);
    expect(last?.page).toBe(1);
    expect(last?.pageStarts).toEqual([{ offset: last?.text.indexOf('Next'), page: 2 }]);
  });

  it('contain table rows with their column names, and no row is split', async () => {
    const rows = [['Name', 'Age'], ...Array.from({ length: 50 }, (_, at) => [`Person ${at}`, at % 2 ? `${at}` : ''])];
    const chunks = await chunked([{ kind: 'table', text: 'as text', rows, header: true, page: 2 }], { maxTokens: 60 });
    expect(chunks.length).toBeGreaterThan(3);
    const lines = chunks.flatMap(({ text }) => text.split('\n'));
    expect(lines).toEqual(rows.slice(1).map(([name, age]) => `Name: ${name}${age ? `; Age: ${age}` : ''}`));
    const unnamed = await chunked([
      {
        kind: 'table',
        text: 'x',
        rows: [
          ['a', 'b'],
          ['c', 'd'],
        ],
        page: null,
      },
    ]);
    expect(unnamed[0]?.text).toBe('a | b\nc | d');
  });

  it('repeat the end of the previous text from the beginning of a sentence', async () => {
    const text = Array.from({ length: 60 }, (_, at) => `This is sentence number ${at}.`).join(' ');
    const chunks = await chunked([paragraph(text)], { maxTokens: 80, overlapTokens: 20 });
    expect(chunks.length).toBeGreaterThan(4);
    for (const [at, chunk] of chunks.entries()) {
      expect(chunk.text).toMatch(/^This is sentence number .*\.$/s);
      const before = chunks[at - 1];
      if (before) expect(before.text).toContain(chunk.text.slice(0, 30));
    }
    expect(new Set(chunks.flatMap((chunk) => chunk.text.match(/number \d+/g))).size).toBe(60);
  });

  it.each([
    ['one word without end', 'a'.repeat(1_000_000)],
    ['words without sentences', 'lorem ipsum '.repeat(80_000)],
    ['Chinese', '人人生而自由在尊严和权利上一律平等'.repeat(20_000)],
    ['Thai', 'มนุษย์ทั้งหลายเกิดมามีอิสระ'.repeat(10_000)],
    ['Arabic', 'يولد جميع الناس أحرارا. '.repeat(10_000)],
    ['people of several characters', '👨‍👩‍👧‍👦'.repeat(20_000)],
  ])('of a megabyte of %s keep all of it, within the size limit, in whole characters', async (_, text) => {
    const chunks = await chunked([paragraph(text)], { overlapTokens: 0 });
    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(CHUNK_SIZES.maxTokens);
    expect(chunks.every((chunk) => chunk.text.isWellFormed())).toBe(true);
    const whole = (part: string) => part.replace(/\s/g, '');
    expect(chunks.map((chunk) => whole(chunk.text)).join('') === whole(text)).toBe(true);
    const families = chunks.filter((chunk) => /^\u200D|\u200D$/.test(chunk.text));
    expect(families).toEqual([]);
  });

  it('are deterministic, whatever tokenizer measures them', async () => {
    const blocks = [heading('A', 1), paragraph('word '.repeat(3000)), paragraph('x'.repeat(5000)), heading('B', 2)];
    const [first, second] = [await chunked(blocks), await chunked(blocks)];
    expect(first).toEqual(second);
    const byLength = await chunked(blocks, { countTokens: ({ length }) => length, maxTokens: 100, overlapTokens: 10 });
    expect(Math.max(...byLength.map(({ text }) => text.length))).toBeLessThanOrEqual(100);
  });

  it('use a token estimate that is accurate in every script', () => {
    const near = (text: string, tokens: number) => {
      expect(estimateTokens(text)).toBeGreaterThan(tokens * 0.7);
      expect(estimateTokens(text)).toBeLessThan(tokens * 1.4);
    };
    // Counts of o200k.
    near('Everyone has the right to life, liberty and security of person.', 13);
    near('Jeder hat das Recht auf Leben, Freiheit und Sicherheit der Person.', 15);
    near('人人有权享有生命、自由和人身安全。', 13);
  });
});

describe('index terms', () => {
  it('are segmented in scripts without spaces, and normalized', () => {
    expect(segmentWords('今天天气很好')).toBe('今天 天气 很好');
    expect(segmentWords('コンピュータを使う')).toBe('コンピュータ を 使う');
    expect(segmentWords('มนุษย์ทั้งหลาย').split(' ').length).toBeGreaterThan(1);
    expect(segmentWords('ﬁn Ａ１ don’t “so” a\u00ADb x\0y')).toBe("fin A1 don't  so  ab x y");
    expect(segmentWords('mail@example.com 3.14 half-life')).toBe('mail@example.com 3.14 half life');
    expect(segmentWords('ISO-9001, lift/drag, 2026-01-31')).toBe('ISO 9001, lift drag, 2026 01 31');
    expect(segmentWords('a\ud800b')).toBe('a b');
  });

  it('are stemmed with a configuration of Postgres, or not at all', () => {
    expect(['en', 'de', 'ja', null, 'constructor'].map(getTextSearchConfig)).toEqual([
      'english',
      'german',
      'simple',
      'simple',
      'simple',
    ]);
  });
});
