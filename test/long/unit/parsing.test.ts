import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { fromBlockMessage } from '../../../src/knowledge/parsing/block-message.ts';
import type { Block, ParsedBeginning, ParsedSummary, ParseReason } from '../../../src/knowledge/parsing/contract.ts';
import { createParserPool, extractText, parseDocument } from '../../../src/knowledge/parsing/parse.ts';
import { type ParseJob, readDocument } from '../../../src/knowledge/parsing/read.ts';
import { SourceFile } from '../../../src/knowledge/parsing/source-file.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { createZip, docx, docxWithPicture, pptx, pptxWithPicture, word, xlsx } from '../../support/office-files.ts';
import { pdf } from '../../support/pdf.ts';
import { renderPicture } from '../../support/pictures.ts';

const SETTINGS = loadConfig({}).parsing;
const JOB: Omit<ParseJob, 'name'> = { mediaType: null, strategy: 'auto', settings: SETTINGS };

interface Outcome {
  readonly blocks: Block[];
  readonly beginning?: ParsedBeginning;
  readonly summary?: ParsedSummary;
  readonly reason?: ParseReason;
  readonly detail?: { readonly code: string };
}

/** Reads a document in this process, as the sandboxed process does. */
async function read(name: string, bytes: Buffer | string, job: Partial<ParseJob> = {}): Promise<Outcome> {
  const blocks: Block[] = [];
  let rest: Omit<Outcome, 'blocks'> = {};
  await readDocument(SourceFile.of(Buffer.from(bytes as string), name), { ...JOB, name, ...job }, (message) => {
    if ('block' in message) blocks.push(fromBlockMessage(message.block));
    else if ('failure' in message) rest = { ...rest, ...message.failure };
    else rest = { ...rest, ...message };
  });
  return { blocks, ...rest };
}

const readFailureReason = async (name: string, bytes: Buffer | string, job: Partial<ParseJob> = {}) =>
  (await read(name, bytes, job)).reason;
/** Returns the blocks in short: kind, level and text. */
const short = ({ blocks }: Outcome) =>
  blocks.map(({ kind, level, text }) => `${kind}${level === undefined ? '' : ` ${level}`}: ${text}`);

const ENOUGH = 'Everybody has the right to rest and leisure, and to holidays with pay.';

describe('a PDF file', () => {
  it('is parsed page by page, with headings by font size, its title and its language', async () => {
    const lines = (at: number) => [
      { text: `Chapter ${at}`, size: 22, bold: true },
      ...Array.from({ length: 6 }, () => ({ text: ENOUGH })),
    ];
    const outcome = await read('a.pdf', pdf([lines(1), lines(2)], { title: 'A book' }));
    expect(outcome.summary).toEqual({
      mediaType: 'application/pdf',
      parser: 'pdf',
      language: 'en',
      title: 'A book',
      properties: { title: 'A book' },
      pageCount: 2,
      scannedPages: [],
      warnings: [],
    });
    expect(outcome.blocks.map(({ kind, page, text }) => [kind, page, text.slice(0, 9)])).toEqual([
      ['heading', 1, 'Chapter 1'],
      ['paragraph', 1, 'Everybody'],
      ['heading', 2, 'Chapter 2'],
      ['paragraph', 2, 'Everybody'],
    ]);
  });

  it('loses page numbers and running headers, except for the first one', async () => {
    const page = (at: number) => [
      { text: 'The Daily News', size: 9, y: 770 },
      ...Array.from({ length: 3 }, () => ({ text: ENOUGH })),
      { text: `Story ${at} ${'.'.repeat(40)} ${at}`, y: 400 },
      { text: `Page ${at} of 5`, size: 9, y: 40 },
      { text: `- ${at} -`, size: 9, y: 20 },
    ];
    const outcome = await read('a.pdf', pdf([1, 2, 3, 4, 5].map(page)));
    const texts = outcome.blocks.map(({ text }) => text);
    expect(texts.filter((text) => text === 'The Daily News').length).toBe(1);
    expect(texts.filter((text) => /^- \d -$/.test(text))).toEqual([]);
    expect(texts).toContain('Story 3 … 3');
  });

  it('that is scanned lists its scanned pages, and is read by OCR if that is enabled', async () => {
    const meeting = ['The annual meeting takes', 'place in Springfield.'];
    const bytes = pdf([
      [{ text: ENOUGH }],
      await renderPicture(['A page of 600 dpi'], 6.4),
      await renderPicture(meeting),
    ]);
    const without = await read('a.pdf', bytes);
    expect(without.summary?.scannedPages).toEqual([2, 3]);
    expect(without.summary?.warnings.join()).toMatch(/not read: 2; .*OCR_LANGUAGES/);
    const settings = { ...SETTINGS, ocrLanguages: ['en'] };
    let threadCount = 0;
    const countThread = () => threadCount++;
    process.on('worker', countThread);
    const withOcr = await read('a.pdf', bytes, { settings });
    expect(withOcr.blocks.slice(1)).toMatchObject([
      { page: 2, text: 'A page of 600 dpi' },
      { page: 3, text: 'The annual meeting takes place in Springfield.' },
    ]);
    expect(withOcr.summary).toMatchObject({ scannedPages: [2, 3], warnings: [] });
    expect((await read('a.pdf', bytes, { settings, strategy: 'fast' })).blocks.length).toBe(1);
    const drawn = await read('a.pdf', pdf([[{ text: 'Drawn text', size: 30 }]]), { settings, strategy: 'ocr_only' });
    expect(short(drawn)).toEqual(['paragraph: Drawn text']);
    process.off('worker', countThread);
    // Both documents share one recognizer.
    expect(threadCount).toBeLessThanOrEqual(1);
  });

  it('that is scanned sideways or upside down is read upright', async () => {
    const lines = ['Every member may', 'vote once.'];
    const { png } = await renderPicture(lines);
    const turn = async (degrees: number) => {
      const { data: grey, info } = await sharp(png)
        .rotate(degrees)
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, grey };
    };
    const settings = { ...SETTINGS, ocrLanguages: ['en'] };
    const scan = pdf([await turn(180), await turn(270)]);
    const texts = [
      await read('a.pdf', scan, { settings }),
      await read('a.pdf', pdf([await turn(90)], { rotate: 270 }), { settings }),
    ];
    expect(texts.flatMap(({ blocks }) => blocks.map(({ text, page }) => `${page}: ${text}`))).toEqual(
      [1, 2, 1].map((page) => `${page}: ${lines.join(' ')}`),
    );
    expect(texts.flatMap(({ summary }) => summary?.warnings)).toEqual([]);
  });

  it('that is scanned with columns is read column by column', async () => {
    const left = [
      'Members of our',
      'society pay the',
      'yearly fee in',
      'advance and ask',
      'the office for',
      'a receipt that',
    ];
    const right = [
      'The treasurer',
      'collects all of',
      'this money until',
      'spring and puts',
      'it into the old',
      'box of the club',
    ];
    const lines = [...left, ...left].map((line, at) => `${line}\t${right[at % right.length]}`);
    const settings = { ...SETTINGS, ocrLanguages: ['en'] };
    const { blocks } = await read('a.pdf', pdf([await renderPicture(lines, 2)]), { settings });
    const text = blocks.map((block) => block.text).join(' ');
    expect(text).toBe([...left, ...left, ...right, ...right].join(' '));
  });

  it('with text and images is read completely by hi_res, each part once', async () => {
    const picture = await renderPicture(['Members elect a treasurer', 'every second winter.']);
    const bytes = pdf([{ ...picture, lines: [{ text: ENOUGH, size: 14 }] }]);
    const settings = { ...SETTINGS, ocrLanguages: ['en'] };
    const own = `paragraph: ${ENOUGH}`;
    expect(short(await read('a.pdf', bytes, { settings }))).toEqual([own]);
    const outcome = await read('a.pdf', bytes, { settings, strategy: 'hi_res' });
    expect(short(outcome)).toEqual([own, 'paragraph: Members elect a treasurer every second winter.']);
    expect(outcome.summary).toMatchObject({ scannedPages: [], warnings: [] });
    const searchable = pdf([
      { ...picture, lines: [{ text: `${ENOUGH} Members elect a treasurer every second winter.` }] },
    ]);
    expect((await read('a.pdf', searchable, { settings, strategy: 'hi_res' })).blocks.length).toBe(1);
    const without = await read('a.pdf', bytes, { strategy: 'hi_res' });
    expect(short(without)).toEqual([own]);
    expect(without.summary?.warnings.join()).toMatch(/text was not read: 1; .*OCR_LANGUAGES/);
  });

  it('without any text differs from an empty one', async () => {
    const scanned = pdf([await renderPicture(['Words'])]);
    expect(await read('a.pdf', scanned)).toMatchObject({
      reason: 'NO_TEXT',
      detail: { code: 'document_images_not_read' },
    });
    expect(await readFailureReason('a.pdf', pdf([[]]))).toBe('EMPTY_DOCUMENT');
    expect(await readFailureReason('a.pdf', scanned, { strategy: 'ocr_only' })).toBe('NO_TEXT');
    const settings = { ...SETTINGS, ocrLanguages: ['fr'] };
    expect(await read('a.pdf', scanned, { settings })).toMatchObject({
      reason: 'NO_TEXT',
      detail: { code: 'ocr_data_missing', params: { package: 'fra' } },
    });
  });

  it('with too many pages, a password, a truncation or an image bomb fails with a named reason, or skips the image', async () => {
    const page = [{ text: ENOUGH }];
    const many = pdf(Array.from({ length: 10_000 }, () => ''));
    expect(await read('a.pdf', many)).toMatchObject({
      reason: 'TOO_MANY_PAGES',
      detail: { code: 'pages_over_limit', params: { count: 10_000, limit: 5000 } },
    });
    const ids = '[<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]';
    const objects = [`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`];
    expect(await readFailureReason('a.pdf', pdf([page], { objects, trailer: `/Encrypt 6 0 R /ID ${ids}` }))).toBe(
      'PASSWORD_PROTECTED',
    );
    const whole = pdf([page, page]);
    expect(await readFailureReason('a.pdf', whole.subarray(0, 200))).toBe('DAMAGED_FILE');
    const bomb = pdf([{ width: 60_000, height: 60_000, grey: Buffer.alloc(1000) }, page]);
    expect(short(await read('a.pdf', bomb))).toEqual([`paragraph: ${ENOUGH}`]);
  });
});

describe('an Office file', () => {
  it('of Word keeps headings, lists, tables and pages', async () => {
    const outcome = await read(
      'a.docx',
      await docx(
        [
          word.p('Handbook', 'Heading1'),
          word.p(ENOUGH),
          `<w:p><w:r><w:t>With a note</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
          word.item('one'),
          word.item('two', 1),
          '<w:p><w:r><w:lastRenderedPageBreak/><w:t>On the next page</w:t></w:r></w:p>',
          word.p('Leave', 'Heading2'),
          word.table([
            ['Years', 'Days'],
            ['1', '20'],
          ]),
        ].join(''),
        {
          'word/footnotes.xml':
            '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2"><w:p><w:r><w:t>The note</w:t></w:r></w:p></w:footnote></w:footnotes>',
        },
      ),
    );
    expect(short(outcome)).toEqual([
      'heading 1: Handbook',
      `paragraph: ${ENOUGH}`,
      'paragraph: With a note',
      'paragraph: The note',
      'list_item 0: one',
      'list_item 1: two',
      'paragraph: On the next page',
      'heading 2: Leave',
      'table: Years\tDays\n1\t20',
    ]);
    expect(outcome.blocks.at(-1)).toMatchObject({
      header: true,
      page: 2,
      rows: [
        ['Years', 'Days'],
        ['1', '20'],
      ],
    });
    expect(outcome.summary).toMatchObject({ parser: 'docx', title: 'Handbook', pageCount: 2 });
  });

  it('of PowerPoint has slides as pages', async () => {
    const slides = [
      {
        title: 'Plan',
        points: ['First we think', 'Then we act'],
        table: [
          ['Who', 'What'],
          ['Ann', 'all'],
        ],
      },
      { title: 'Next', points: ['More'], notes: 'Speak slowly here' },
    ];
    const outcome = await read('a.pptx', await pptx(slides));
    expect(outcome.blocks.map(({ page }) => page)).toEqual([1, 1, 1, 1, 2, 2, 2]);
    expect(short(outcome).at(-1)).toBe('paragraph: Speaker notes: Speak slowly here');
    expect(short(outcome)[3]).toBe('table: Who\tWhat\nAnn\tall');
    expect(outcome.summary?.pageCount).toBe(2);
  });

  it('of Excel has sheets as headings, and dates as dates', async () => {
    const sheets = {
      'Sales 2024': [
        ['Quarterly report'],
        ['Day', 'Sum', 'Paid'],
        [new Date('2024-03-01'), 5.5, true],
        [new Date('2024-03-01T10:30:00Z'), 0.1 + 0.2, null],
        [
          { xml: '<c r="A5" t="inlineStr"><is><t>a &amp; b</t></is></c>' },
          { xml: '<c r="C5" t="e"><v>#DIV/0!</v></c>' },
        ],
      ],
      Nothing: [],
    };
    const outcome = await read('a.xlsx', await xlsx(sheets));
    expect(short(outcome).slice(0, 2)).toEqual(['heading 1: Sales 2024', 'paragraph: Quarterly report']);
    expect(outcome.blocks[2]).toMatchObject({
      header: true,
      rows: [
        ['Day', 'Sum', 'Paid'],
        ['2024-03-01', '5.5', 'true'],
        ['2024-03-01 10:30', '0.3'],
        ['a & b', '', '#DIV/0!'],
      ],
    });
  });

  it('that is truncated or a bomb fails with a named reason, and its entities are not expanded', async () => {
    const whole = await docx(word.p('text'));
    expect(await readFailureReason('a.docx', whole.subarray(0, -100))).toBe('DAMAGED_FILE');
    expect(await readFailureReason('a.docx', await docx('', { 'word/document.xml': '<w:document' }))).toBe(
      'DAMAGED_FILE',
    );
    const nested = '<w:tbl><w:tr><w:tc>'.repeat(5000) + word.p('in') + '</w:tc></w:tr></w:tbl>'.repeat(5000);
    expect(await readFailureReason('a.docx', await docx(nested))).toBe('DAMAGED_FILE');
    const lol = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
    const doctype = `<!DOCTYPE x [<!ENTITY e0 "lol">${lol}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
    for (const entity of ['e9', 'file']) {
      const xml = `<?xml version="1.0"?>${doctype}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&${entity};</w:t></w:r></w:p></w:body></w:document>`;
      expect(await readFailureReason('a.docx', await docx('', { 'word/document.xml': xml }))).toBe('DAMAGED_FILE');
      const sheet = `<?xml version="1.0"?>${doctype}<worksheet><sheetData><row><c t="str"><v>&${entity};</v></c></row></sheetData></worksheet>`;
      expect(await readFailureReason('a.xlsx', await xlsx({ A: [['x']] }, { 'xl/worksheets/sheet1.xml': sheet }))).toBe(
        'DAMAGED_FILE',
      );
    }
  });

  it('that expands too far is rejected, whatever sizes it declares', async () => {
    const bomb = await docx(word.p(ENOUGH));
    const size = 2 ** 31;
    // From the last entry in the table of contents.
    const last = bomb.lastIndexOf(Buffer.from('PK\x01\x02'));
    const honest = Buffer.from(bomb);
    honest.writeUInt32LE(size, last + 24);
    expect(await readFailureReason('a.docx', honest)).toBe('TOO_LARGE');
    const lying = await xlsx({ A: [[' x'.repeat(2_000_000)]] });
    for (let at = lying.indexOf('PK\x01\x02'); at !== -1; at = lying.indexOf('PK\x01\x02', at + 4))
      lying.writeUInt32LE(10, at + 24);
    expect(await readFailureReason('a.xlsx', lying)).toBe('DAMAGED_FILE');
  });
});

describe('a web page', () => {
  const page = (body: string, head = '') =>
    `<!doctype html><html><head><title>A &amp; B</title>${head}</head><body>${body}</body></html>`;

  it('is parsed without menus and scripts, with tables, in its charset, and nothing that it links is fetched', async () => {
    const body = `<nav>Menu</nav><main><h1>Head</h1><p>Caf\xe9 <a href="/x">here</a></p><table><tr><th>Name</th><th>Age</th></tr><tr><td>Ann</td><td>5</td></tr></table><iframe src="http://169.254.169.254/"></iframe><script>bad()</script></main>`;
    const head =
      '<meta charset="iso-8859-1"><base href="http://169.254.169.254/latest/"><link rel="stylesheet" href="x.css">';
    const outcome = await read('a.html', Buffer.from(page(body, head), 'latin1'));
    expect(short(outcome)).toEqual(['heading 1: Head', 'paragraph: Café here', 'table: Name\tAge\nAnn\t5']);
    expect(outcome.summary?.title).toBe('A & B');
  });

  it('without headings has its title as heading, however deep it is nested and however long its tags are', async () => {
    const deep = await read('a.html', page(`${'<div>'.repeat(20_000)}<p>Hello there</p>`));
    expect(short(deep)).toEqual(['heading 1: A & B', 'paragraph: Hello there']);
    const attributes = Array.from({ length: 100_000 }, (_, at) => `a${at}="x"`).join(' ');
    expect(short(await read('a.html', page(`<p ${attributes}>Hello</p>`))).at(-1)).toBe('paragraph: Hello');
  });
});

describe('a text file', () => {
  it('in Markdown keeps its structure without its markup', async () => {
    const text =
      '---\ntitle: "My page"\n---\n# One\n\nA [link](http://x) and **bold**\n\n- a\n  - b\n\n> said\n\n```js\ncode()\n```\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\nTwo\n===\n';
    const outcome = await read('a.md', text);
    expect(short(outcome)).toEqual([
      'heading 1: One',
      'paragraph: A link and bold',
      'list_item 0: a',
      'list_item 1: b',
      'quote: said',
      'code: code()',
      'table: A\tB\n1\t2',
      'heading 1: Two',
    ]);
    expect(outcome.summary?.title).toBe('My page');
    const deep = `${'>'.repeat(50_000)} x\n\n${'['.repeat(50_000)}\n\n${'*a'.repeat(50_000)}\n\nstays`;
    expect(short(await read('a.md', deep)).at(-1)).toBe('paragraph: stays');
    const long = `# A\n\n${`${ENOUGH}\n\n`.repeat(8000)}# B\n\nlast`;
    expect(short(await read('a.md', long)).slice(-2)).toEqual(['heading 1: B', 'paragraph: last']);
  });

  it('with tables is recognized by its delimiters, row by row, with the header in each block', async () => {
    const german = await read('a.csv', Buffer.from('Straße;Größe\nä;1,5\n"x; y";2\n', 'latin1'));
    expect(german.blocks[0]).toMatchObject({
      header: true,
      rows: [
        ['Straße', 'Größe'],
        ['ä', '1,5'],
        ['x; y', '2'],
      ],
    });
    const long = await read('a.csv', `id,name\n${Array.from({ length: 120 }, (_, at) => `${at},n${at}`).join('\n')}`);
    expect(long.blocks.map(({ rows }) => [rows?.[0], rows?.length])).toEqual([
      [['id', 'name'], 51],
      [['id', 'name'], 51],
      [['id', 'name'], 21],
    ]);
    expect((await read('a.tsv', '1\t2\n3\t4\n')).blocks[0]).toMatchObject({ header: false });
    expect(await readFailureReason('a.csv', `a,b\n"${'x,y\n'.repeat(500_000)}`)).toBe('DAMAGED_FILE');
    expect((await read('a.csv', '"'.repeat(100_000))).blocks.length).toBe(1);
  });

  it('loses hidden characters, also in the subject of a mail', async () => {
    const hidden = '\u200b\u{e0041}\u00ad';
    const mail = `Subject: Offer${hidden} today\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nBuy${hidden} now\u2028or never.`;
    const { blocks, summary } = await read('a.eml', mail);
    expect(summary?.title).toBe('Offer today');
    expect(blocks.map(({ text }) => text)).toEqual(['Offer today', 'Buy now\nor never.']);
  });

  it('in JSON is split by object, each with its path', async () => {
    const value = {
      title: 'x',
      items: [
        { id: 1, tags: ['a', 'b'], sub: { k: 'v' } },
        { id: 2, none: null },
      ],
    };
    expect((await read('a.json', JSON.stringify(value))).blocks.map(({ text }) => text)).toEqual([
      'title: x',
      'items[0]\nid: 1\ntags: a, b',
      'items[0].sub\nk: v',
      'items[1]\nid: 2',
    ]);
    expect(
      (await read('ids.json', '[{"order":2512292042121000001},{"order":2512292042121000002}]')).blocks,
    ).toMatchObject([{ text: '[0]\norder: 2512292042121000001' }, { text: '[1]\norder: 2512292042121000002' }]);
    const lines = await read('a.jsonl', '{"a":1}\n\n{"a":{"b":2}}\nbroken\n');
    expect(lines.blocks.map(({ text }) => text)).toEqual(['a: 1', 'a\nb: 2']);
    expect(lines.summary?.warnings).toEqual(['Lines that are not JSON were skipped: 1.']);
    expect((await read('log.json', '{"a":1}\n{"a":2}\n')).blocks.length).toBe(2);
    expect(await readFailureReason('a.json', '{"a":')).toBe('DAMAGED_FILE');
    expect(await readFailureReason('a.json', '['.repeat(1_000_000) + ']'.repeat(1_000_000))).toBe('DAMAGED_FILE');
  });

  it('with a mail names its author, and includes attachments one level deep', async () => {
    const inner = 'Subject: Inner\r\nFrom: c@example.com\r\n\r\nInner text';
    const mail = [
      'From: Ann <a@example.com>',
      'To: b@example.com',
      'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=XX',
      '',
      '--XX',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Hello <b>you</b></p>',
      '--XX',
      'Content-Disposition: attachment; filename="t.csv"',
      '',
      'Name,Age\r\nAnn,5',
      '--XX',
      'Content-Type: application/octet-stream',
      'Content-Disposition: attachment; filename="x.bin"',
      'Content-Transfer-Encoding: base64',
      '',
      'AAECAwQFBgcICQ==',
      '--XX',
      'Content-Type: message/rfc822; name="inner.eml"',
      'Content-Disposition: attachment; filename="inner.eml"',
      '',
      inner,
      '--XX--',
    ];
    const outcome = await read('a.eml', mail.join('\r\n'));
    expect(short(outcome)).toEqual([
      'heading 1: Grüße',
      'paragraph: From: Ann <a@example.com>\nTo: b@example.com',
      'paragraph: Hello you',
      'heading 2: t.csv',
      'table: Name\tAge\nAnn\t5',
      'heading 2: x.bin',
      'heading 2: inner.eml',
      'heading 3: Inner',
      'paragraph: From: c@example.com',
      'paragraph: Inner text',
    ]);
    expect(outcome.summary?.warnings).toEqual([
      'The attachment "x.bin" was not read: files of this type are not supported.',
    ]);
    const bombs = Array.from(
      { length: 500 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    expect(await readFailureReason('a.eml', `Subject: x\r\nMIME-Version: 1.0\r\n${bombs.join('')}`)).toBe(
      'DAMAGED_FILE',
    );
  });

  it('is split into paragraphs in every charset and script, without characters that cannot be stored', async () => {
    expect((await read('a.txt', 'One\0 two\r\nthree\r\n\r\n\r\nשלום עולם')).blocks.map(({ text }) => text)).toEqual([
      'One two\nthree',
      'שלום עולם',
    ]);
    const wide = Buffer.from('\ufeffHällo wörld', 'utf16le');
    for (const bytes of [wide, wide.subarray(2), Buffer.from(wide).swap16(), Buffer.from('Hällo wörld', 'latin1')])
      expect((await read('a.txt', bytes)).blocks[0]?.text).toBe('Hällo wörld');
    const languages = {
      en: ENOUGH,
      de: 'Jeder hat das Recht auf Erholung und Freizeit und auf regelmäßigen bezahlten Urlaub.',
      ru: 'Каждый человек имеет право на отдых и досуг, включая право на разумное ограничение рабочего дня.',
      ar: 'لكل شخص الحق في الراحة وفي أوقات الفراغ ولا سيما في تحديد معقول لساعات العمل',
      hi: 'प्रत्येक व्यक्ति को विश्राम और अवकाश का अधिकार है। इसके अन्तर्गत काम के घंटों की उचित हदबन्दी है।',
      zh: '人人有享有休息和闲暇的权利,包括工作时间有合理限制。',
      ja: 'すべて人は、労働時間の合理的な制限を含む休息及び余暇をもつ権利を有する。',
      th: 'ทุกคนมีสิทธิในการพักผ่อนและเวลาว่าง',
    };
    for (const [language, text] of Object.entries(languages)) {
      const { blocks, summary } = await read('a.txt', text);
      expect([summary?.language, blocks[0]?.text]).toEqual([language, text]);
    }
    expect((await read('a.txt', 'A-77 123 456')).summary?.language).toBe(null);
  });

  it('with one line of 10 MB is complete, in bounded pieces', async () => {
    const line = `${'word '.repeat(2_000_000)}end`;
    for (const [name, text] of Object.entries({ 'a.txt': line, 'a.json': JSON.stringify([line]) })) {
      const { blocks } = await read(name, text);
      expect(blocks.reduce((sum, block) => sum + block.text.split(/\s+/).length, 0)).toBe(2_000_001);
      expect(Math.max(...blocks.map((block) => block.text.length))).toBeLessThanOrEqual(64 * 1024);
    }
    const row = `${'x'.repeat(50_000)},y`;
    const table = await read('a.csv', `Name,Age\n${`${row}\n`.repeat(10)}${'z'.repeat(100_000)},y\n`);
    expect(table.blocks.map(({ kind, rows }) => [kind, rows?.[0]?.[0]])).toEqual([
      ...Array.from({ length: 10 }, () => ['table', 'Name']),
      ['paragraph', undefined],
      ['paragraph', undefined],
    ]);
  });

  it('can have any metadata within limits', async () => {
    const deep =
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="999999999"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>';
    expect((await read('a.docx', await docx(deep))).blocks[0]?.level ?? 0).toBeLessThan(10);
    const { summary } = await read('a.md', `---\ntitle: ${'t'.repeat(10_000)}\n---\ntext\0`);
    expect(summary?.title?.length).toBe(500);
  });
});

describe('the type of a document', () => {
  it('is detected from its bytes, then from its extension, then from what was stated', async () => {
    const misnamed = await read('a.docx', pdf([[{ text: ENOUGH }]]));
    expect(misnamed.summary).toMatchObject({
      mediaType: 'application/pdf',
      warnings: ['The file is declared as DOCX, but was read as PDF.'],
    });
    expect((await read('report.pdf', '<html><body><p>Sign in</p></body></html>')).summary?.parser).toBe('html');
    expect((await read('README', '# Title', { mediaType: 'text/markdown; charset=utf-8' })).summary?.parser).toBe(
      'markdown',
    );
    expect((await read('a.csv', 'a,b\n1,2', { mediaType: 'text/plain' })).summary?.parser).toBe('csv');
    expect((await read('notes', 'just text')).summary?.parser).toBe('text');
    expect((await read('a\0\u202e\n.md', '# Title')).summary?.parser).toBe('markdown');
  });

  it.each<[string, Buffer | string, ParseReason]>([
    ['a.pdf', 'just text', 'TYPE_MISMATCH'],
    ['a.pdf', Buffer.alloc(5000), 'TYPE_MISMATCH'],
    ['a.txt', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7) % 256)), 'TYPE_MISMATCH'],
    ['a.bin', Buffer.from([1, 2, 3, 4, 0, 0, 0, 5]), 'UNSUPPORTED_TYPE'],
    ['a.gz', Buffer.from('1f8b0800000000000003', 'hex'), 'UNSUPPORTED_TYPE'],
    ['a.rtf', 'just text', 'TYPE_MISMATCH'],
    ['a.png', Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea600800000000', 'hex'), 'DAMAGED_FILE'],
    ['a.txt', '', 'EMPTY_DOCUMENT'],
    ['a.txt', ' \n\n ', 'EMPTY_DOCUMENT'],
    ['a.html', '<html><body></body></html>', 'EMPTY_DOCUMENT'],
  ])('that is unsupported or mismatched is a reason: %s', async (name, bytes, reason) => {
    expect(await readFailureReason(name, bytes)).toBe(reason);
  });

  it('in an archive of another kind is unknown', async () => {
    const archive = await createZip({ 'a.txt': 'x' });
    expect(await readFailureReason('a.zip', archive)).toBe('UNSUPPORTED_TYPE');
    expect(await readFailureReason('a.docx', archive)).toBe('TYPE_MISMATCH');
  });

  it.each([
    ['a.docx', docxWithPicture],
    ['a.pptx', pptxWithPicture],
  ])('of an office with a picture is read completely by hi_res: %s', async (name, create) => {
    const { png } = await renderPicture(['Members elect a treasurer', 'every second winter.']);
    const settings = { ...SETTINGS, ocrLanguages: ['en'] };
    const outcome = await read(name, await create('Rules', 'A notice', png), { settings, strategy: 'hi_res' });
    expect(outcome.blocks.map(({ text }) => text)).toEqual([
      'Rules',
      'A notice',
      'Members elect a treasurer every second winter.',
    ]);
    expect(outcome.summary?.warnings).toEqual([]);
  });

  it('of an office with pictures only differs from an empty one', async () => {
    const settings = { ...SETTINGS, ocrLanguages: ['en'] };
    const blank = await docxWithPicture('', '', (await renderPicture([])).png);
    expect(await read('a.docx', blank, { settings })).toMatchObject({
      reason: 'NO_TEXT',
      detail: { code: 'document_pictures_not_read' },
    });
    const outcome = await read('a.docx', blank, { settings, strategy: 'hi_res' });
    expect(outcome).toMatchObject({ reason: 'NO_TEXT', detail: { code: 'images_without_text' } });
  });

  it('of images requires OCR', async () => {
    const { png } = await renderPicture(['Every member may', 'vote once.']);
    const settings = { ...SETTINGS, ocrLanguages: ['en'] };
    expect(await readFailureReason('a.png', png)).toBe('NO_TEXT');
    const blank = await read('a.png', (await renderPicture([])).png, { settings });
    expect(blank).toMatchObject({ reason: 'NO_TEXT', detail: { code: 'images_without_text' } });
    const outcome = await read('a.png', png, { settings });
    expect(outcome.blocks.map(({ text }) => text).join(' ')).toBe('Every member may vote once.');
    expect(outcome.summary).toMatchObject({ mediaType: 'image/png', pageCount: 1, scannedPages: [1] });
    // Type of 4 points is too small at 200 dpi, but the scan has more.
    const lines = ['The deposit is returned', 'within thirty days, unless', 'the flat shows any traces'];
    const small = await renderPicture([...lines, ...lines]);
    const scan = await sharp(small.png).withMetadata({ density: 690 }).png().toBuffer();
    const { blocks } = await read('a.png', scan, { settings });
    expect(blocks.map(({ text }) => text).join(' ')).toBe([...lines, ...lines].join(' '));
    const turned = await sharp(png).rotate(90).png().toBuffer();
    const upright = await read('a.png', turned, { settings });
    expect(upright.blocks.map(({ text }) => text).join(' ')).toBe('Every member may vote once.');
    expect(upright.summary?.warnings).toEqual([]);
  });
});

describe('a document in a sandboxed process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-parsing-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'document');

  async function parsed(source: Parameters<typeof extractText>[0], job: Partial<ParseJob> = {}) {
    const parsing = parseDocument({ source, ...JOB, name: 'a.json', ...job });
    expect(() => parsing.beginning()).toThrow();
    const blocks: Block[] = [];
    for await (const block of parsing) blocks.push(block);
    return { blocks, beginning: parsing.beginning(), summary: parsing.summary() };
  }

  it('has the same result from a file and from a stream', async () => {
    const bytes = await docx(
      word.p('Handbook', 'Heading1') +
        word.table([
          ['Name', 'Age'],
          ['Ann', '5'],
        ]),
    );
    writeFileSync(path, bytes);
    const here = await read('a.docx', bytes);
    const apart = await parsed({ path }, { name: 'a.docx' });
    expect(apart.blocks).toEqual(here.blocks);
    expect(apart.summary).toEqual(here.summary);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
    }
    expect((await parsed({ bytes: pieces() }, { name: 'a.docx' })).blocks).toEqual(here.blocks);
  });

  it('that exceeds a limit fails with that limit as the reason', async () => {
    writeFileSync(path, `[${'{},'.repeat(6_000_000)}1]`);
    const failing = (settings: Partial<typeof SETTINGS>) =>
      expect(parsed({ path }, { settings: { ...SETTINGS, ...settings } })).rejects;
    await failing({ memoryMb: 256 }).toMatchObject({ name: 'ParseError', reason: 'OUT_OF_MEMORY' });
    await failing({ timeoutSeconds: 0.02 }).toMatchObject({ name: 'ParseError', reason: 'OUT_OF_TIME' });
    writeFileSync(path, `["${'x'.repeat(3_000_000)}"]`);
    await failing({ maxOutputMb: 1 }).toMatchObject({ name: 'ParseError', reason: 'TOO_LARGE' });
  });

  it('after others of its tenant is parsed as if it were alone, with the same limits, and after a failure in a new process', async () => {
    const readers = createParserPool({
      maxProcesses: 1,
      maxJobsPerProcess: 10,
      idleTimeoutMs: 60_000,
      maxIdleMemoryMb: 512,
    });
    async function following(name: string, text: string, settings: Partial<typeof SETTINGS> = {}) {
      const place = readers.createRunner('project');
      const source = { bytes: Readable.from([Buffer.from(text)]) };
      const parsing = parseDocument({ source, ...JOB, name, settings: { ...SETTINGS, ...settings } }, undefined, place);
      let reason: string | undefined;
      const blocks: Block[] = [];
      try {
        for await (const block of parsing) blocks.push(block);
      } catch (error) {
        reason = (error as { reason?: string }).reason;
      }
      return { blocks, reason, isUsed: place.isReused };
    }
    const long = `# One\n\n${ENOUGH}\n\n${ENOUGH}`;
    expect(await following('a.md', long)).toMatchObject({ blocks: (await read('a.md', long)).blocks, isUsed: false });
    expect(await following('b.csv', 'a,b\n1,2')).toMatchObject({
      blocks: (await read('b.csv', 'a,b\n1,2')).blocks,
      isUsed: true,
    });
    const much = JSON.stringify(['x'.repeat(3_000_000)]);
    expect(await following('c.json', much, { maxOutputMb: 1 })).toMatchObject({ reason: 'TOO_LARGE', isUsed: true });
    expect(await following('a.md', long)).toMatchObject({ isUsed: false });
    expect(await following('d.pdf', 'no PDF')).toMatchObject({ reason: 'TYPE_MISMATCH', isUsed: true });
    expect(await following('e.txt', 'Short')).toMatchObject({ blocks: [{ text: 'Short' }], isUsed: false });
  });

  it('with a font bomb fails with the memory limit', async () => {
    const bomb = deflateSync(Buffer.alloc(300 * 2 ** 20), { level: 1 });
    const objects = [
      '<< /Type /Font /Subtype /TrueType /BaseFont /Bomb /Encoding /WinAnsiEncoding /FontDescriptor 7 0 R >>',
      '<< /Type /FontDescriptor /FontName /Bomb /Flags 32 /FontFile2 8 0 R >>',
      `<< /Length ${bomb.length} /Filter /FlateDecode >>\nstream\n${bomb.toString('latin1')}\nendstream`,
    ];
    const page = `BT /F6 12 Tf 72 700 Td (${ENOUGH}) Tj ET`;
    writeFileSync(path, pdf([page], { objects, fonts: '/F6 6 0 R' }));
    const settings = { ...SETTINGS, memoryMb: 256 };
    await expect(parsed({ path }, { name: 'a.pdf', settings })).rejects.toMatchObject({ reason: 'OUT_OF_MEMORY' });
  });

  it('with a huge scan or page is read within its memory, or fails with the memory limit', async () => {
    const scan = (side: number) => ({ width: side, height: side, grey: Buffer.alloc(side * side, 255) });
    const settings = { ...SETTINGS, memoryMb: 512, ocrLanguages: ['en'] };
    const file = pdf([scan(6000), [{ text: ENOUGH }], scan(10)]);
    file.write('[0 0 99999 1]', file.lastIndexOf('[0 0 612 792]'));
    writeFileSync(path, file);
    const { blocks, summary } = await parsed({ path }, { name: 'a.pdf', settings });
    expect(blocks.map(({ text }) => text)).toEqual([ENOUGH]);
    expect(summary).toMatchObject({ pageCount: 3, scannedPages: [1, 3] });
    writeFileSync(path, pdf([scan(15_000), [{ text: ENOUGH }]]));
    await expect(parsed({ path }, { name: 'a.pdf', settings })).rejects.toMatchObject({ reason: 'OUT_OF_MEMORY' });
  });

  it('is extracted as Markdown up to the requested size', async () => {
    writeFileSync(path, '# Title\n\nText\n\n- a\n\n```\ncode\n```\n\n| A | B |\n|---|---|\n| 1 | 2 |\n');
    const options = { ...JOB, name: 'a.md', maxCharacters: 1000 };
    const { text, isTruncated, summary } = await extractText({ path }, options);
    expect(text).toBe('# Title\n\nText\n\n- a\n\n```\ncode\n```\n\n| A | B |\n| --- | --- |\n| 1 | 2 |');
    expect([isTruncated, summary.parser]).toEqual([false, 'markdown']);
    expect(await extractText({ path }, { ...options, maxCharacters: 10 })).toMatchObject({
      text: '# Title\n\nT',
      isTruncated: true,
    });
  });
});
