import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromBlockMessage } from '../../src/knowledge/parsing/block-message.ts';
import type { Block } from '../../src/knowledge/parsing/contract.ts';
import { readDocument } from '../../src/knowledge/parsing/read.ts';
import { SourceFile } from '../../src/knowledge/parsing/source-file.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { pdf } from '../support/pdf.ts';

const settings = loadConfig({}).parsing;
const corpus = (name: string) => readFileSync(new URL(`../corpora/pdf/${name}`, import.meta.url));
/** Texts of each page as PyMuPDF reads them. */
const REFERENCES = JSON.parse(corpus('references.json').toString()) as Readonly<Record<string, readonly string[]>>;

async function blocksOf(bytes: Buffer): Promise<Block[]> {
  const blocks: Block[] = [];
  const job = { name: 'a.pdf', mediaType: null, strategy: 'fast', settings } as const;
  await readDocument(SourceFile.of(bytes, 'a.pdf'), job, (message) => {
    if ('block' in message) blocks.push(fromBlockMessage(message.block));
    else if ('failure' in message) throw new Error(message.failure.reason);
  });
  return blocks;
}

const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Share of words that two texts have in the same order, by their longest common subsequence. */
function agreement(a: readonly string[], b: readonly string[]): number {
  let above = new Uint32Array(b.length + 1);
  for (const word of a) {
    const row = new Uint32Array(b.length + 1);
    for (let at = 1; at <= b.length; at++)
      row[at] = word === b[at - 1] ? (above[at - 1] ?? 0) + 1 : Math.max(above[at] ?? 0, row[at - 1] ?? 0);
    above = row;
  }
  return (2 * (above[b.length] ?? 0)) / Math.max(1, a.length + b.length);
}

describe('text of a PDF page', () => {
  it.each(Object.keys(REFERENCES))('has the reading order of other readers: %s', async (name) => {
    const blocks = await blocksOf(corpus(name));
    for (const [at, reference] of (REFERENCES[name] ?? []).entries()) {
      const own = blocks.filter(({ page }) => page === at + 1).map(({ text }) => text);
      expect(agreement(words(own.join('\n')), words(reference))).toBeGreaterThan(0.95);
    }
  });

  it('has running heads once and no page numbers', async () => {
    const texts = (await blocksOf(corpus('two-columns.pdf'))).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('Journal of Harbour Studies'))).toHaveLength(1);
    expect(texts.filter((text) => /^\d+$/.test(text))).toEqual([]);
    const numbered = (await blocksOf(corpus('outline.pdf'))).map(({ text }) => text);
    expect(numbered.filter((text) => /of 4$/.test(text))).toEqual([]);
  });

  it('has headings where bookmarks name lines of the same size', async () => {
    const headings = (await blocksOf(corpus('outline.pdf'))).filter(({ kind }) => kind === 'heading');
    expect(headings.map(({ text, level, page }) => [text, level, page])).toEqual([
      ['Arrival', 1, 1],
      ['Parking', 2, 2],
      ['Keys', 2, 3],
      ['Departure', 1, 4],
    ]);
  });

  it('has text once that is printed over itself in bold', async () => {
    const offsets = [
      [0.24, 0],
      [0, 0.24],
      [0.24, 0.24],
    ] as const;
    const lines = [
      ...offsets.map(([x, y]) => ({ text: 'Annual report', x: 72 + x, y: 700 + y })),
      { text: 'Annual report 2011', x: 72, y: 700 },
      { text: 'The year was good, and good it was.', x: 72, y: 670 },
      { text: 'good', x: 400, y: 670 },
    ];
    const text = (await blocksOf(pdf([lines]))).map((block) => block.text).join(' ');
    expect(text.match(/Annual|2011|good/g)).toEqual(['Annual', '2011', 'good', 'good', 'good']);
  });

  it('has the numbers of notes as words, and no other raised or lowered numbers', async () => {
    const raised = (text: string, x: number, y = 704) => ({ text, x, y, size: 6 });
    const lines = [
      ...[{ text: 'The usual limit', x: 72, y: 700 }, raised('12', 142.5), { text: 'is ten.', x: 150, y: 700 }],
      ...[raised('13', 183), { text: 'Berths of 40 m', x: 72, y: 670 }, raised('2', 144, 674)],
      ...[raised('14', 72, 644), { text: 'The harbour states it.', x: 79, y: 640 }],
    ];
    const texts = (await blocksOf(pdf([lines]))).map(({ text }) => text);
    expect(texts.join(' ')).toBe('The usual limit 12 is ten. 13 Berths of 40 m2 14 The harbour states it.');
  });

  it('has accents on their letters', async () => {
    expect((await blocksOf(corpus('accents.pdf'))).map(({ text }) => text)).toEqual([
      "L'université déjà ouverte à Cordoue",
    ]);
  });
});

describe('tables of a PDF page', () => {
  it('have merged cells and the rows of their header, with and without ruling lines', async () => {
    const tables = (await blocksOf(corpus('tables.pdf'))).filter(({ kind }) => kind === 'table');
    expect(tables.map(({ rows, header }) => [header, rows])).toEqual([
      [
        true,
        [
          ['Region', 'Sales 2024', 'Sales 2025', 'Note'],
          ['North', '10', '20', 'ok'],
          ['North', '11', '21', 'fine'],
          ['South', '12', '22', 'low'],
        ],
      ],
      [
        true,
        [
          ['Route', '2024 Adult', '2024 Child', '2025 Adult', '2025 Child'],
          ['North line', '12', '6', '13', '7'],
          ['South line', '31', '15', '33', '16'],
          ['Island round', '48', '24', '50', '25'],
        ],
      ],
      [
        true,
        [
          ['Pier', 'Depth', 'Berths'],
          ['Eastpier', '4.2 m', '17'],
          ['Westpier', '3.1 m', '9'],
          ['Longpier', '6.0 m', '44'],
        ],
      ],
    ]);
  });

  it('keep names apart that stand in one frame, and join a text that crosses its columns', async () => {
    const text = (x: number, y: number, value: string) => `BT /F1 11 Tf ${x} ${y} Td (${value}) Tj ET`;
    const rules = [
      ...[72, 372].map((x) => `${x} 600 m ${x} 690 l S`),
      ...[172, 272].map((x) => `${x} 600 m ${x} 660 l S`),
      ...[600, 630, 660, 690].map((y) => `72 ${y} m 372 ${y} l S`),
    ];
    const rows = [
      [text(80, 640, 'Eastpier'), text(180, 640, '4.2 m'), text(280, 640, '17')],
      [text(80, 610, 'Westpier'), text(180, 610, '3.1 m'), text(280, 610, '9')],
    ].flat();
    const tableWith = async (...head: string[]) => {
      const blocks = await blocksOf(pdf([[...rules, ...head, ...rows].join('\n')]));
      return blocks.map((block) => block.rows?.[0] ?? block.text);
    };
    expect(await tableWith(text(80, 670, 'Pier'), text(180, 670, 'Depth'), text(280, 670, 'Berths'))).toEqual([
      ['Pier', 'Depth', 'Berths'],
    ]);
    expect(await tableWith(text(80, 670, 'All piers of the harbour in the summer'))).toEqual([
      'All piers of the harbour in the summer',
      ['Eastpier', '4.2 m', '17'],
    ]);
  });

  it('keep cells apart between which there is only a line', async () => {
    const rows = [
      ['Route', 'Operator', 'Fare'],
      ['North Harbour', 'Blue Line', '4 crowns'],
      ['South Quay to Isle', 'Red Funnel', '12'],
      ['East pier', 'Anna Ferries', '9'],
    ];
    const edges = [72, 172, 240, 300];
    const texts = rows.flatMap((row, at) =>
      row.map((text, column) => `BT /F1 11 Tf ${(edges[column] ?? 0) + 3} ${700 - at * 16} Td (${text}) Tj ET`),
    );
    const lines = edges.map((x) => `${x} 640 m ${x} 714 l S`);
    expect((await blocksOf(pdf([[...texts, ...lines].join('\n')]))).map((block) => block.rows)).toEqual([rows]);
  });

  it('keep a header whose names have superscripts', async () => {
    const row = (y: number, ...cells: string[]) => cells.map((text, at) => ({ text, x: 72 + at * 120, y }));
    const lines = [
      { text: 'Values of the cells that were measured in the second winter of the harbour.', x: 72, y: 740 },
      ...row(700, 'Parameter', 'Old', 'New'),
      { text: 'a', x: 209.5, y: 704, size: 6 },
      { text: 'b', x: 334.5, y: 704, size: 6 },
      ...row(686, 'Voltage', '0.50', '1.38'),
      ...row(672, 'Current', '2.07', '13.43'),
    ];
    const tables = (await blocksOf(pdf([lines]))).filter(({ kind }) => kind === 'table');
    expect(tables.map(({ rows }) => rows)).toEqual([
      [
        ['Parameter', 'Olda', 'Newb'],
        ['Voltage', '0.50', '1.38'],
        ['Current', '2.07', '13.43'],
      ],
    ]);
  });

  it.each([4000, 250])('are bounded on a page of %i ruling lines in each direction', async (count) => {
    const rules = Array.from({ length: count }, (_, at) => {
      const position = (at * 600) / count;
      return `0 ${position} m 600 ${position} l S ${position} 0 m ${position} 700 l S`;
    });
    const cells = Array.from({ length: 3000 }, (_, at) => {
      const [x, y] = [(at % 60) * 10, Math.floor(at / 60) * 12];
      return `BT /F1 4 Tf ${x} ${y} Td (c${at}) Tj ET`;
    });
    const blocks = await blocksOf(pdf([[...rules, ...cells].join('\n')]));
    expect(blocks.map(({ text }) => text).join(' ')).toContain('c2999');
  });
});
