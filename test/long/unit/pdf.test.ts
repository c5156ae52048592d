import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { extractText } from '../../../src/knowledge/parsing/parse.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { readFont } from '../../../src/platform/pdf/font-file.ts';
import { findFonts } from '../../../src/platform/pdf/fonts.ts';
import { parseMarkdown } from '../../../src/platform/pdf/markdown-tree.ts';
import { renderPdf } from '../../../src/platform/pdf/render.ts';
import { countMissingCharacters, isRightToLeft } from '../../../src/platform/pdf/scripts.ts';

const { pdf: SETTINGS, parsing } = loadConfig({});

async function textOf(pdf: Buffer): Promise<string> {
  const options = {
    name: 'a.pdf',
    mediaType: null,
    strategy: 'fast',
    settings: parsing,
    maxCharacters: 100_000,
  } as const;
  return (await extractText({ bytes: Readable.from([pdf]) }, options)).text;
}

const measureDepth = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(measureDepth)) : 0;

describe('the Markdown tree', () => {
  it('keeps all text as text, and names images and addresses without following them', () => {
    expect(parseMarkdown('a **b *c*** `d` [e](https://x.example) [f](javascript:alert(1)) <b>g</b>')).toEqual([
      {
        t: 'par',
        r: false,
        c: [
          'a ',
          { t: 'strong', c: ['b ', { t: 'em', c: ['c'] }] },
          ' ',
          { t: 'code', s: 'd' },
          ' ',
          { t: 'link', u: 'https://x.example', c: ['e'] },
          ' [f](javascript:alert(1)) <b>g</b>',
        ],
      },
    ]);
    expect(
      parseMarkdown('![Plan](http://10.0.0.1/p.png) ![x](file:///etc/passwd) ![y](data:image/png;base64,AA)'),
    ).toEqual([
      {
        t: 'par',
        r: false,
        c: [
          { t: 'link', u: 'http://10.0.0.1/p.png', c: ['Plan (http://10.0.0.1/p.png)'] },
          ' ![x](file:///etc/passwd) ',
          'y',
        ],
      },
    ]);
  });

  it('has headings, lists, quotes, code, rules and tables', () => {
    const markdown = '## H\n\n3. a\n4. b\n   - c\n\n> q\n\n```js\nx;\n```\n\n---\n\n|a|b|\n|:-:|-:|\n|1|2|\n';
    expect(parseMarkdown(markdown)).toMatchObject([
      { t: 'heading', l: 2, c: ['H'] },
      { t: 'list', n: 3, i: [[{ c: ['a'] }], [{ c: ['b'] }, { t: 'list', n: null, i: [[{ c: ['c'] }]] }]] },
      { t: 'quote', b: [{ c: ['q'] }] },
      { t: 'code', s: 'x;' },
      { t: 'rule' },
      { t: 'table', a: ['center', 'right'], h: [['a'], ['b']], i: [[['1'], ['2']]] },
    ]);
  });

  it.each([
    ['quotes', `${'>'.repeat(3000)} the end`],
    ['lists in a line', `${'- '.repeat(1000)}the end`],
    ['lists by indentation', `${Array.from({ length: 200 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n')} the end`],
    ['emphasis', `${'*a **b '.repeat(1000)} the end`],
    ['brackets', `${'['.repeat(20_000)} the end`],
  ])('flattens endless nesting (%s) without losing text', (_what, markdown) => {
    const tree = parseMarkdown(markdown);
    expect(JSON.stringify(tree)).toContain('the end');
    expect(measureDepth(tree)).toBeLessThan(60);
  });

  it('is right-to-left for text that begins so', () => {
    expect(['«123» שלום a', 'مرحبا', 'a שלום', '123', ''].map(isRightToLeft)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(parseMarkdown('- مرحبا\n\n> שלום').map((block) => 'r' in block && block.r)).toEqual([true, true]);
  });
});

describe('the font set', () => {
  const fonts = findFonts(null);

  it('covers the scripts that the product supports', () => {
    const text = 'Aä Ωλ Жя العربية עברית देवनागरी ไทย';
    expect([...countMissingCharacters(text, fonts.hasGlyph)]).toEqual([]);
    expect(fonts.families.slice(0, 2)).toEqual(['Noto Sans', 'Noto Sans Arabic']);
  });

  it('is named by script if it is missing, ignoring invisible characters', () => {
    const missing = countMissingCharacters('한국 😀 \u200d\ufe0f ⁂ አማ', (codePoint) => codePoint < 0x1000);
    expect([...missing]).toEqual([
      ['Hangul', 2],
      ['emoji', 1],
      ['other characters', 1],
      ['Ethiopic', 2],
    ]);
  });

  it('loads only font files', () => {
    const home = new URL('../../../src/platform/pdf/fonts/latin/', import.meta.url).pathname;
    expect(readFont(join(home, 'NotoSans_700Bold.ttf'))?.family).toBe('Noto Sans');
    expect(readFont(join(home, 'LICENSE'))).toBeUndefined();
  });
});

describe('a PDF', () => {
  it('holds the text in every script as the parser reads it again, and lists unsupported characters', async () => {
    const whole = ['Größe und Maß', 'Ελληνικά κείμενο', 'Русский текст', 'ภาษาไทย'];
    // The parser returns the words of a line from left to right.
    const words = ['שלום', 'עולם'];
    // It returns combining marks as separate characters.
    const scripts = ['مرحبا بالعالم', 'हिन्दी'];
    const body = [...whole, words.join(' '), ...scripts].join('\n\n');
    const table = '| name | count |\n|---|--:|\n| apple | 12 |';
    const markdown = `# A report\n\n#import "x"; $y$ @z\n\n${body}\n\n- one\n  1. two\n\n${table}\n\n\`\`\`\ncode #here\n\`\`\`\n\n한국 中文 አ`;
    const pdf = await renderPdf(markdown, SETTINGS);
    expect(pdf.pages).toBe(1);
    expect(pdf.warnings).toEqual([
      'the PDF lacks a font for Hangul: 2 characters are not visible in it; the npm package @expo-google-fonts/noto-sans-kr has one',
      'the PDF lacks a font for Han: 2 characters are not visible in it; the npm package @expo-google-fonts/noto-sans-sc has one',
      'the PDF lacks a font for Ethiopic: 1 character is not visible in it',
    ]);
    const text = (await textOf(pdf.bytes)).normalize('NFKC');
    const rest = ['A report', '#import "x"; $y$ @z', 'one', 'two', 'apple', '12', 'code #here'];
    const expected = [...rest, ...whole, ...words, ...scripts.join('')];
    expect(expected.filter((part) => !text.includes(part))).toEqual([]);
  });

  it('is identical for identical text', async () => {
    const [one, other] = await Promise.all(['# Same', '# Same'].map((text) => renderPdf(text, SETTINGS)));
    expect(one?.bytes.equals(other?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it('of a long text stays within its memory, and one beyond its limit ends in a message', async () => {
    const long = `${'The quick brown fox jumps over the lazy dog and *runs* away. '.repeat(16)}\n\n`.repeat(256);
    expect((await renderPdf(long, { ...SETTINGS, memoryMb: 400 })).pages).toBeGreaterThan(25);
    await expect(renderPdf(long, { ...SETTINGS, memoryMb: 120 })).rejects.toThrow(
      /^rendering the text as a PDF takes more than 60 seconds or 120 MB of memory$/,
    );
  });
});
