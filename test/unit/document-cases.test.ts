import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHUNK_SIZES, chunkBlocks } from '../../src/knowledge/chunking/chunk.ts';
import { fromBlockMessage } from '../../src/knowledge/parsing/block-message.ts';
import type { Block, ParsedSummary } from '../../src/knowledge/parsing/contract.ts';
import { readDocument } from '../../src/knowledge/parsing/read.ts';
import { SourceFile } from '../../src/knowledge/parsing/source-file.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { docx, docxWithPicture, pptx, pptxWithPicture, word, xlsx } from '../support/office-files.ts';

const settings = loadConfig({}).parsing;

/** The contents of a document: its blocks, its chunks as one text, and its metadata. */
async function parsed(
  name: string,
  bytes: Buffer | string = readFileSync(new URL(`documents/${name}`, import.meta.url)),
) {
  const blocks: Block[] = [];
  let summary: ParsedSummary | undefined;
  const job = { name, mediaType: null, strategy: 'auto', settings } as const;
  await readDocument(SourceFile.of(Buffer.from(bytes as string), name), job, (message) => {
    if ('block' in message) blocks.push(fromBlockMessage(message.block));
    else if ('summary' in message) summary = message.summary;
    else if ('failure' in message) throw new Error(message.failure.reason);
  });
  async function* all() {
    yield* blocks;
  }
  const texts: string[] = [];
  for await (const { text } of chunkBlocks(all(), CHUNK_SIZES)) texts.push(text);
  const lines = texts.join('\n').split('\n');
  return { blocks, lines, text: lines.join('\n'), title: summary?.title, warnings: summary?.warnings ?? [] };
}

const mail = (...lines: string[]) => ['From: a@example.com', 'Subject: S', 'MIME-Version: 1.0', ...lines].join('\r\n');

describe('an Office Open XML package', () => {
  it('has its parts found by content types and relationships, whatever their names', async () => {
    expect((await parsed('wordweb.docx')).lines).toEqual([
      'Lease of the boathouse',
      'The yearly rent is 4,200 euros, payable on the first of March.',
    ]);
  });

  it('of Word keeps the readings of ruby text, and symbols of the fonts that it knows', async () => {
    const run = (content: string) => `<w:r>${content}</w:r>`;
    const ruby = `<w:ruby><w:rubyPr/><w:rt>${run('<w:t>とうきょう</w:t>')}</w:rt><w:rubyBase>${run('<w:t>東京</w:t>')}</w:rubyBase></w:ruby>`;
    const symbol = (font: string, code: string) => run(`<w:sym w:font="${font}" w:char="${code}"/>`);
    const known = await parsed(
      'a.docx',
      await docx(`<w:p>${run(ruby)}${run('<w:t>都</w:t>')}${symbol('Symbol', 'F061')}</w:p>`),
    );
    expect([known.text, known.warnings]).toEqual(['東京(とうきょう)都α', []]);
    const unknown = await parsed(
      'a.docx',
      await docx(`<w:p>${run('<w:t>See</w:t>')}${symbol('Ornaments', 'F0A5')}</w:p>`),
    );
    expect([unknown.text, unknown.warnings]).toEqual(['See', ['Symbols of special fonts were not read.']]);
  });

  it('of Word keeps the descriptions of tables and of older pictures', async () => {
    const table = `<w:tbl><w:tblPr><w:tblCaption w:val="Fares"/><w:tblDescription w:val="By class"/></w:tblPr><w:tr><w:tc>${word.p('31')}</w:tc></w:tr></w:tbl>`;
    const picture = '<w:p><w:r><w:pict><v:shape xmlns:v="v" alt="A lighthouse"/></w:pict></w:r></w:p>';
    expect((await parsed('a.docx', await docx(table + picture))).lines).toEqual([
      'Fares',
      'By class',
      '31',
      'A lighthouse',
    ]);
  });

  it.each([
    ['a.docx', docxWithPicture],
    ['a.pptx', pptxWithPicture],
  ])('with pictures keeps their descriptions, and reports that their text was not read: %s', async (name, create) => {
    const { lines, warnings } = await parsed(name, await create('Berths', 'Map of the harbour', Buffer.from('png')));
    expect(lines).toEqual(['Berths', 'Map of the harbour']);
    expect(warnings).toEqual([expect.stringContaining('Pictures whose text was not read: 1;')]);
  });

  it('of Word keeps nested tables, moved text, text boxes and content controls, and reports tracked changes', async () => {
    const { lines, text, warnings } = await parsed('tracked.docx');
    expect(lines).toEqual([
      'The penalty is 1500 crowns for each day.',
      'A middle paragraph.',
      'MOVEDCLAUSE stands here now.',
      'CONTROLTEXT inside a content control.',
      'BOXTEXT in a text box.',
      'Station: Harbour; Readings: See inner table: NESTEDMAY 71 mm NESTEDJUNE 38 mm',
      'Station: Ridge; Readings: first 12 mm',
      'Station: Ridge; Readings: second 19 mm',
      'The end of the file.',
    ]);
    expect(text).not.toContain('900 crowns');
    expect(warnings).toEqual(['The document has tracked changes; it was read with all of them accepted.']);
  });

  it('of Word keeps the numbers of its paragraphs, and warns of hidden text', async () => {
    const body = [
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>Rent</w:t></w:r></w:p>',
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>Due in March</w:t></w:r></w:p>',
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>See 1.1</w:t></w:r></w:p>',
      '<w:p><w:r><w:t>Seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r></w:p>',
    ].join('');
    const numbering =
      '<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="3"/></w:num></w:numbering>';
    const { lines, warnings } = await parsed('a.docx', await docx(body, { 'word/numbering.xml': numbering }));
    expect(lines).toEqual(['1. Rent', '1.1 Due in March', '1.2 See 1.1', 'Seen']);
    expect(warnings).toEqual(['The document has hidden text, which was skipped.']);
  });

  it('of Word keeps endnotes, comments, headers, charts and joined paragraphs', async () => {
    const root = (name: string, inner: string) =>
      `<w:${name} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${inner}</w:${name}>`;
    const joined =
      '<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:r><w:t xml:space="preserve">One </w:t></w:r></w:p>';
    const body = `${joined}${word.p('sentence')}<w:p><w:r><w:t>Said</w:t></w:r><w:r><w:endnoteReference w:id="2"/><w:commentReference w:id="0"/></w:r></w:p>`;
    const bytes = await docx(body, {
      'word/endnotes.xml': root('endnotes', `<w:endnote w:id="2">${word.p('At the end')}</w:endnote>`),
      'word/comments.xml': root('comments', `<w:comment w:id="0" w:author="Ann">${word.p('Really?')}</w:comment>`),
      'word/header1.xml': root('hdr', word.p('Sail Loft Ltd, confidential')),
      'word/footer1.xml': root('ftr', word.p('Page 1 of 3')),
    });
    expect((await parsed('a.docx', bytes)).lines).toEqual([
      'One sentence',
      'Said',
      'At the end',
      'Comment by Ann: Really?',
      'Sail Loft Ltd, confidential',
    ]);
  });

  it('of Word keeps formulas outside of paragraphs, their operators, and the text of a watermark', async () => {
    const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=0')}</m:sub><m:sup>${r('n')}</m:sup><m:e>${r('x')}</m:e></m:nary>`;
    const power = `<m:sSubSup><m:e>${r('a')}</m:e><m:sub>${r('1')}</m:sub><m:sup>${r('2')}</m:sup></m:sSubSup>`;
    const formula = `<m:oMathPara xmlns:m="m"><m:oMath>${r('2')}<m:d><m:e>${r('x+1')}</m:e></m:d>${sum}+${power}</m:oMath></m:oMathPara>`;
    const watermark =
      '<w:p><w:r><w:pict><v:shape xmlns:v="v"><v:textpath string="DRAFT"/></v:shape></w:pict></w:r></w:p>';
    const { lines } = await parsed('a.docx', await docx(`${word.p('Before')}${formula}${watermark}`));
    expect(lines).toEqual(['Before', '2(x+1)∑_(i=0)^n xa_1^2', 'DRAFT']);
  });

  it('of PowerPoint has merged cells and grouped shapes', async () => {
    const cell = (text: string, attributes = '') =>
      `<a:tc${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const frame = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('Route')}${cell('Class')}</a:tr><a:tr>${cell('North', ' rowSpan="2"')}${cell('Deck')}</a:tr><a:tr>${cell('', ' vMerge="1"')}${cell('Cabin')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const group = `<p:grpSp><p:sp><p:txBody><a:p><a:r><a:t>Within a group</a:t></a:r></a:p></p:txBody></p:sp></p:grpSp>`;
    const slide = `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${group}${frame}</p:spTree></p:cSld></p:sld>`;
    const bytes = await pptx([{ title: 'x', points: [] }], { 'ppt/slides/slide1.xml': slide });
    expect((await parsed('a.pptx', bytes)).lines).toEqual([
      'Within a group',
      'Route: North; Class: Deck',
      'Route: North; Class: Cabin',
    ]);
  });
});

describe('a sheet', () => {
  it('ignores empty cells, whatever their type', async () => {
    const { lines } = await parsed('emptytyped.xlsx');
    expect(lines.slice(1)).toEqual(['Name: Ann; Duty: cook; On leave: true', 'Name: Bert', 'Name: Cleo']);
  });

  it('has durations of more than a day, and formulas without a stored result', async () => {
    const { lines, warnings } = await parsed('durations.xlsx');
    expect(lines.slice(1)).toEqual([
      'Project: Bridge; Time spent: 36:15; Day: 2026-03-01; Share: 0.25',
      'Project: Tunnel; Time spent: 152:40; Day: 2026-03-02; Share: 0.25',
      'Project: Ferry; Time spent: 7:30; Day: 2026-03-03; Share: 0.25',
      'Project: Total; Time spent: =SUM(B2:B4)',
    ]);
    expect(warnings).toEqual(['Some formulas have no stored result; the formula was read instead.']);
  });

  it('repeats merged cells in each row, and joins the rows of a header', async () => {
    const { lines } = await parsed('merged.xlsx');
    expect(lines).toContain('Region: Northlake; Town: Dalby; Manager: E. Strand; Sales: 198');
    expect(lines).toContain('Region: Southfell; Town: Grund; Manager: H. Oster; Sales: 77');
    expect(lines).toContain(
      'Product: Kettle; First half Units: 12; First half Value: 480; Second half Units: 15; Second half Value: 600',
    );
  });

  it('has an empty cell for a formula with an empty result', async () => {
    const rows = [
      ['Name', 'Note'],
      ['Ann', { xml: '<c r="B2" t="str"><f>IF(1,"","x")</f><v></v></c>' }],
    ];
    const { lines, warnings } = await parsed('a.xlsx', await xlsx({ A: rows }));
    expect(lines).toEqual(['A', 'Name: Ann']);
    expect(warnings).toEqual([]);
  });

  it('has the names of each of its tables, which empty rows separate', async () => {
    const people = [['Name', 'City'], ['Ann', 'Oslo'], [], ['Bert', 'Rome'], ['Cleo', 'Bern'], []];
    const costs = [['Costs of the year'], ['Item', 'Amount'], ['Rent', '900'], ['Power', '80'], [], ['Sum', '980']];
    const beside = [[], ['', '', '', 'Ship', 'Port'], ['', '', '', 'Ida', 'Kiel']];
    const { lines } = await parsed('a.xlsx', await xlsx({ A: [...people, ...costs, ...beside] }));
    expect(lines).toEqual([
      'A',
      ...['Name: Ann; City: Oslo', 'Name: Bert; City: Rome', 'Name: Cleo; City: Bern'],
      'Costs of the year',
      ...['Item: Rent; Amount: 900', 'Item: Power; Amount: 80', 'Item: Sum; Amount: 980'],
      'Ship: Ida; Port: Kiel',
    ]);
  });

  it('has the names of a table far below another one', async () => {
    const rows = (names: readonly string[], count: number) => [
      names,
      ...Array.from({ length: count }, (_, at) => [`${names[0]} ${at}`, String(at)]),
    ];
    const sheet = [
      ...rows(['Boat', 'Length'], 33),
      [],
      ...rows(['Bridge', 'Height'], 25),
      [],
      ...rows(['Lock', 'Rise'], 3),
    ];
    const { lines } = await parsed('a.xlsx', await xlsx({ A: sheet }));
    expect(lines).toHaveLength(1 + 33 + 25 + 3);
    expect(lines).toEqual(
      expect.arrayContaining(['Boat: Boat 32; Length: 32', 'Bridge: Bridge 24; Height: 24', 'Lock: Lock 2; Rise: 2']),
    );
  });

  it('has dates that are stored as text like other dates', async () => {
    const cell = (row: number, text: string) => ({ xml: `<c r="B${row}" t="d"><v>${text}</v></c>` });
    const rows = [
      ['Name', 'Since'],
      ['Ann', cell(2, '2024-03-01T00:00:00')],
      ['Bert', cell(3, '2024-03-01T08:30:00')],
    ];
    const { lines } = await parsed('a.xlsx', await xlsx({ A: rows }));
    expect(lines).toEqual(['A', 'Name: Ann; Since: 2024-03-01', 'Name: Bert; Since: 2024-03-01 08:30:00']);
  });
});

describe('a table', () => {
  const FARES = ['Route: North line; Class: Deck; Fare: 12', 'Route: North line; Class: Cabin; Fare: 31'];

  it('keeps each value under its column beside merged cells, in Word and in HTML', async () => {
    const { lines } = await parsed('vmerge.docx');
    expect(lines).toEqual(expect.arrayContaining([...FARES, 'Class: Bicycle; Fare: 5']));
    expect((await parsed('rowspan.html')).lines).toEqual(
      expect.arrayContaining([...FARES, 'Route: South line; Class: Cabin; Fare: 38']),
    );
  });

  it('in HTML has its header rows joined, and full-width rows become text', async () => {
    const head =
      '<thead><tr><th rowspan="2">Good</th><th colspan="2">2025</th></tr><tr><th>In</th><th>Out</th></tr></thead>';
    const body = '<tr><td colspan="3">Metals</td></tr><tr><td>Tin</td><td>1</td><td>2</td></tr>';
    const { lines } = await parsed('a.html', `<html><body><table>${head}${body}</table></body></html>`);
    expect(lines).toEqual(['Metals', 'Good: Tin; 2025 In: 1; 2025 Out: 2']);
  });

  it('in HTML has names of rows that cover several of them in each, and none of them in its header', async () => {
    const rows = [
      '<tr><th>Year<th>Quarter<th>Revenue',
      '<tr><th rowspan="5">2025<th rowspan="2">Q1',
      '<tr><td>134<tr><th rowspan="2">Q2<tr><td>150',
    ];
    expect((await parsed('a.html', `<table>${rows.join('')}</table>`)).lines).toEqual([
      'Year: 2025; Quarter: Q1; Revenue: 134',
      'Year: 2025; Quarter: Q2; Revenue: 150',
    ]);
  });

  it('whose rows or columns are named by headings stays a table, and one around headed text becomes text', async () => {
    const cell = (text: string) => `<td>${text}</td>`;
    const named = `<table><tr><td><h2>Pier</h2></td>${cell('Depth')}</tr><tr>${cell('North')}${cell('7 m')}</tr></table>`;
    expect((await parsed('a.html', `<p>Depths</p>${named}`)).lines).toEqual(['Depths', 'Pier: North; Depth: 7 m']);
    const headed = `<table><tr>${cell('Menu')}${cell('<h1>Piers</h1><p>North.</p>')}</tr></table>`;
    expect((await parsed('a.html', headed)).blocks.map(({ kind }) => kind)).toEqual([
      'paragraph',
      'heading',
      'paragraph',
    ]);
  });

  it('within a table of one cell keeps its rows and columns, in Word and in HTML', async () => {
    const rows = [
      ['Pier', 'Depth'],
      ['North', '7 m'],
      ['South', '9 m'],
    ];
    const framed = `<w:tbl><w:tr><w:tc>${word.table(rows)}<w:p/></w:tc></w:tr></w:tbl>`;
    const inner = rows.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('');
    const html = `<table><tr><th><table>${inner}</table></th></tr></table>`;
    const [first, second] = [await parsed('a.docx', await docx(framed)), await parsed('a.html', html)];
    expect([first.blocks, second.blocks].map((blocks) => blocks.map((block) => block.rows))).toEqual([[rows], [rows]]);
  });

  it('on a slide has the rows of a header joined where only the first is marked', async () => {
    const cell = (text: string, attributes = '') =>
      `<a:tc${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const rows = [
      cell('Region', ' rowSpan="2"') + cell('Sales', ' gridSpan="2"') + cell('', ' hMerge="1"'),
      cell('', ' vMerge="1"') + cell('2024') + cell('2025'),
      cell('North') + cell('10') + cell('20'),
    ];
    const frame = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>${rows.map((row) => `<a:tr>${row}</a:tr>`).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const slide = `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${frame}</p:spTree></p:cSld></p:sld>`;
    const bytes = await pptx([{ title: 'x', points: [] }], { 'ppt/slides/slide1.xml': slide });
    expect((await parsed('a.pptx', bytes)).lines).toEqual(['Region: North; Sales 2024: 10; Sales 2025: 20']);
  });

  it('keeps a row of values apart from a header with a spanning cell', async () => {
    const html = '<table><tr><th>Name<th colspan=2>Contact<tr><td>Ann<td>ann@x.example<td>Paris</table>';
    expect((await parsed('a.html', html)).lines).toEqual(['Name: Ann; Contact: ann@x.example; Contact: Paris']);
  });

  it('has cells that overlap in the columns that they cover, and is bounded', async () => {
    const html = `<table><tr><th>A<th>B<th>C<tr><td>x<td rowspan=2>over<td>y<tr><td colspan=3>wide<tr><td>p<td>q<td>r</table>`;
    expect((await parsed('a.html', html)).lines).toEqual([
      'A: x; B: over; C: y',
      'A: wide; B: over; C: wide',
      'A: p; B: q; C: r',
    ]);
    const span = '<td rowspan="65534" colspan="1000">x';
    const hostile = `<table><tr>${span.repeat(16)}${'<tr><td>free<td>x'.repeat(20_000)}</table>`;
    const chain = `<table>${'<tr><td rowspan="65534">x'.repeat(20_000)}</table>`;
    expect((await parsed('c.html', chain)).text).toContain('x');
    const { blocks } = await parsed('b.html', hostile);
    expect(blocks.reduce((sum, { rows = [] }) => sum + rows.reduce((all, row) => all + row.length, 0), 0)).toBeLessThan(
      3_000_000,
    );
  });

  it('of Word has cells that continue a narrower one in the columns that they cover, and is bounded', async () => {
    const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${word.p(text)}</w:tc>`;
    const [restart, goOn] = ['<w:vMerge w:val="restart"/>', '<w:vMerge/>'];
    const rows = [
      cell('A') + cell('B') + cell('C'),
      cell('x') + cell('over', restart) + cell('y'),
      cell('p') + cell('', `<w:gridSpan w:val="2"/>${goOn}`),
      cell('q') + cell('r') + cell('wide', '<w:gridSpan w:val="99999"/>'),
    ];
    const table = `<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`;
    const { blocks, lines } = await parsed('a.docx', await docx(table));
    expect(lines.slice(0, 2)).toEqual(['A: x; B: over; C: y', 'A: p; B: over; C: over']);
    expect(lines[2]).toMatch(/^A: q; B: r; C: wide(?:; wide)*$/);
    expect(blocks.every(({ rows: cells = [] }) => cells.every((row) => row.length <= 1002))).toBe(true);
  });

  it('without rows keeps the names of its columns', async () => {
    const head = '<tr><th>Claim<th>Date<th>Amount';
    const empty = await parsed('a.html', `<p>Claims</p><table>${head}</table>`);
    expect(empty.lines).toEqual(['Claims', 'Claim | Date | Amount']);
    const noted = await parsed('a.html', `<table>${head}<tr><td colspan=3>No results</table>`);
    expect(noted.lines).toEqual(expect.arrayContaining(['No results', 'Claim | Date | Amount']));
  });

  it('of 2,000 columns has the first cell of a row and the name of its column with each value', async () => {
    const columns = Array.from({ length: 2000 }, (_, at) => `c${at}`);
    const rows = [columns, columns.map((_, at) => (at === 0 ? 'Kettle' : at))];
    const csv = await parsed('a.csv', rows.map((row) => `${row.join(',')}\n`).join(''));
    const sheet = await parsed('a.xlsx', await xlsx({ Sheet: rows }));
    for (const lines of [csv.lines, sheet.lines.filter((line) => line !== 'Sheet')]) {
      expect(lines.length).toBeGreaterThan(10);
      expect(lines.every((line) => /^c0: Kettle(?:; c\d+: \d+)+$/.test(line))).toBe(true);
      expect(lines.at(-1)).toMatch(/; c1999: 1999$/);
    }
  });

  it('of labels and values has no header', async () => {
    const rows = [
      ['Applicant', 'Ann Smith'],
      ['Boat', 'Silverheron'],
    ];
    expect((await parsed('a.docx', await docx(word.table(rows)))).lines).toEqual([
      'Applicant | Ann Smith',
      'Boat | Silverheron',
    ]);
  });
});

describe('a filled form', () => {
  it('has each value after its label', async () => {
    const { lines } = await parsed('form.pdf');
    expect(lines.slice(2)).toEqual([
      'Family name: Brandvold',
      'Name of the boat: Silverheron',
      'Length in metres: 7.35',
      'Electricity wanted: ☒ Yes',
      'Pier: Eastpier',
    ]);
  });

  it('around a complete web page loses only its controls', async () => {
    const { lines, text } = await parsed('webforms.html');
    expect(lines).toEqual(expect.arrayContaining(['Admission costs 14 florins.', 'Day: Monday; Hours: closed']));
    expect(text).toContain('guided tours start every hour');
  });
});

describe('a web page', () => {
  const filing = Array.from(
    { length: 60 },
    (_, at) => `<p>Item ${at}: the harbour kept ${at} boats over winter.</p>`,
  ).join('');

  it('has the readings of ruby text in parentheses, whether or not it states them', async () => {
    const html = '<p><ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>都</p><p><ruby>漢<rt>kan</ruby></p>';
    expect((await parsed('a.html', html)).lines).toEqual(['東京(とうきょう)都', '漢(kan)']);
  });

  it('reports text in drawings and pages in frames, and no icons', async () => {
    const icon = '<svg><title>Menu</title><path d="M0 0"/></svg>';
    expect((await parsed('a.html', `<p>Plan ${icon}</p>`)).warnings).toEqual([]);
    const drawing = '<svg><g><text>Pier 4</text></g></svg><iframe srcdoc="&lt;p&gt;Depth 7 m&lt;/p&gt;"></iframe>';
    const { lines, warnings } = await parsed('a.html', `<p>Plan</p>${drawing}<p>End</p>`);
    expect(lines).toEqual(['Plan', 'End']);
    expect(warnings).toEqual([
      'The text of drawings (SVG) was not read.',
      'A page within the page (iframe) was not read.',
    ]);
  });

  it('whose text is outside of its marked main part is read whole, with a warning', async () => {
    const warnings = ['The main part of the page contains little of its text; the whole page was read.'];
    const notice = `<main><p>${'This notice has enough letters to count as text. '.repeat(5)}</p></main>`;
    for (const html of [`${notice}${filing}`, `<nav>${filing}`, `<div role="search"><h1>Filing</h1>${filing}</div>`]) {
      const page = await parsed('a.html', `<html><body>${html}</body></html>`);
      expect(page.text).toContain('Item 59: the harbour kept 59 boats over winter.');
      expect(page.warnings).toEqual(warnings);
    }
  });

  it('is read without its menus and footers, however many links they have', async () => {
    const menu = Array.from({ length: 300 }, (_, at) => `<li><a href="/${at}">Menu entry number ${at}</a></li>`).join(
      '',
    );
    const html = `<nav><ul>${menu}</ul></nav><main><h1>News</h1>${filing}</main><footer>Imprint</footer>`;
    const { text, warnings } = await parsed('a.html', `<html><body>${html}</body></html>`);
    expect(text).not.toMatch(/Menu entry|Imprint/);
    expect(text).toContain('Item 59');
    expect(warnings).toEqual([]);
  });

  it('is read without dialogs, sidebars and text that it does not show, and warns if that is long', async () => {
    const notice = '<p>Accept all of our cookies</p>';
    const outside = ['role="dialog"', 'role="complementary"', 'hidden', 'style="color:red; display: none"'];
    const beside = outside.map((attributes) => `<div ${attributes}>${notice}</div>`).join('');
    const page = (hidden: string) =>
      parsed('a.html', `<html><body>${beside}<h1>News</h1>${filing}${hidden}</body></html>`);
    const { text, warnings } = await page('');
    expect(text).not.toContain('cookies');
    expect(text).toContain('Item 59');
    expect(warnings).toEqual([]);
    const answers = `<div hidden>${filing.slice(0, 2500)}</div>`;
    expect((await page(answers)).warnings).toEqual(['Text that the page does not show at first was not read.']);
  });

  it('is read without long lists of links below its text, and with those that are its content', async () => {
    const links = (name: string) =>
      `<ul>${Array.from({ length: 8 }, (_, at) => `<li><a href="/${at}">${name} ${at}</a></li>`).join('')}</ul>`;
    const article = await parsed('a.html', `<html><body><h1>News</h1>${filing}${links('Also read')}</body></html>`);
    expect(article.text).not.toContain('Also read');
    const index = await parsed('a.html', `<html><body><h1>Piers</h1><p>All piers:</p>${links('Pier')}</body></html>`);
    expect(index.lines).toEqual(expect.arrayContaining(['Pier 0', 'Pier 7']));
  });

  it('warns of text in controls, which are not read', async () => {
    const { warnings } = await parsed('a.html', `<html><body><p>Choose</p><select>${filing}</body></html>`);
    expect(warnings.join()).toContain('in controls or embedded objects');
  });
});

describe('a mail', () => {
  it('with layout tables has its cells separated', async () => {
    expect((await parsed('htmlmail.eml')).lines.slice(4)).toEqual([
      'Your booking is confirmed',
      'Booking number | ZK-4471',
      'Arrival | 12 June 2026',
      'Room | Lakeside, two beds',
      'You can cancel free of charge until 5 June.',
    ]);
  });

  it('has its enriched text without commands', async () => {
    const body = ['<bold>Now</bold> is the time', 'for <<all>.', '', '<color><param>red</param>Red</color> text'];
    const { lines } = await parsed('a.eml', mail('Content-Type: text/enriched', '', ...body));
    expect(lines.slice(-2)).toEqual(['Now is the time for <all>.', 'Red text']);
  });

  it('includes documents among its related parts, and omits only inline images', async () => {
    expect((await parsed('apple-related.eml')).text).toContain('Amount due for the mainsail: 1,930 francs.');
    const part = (id: string, name: string) =>
      `--R\r\nContent-Type: image/png; name="${name}"\r\nContent-ID: <${id}>\r\n\r\nx`;
    const html = '--R\r\nContent-Type: text/html\r\n\r\n<p>Hello</p><img src="cid:logo@x">';
    const bytes = mail(
      'Content-Type: multipart/related; boundary=R',
      '',
      html,
      part('logo@x', 'logo.png'),
      part('scan@x', 'scan.png'),
      '--R--',
    );
    const { text, warnings } = await parsed('a.eml', bytes);
    expect(text).toContain('scan.png');
    expect(text).not.toContain('logo.png');
    expect(warnings.join()).toContain('"scan.png" was not read');
  });

  it('within mails and digests includes its own attachments, and warns beyond the maximum depth', async () => {
    const inner = (text: string) => `Subject: Inner ${text}\r\nFrom: b@example.com\r\n\r\nBody of ${text}`;
    const digest = mail(
      'Content-Type: multipart/digest; boundary=D',
      '',
      '--D',
      '',
      inner('one'),
      '--D',
      '',
      inner('two'),
      '--D--',
    );
    expect((await parsed('a.eml', digest)).text).toMatch(/Body of one[\s\S]*Body of two/);
    const nest = (depth: number): string =>
      depth === 0
        ? inner('the last')
        : mail(
            `Content-Type: multipart/mixed; boundary=B${depth}x`,
            '',
            `--B${depth}x`,
            'Content-Type: message/rfc822',
            '',
            nest(depth - 1),
            `--B${depth}x--`,
          );
    expect((await parsed('a.eml', nest(4))).text).toContain('Body of the last');
    const deep = await parsed('a.eml', nest(8));
    expect(deep.text).not.toContain('Body of the last');
    expect(deep.warnings).toEqual(['The attachment "message.eml" was not read: it is nested too deeply.']);
  });

  it('warns of parts that cannot be read, and omits signatures', async () => {
    const withPart = (...part: string[]) =>
      mail('Content-Type: multipart/mixed; boundary=M', '', '--M', '', 'Body', '--M', ...part, '--M--');
    const read = async (...part: string[]) => {
      const { text, warnings } = await parsed('a.eml', withPart(...part));
      expect(text).toContain('Body');
      return { text, warnings: warnings.join() };
    };
    for (const [type, why] of [
      ['application/pkcs7-mime; smime-type=enveloped-data', 'encrypted'],
      ['application/ms-tnef', 'TNEF'],
      ['message/external-body; access-type=URL; URL="https://example.com/a"', 'not in the mail'],
    ]) {
      const { text, warnings } = await read(`Content-Type: ${type}`, '', 'unreadable');
      expect([warnings.includes(why ?? ''), text.includes('unreadable')], type).toEqual([true, false]);
    }
    const part = await read('Content-Type: message/partial; id="a"; number=1; total=2', '', 'Subject: x', '', 'Half');
    expect([part.text.includes('Half'), part.warnings]).toEqual([true, expect.stringContaining('only a part')]);
    const signed = await read('Content-Type: application/pgp-signature', '', 'iQEzBA');
    expect([signed.text.includes('iQEzBA'), signed.warnings]).toEqual([false, '']);
  });

  it('warns of unknown charsets and encodings, and is read whole if its parts are not separated', async () => {
    const odd = mail('Content-Type: text/plain;', ' charset="x-foo"', 'Content-Transfer-Encoding: x-uue', '', 'Text');
    expect((await parsed('a.eml', odd)).warnings).toEqual([
      'The charset x-foo is unknown; some characters may be wrong.',
      'The transfer encoding x-uue is unknown; a part was not decoded.',
    ]);
    const unseparated = mail('Content-Type: multipart/mixed', '', 'The only text');
    expect((await parsed('a.eml', unseparated)).text).toContain('The only text');
  });

  it('is decoded by the charset of its bytes if it declares none or a wrong one, with a warning', async () => {
    const text = 'Käse für Jörg und Bärbel';
    const latin1 = Buffer.from(text, 'latin1');
    const read = async (bytes: Buffer | string, ...headers: string[]) => {
      const head = Buffer.from(mail(...headers, '', ''));
      return parsed('a.eml', Buffer.concat([head, Buffer.from(bytes as string)]));
    };
    for (const declared of [[], ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit']]) {
      const { lines, warnings } = await read(latin1, ...declared);
      expect([lines.at(-1), warnings.length]).toEqual([text, 1]);
    }
    for (const declared of ['us-ascii', 'iso-8859-1']) {
      const { lines, warnings } = await read(text, `Content-Type: text/plain; charset=${declared}`);
      expect(lines.at(-1)).toBe(text);
      expect(warnings).toEqual(['The declared charset of the mail is wrong; its text was read as UTF-8.']);
    }
    const right = await read(latin1, 'Content-Type: text/plain; charset=iso-8859-1');
    expect([right.lines.at(-1), right.warnings]).toEqual([text, []]);
    const base64 = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'];
    expect((await read(latin1.toString('base64'), ...base64)).warnings).toEqual([
      'Some characters of the mail are not valid in its declared charset and were lost.',
    ]);
    const page = Buffer.concat([
      Buffer.from('<meta charset="windows-1251"><p>'),
      Buffer.from([0xc4, 0xee, 0xe3, 0xee, 0xe2, 0xee, 0xf0]),
    ]);
    expect((await read(page, 'Content-Type: text/html')).lines.at(-1)).toBe('Договор');
    const subject = 'From: a@x.example\nSubject: Grüße aus Köln\nContent-Type: text/plain; charset=iso-8859-1\n\nKäse';
    const old = await parsed('a.eml', Buffer.from(subject, 'latin1'));
    expect([old.title, old.lines.at(-1)]).toEqual(['Grüße aus Köln', 'Käse']);
  });

  it('can begin with a byte order mark or end its lines as old Macs do, and names all addresses', async () => {
    const headers = 'From: a@x.example, Ann <c@x.example>\rReply-To: r@x.example\rBcc: b@x.example\rSubject: S\r\rText';
    for (const text of [headers, `\ufeff${headers.replaceAll('\r', '\r\n')}`])
      expect((await parsed('a.eml', text)).lines).toEqual([
        'S',
        'From: a@x.example, Ann <c@x.example>',
        'Reply-To: r@x.example',
        'Bcc: b@x.example',
        'Text',
      ]);
  });

  it('with a uuencoded file in its text names it in a warning', async () => {
    const { lines, warnings } = await parsed('a.eml', mail('', 'Text', 'begin 644 a.txt', '#0V%T', '`', 'end'));
    expect(lines).toContain('Text');
    expect(warnings).toEqual(['The text contains a file in an old encoding (uuencode or yEnc), which was not read.']);
  });

  it.each(['x-strange', 'parallel', 'report'])('with the structure multipart/%s has all of its parts', async (type) => {
    const texts = ['One', 'Two'].flatMap((text) => ['--M', 'Content-Type: text/plain', '', text]);
    const bytes = mail(`Content-Type: multipart/${type}; boundary=M`, '', 'Preamble', ...texts, '--M--', 'Epilogue');
    const { text } = await parsed('a.eml', bytes);
    expect([/One\s+Two/.test(text), /Preamble|Epilogue/.test(text)]).toEqual([true, false]);
  });

  it('with an HTML part and a plain text footer keeps both', async () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary=M',
      '',
      '--M',
      'Content-Type: text/html',
      '',
      '<table><tr><td>Seat</td><td>12B</td></tr></table>',
      '--M',
      'Content-Type: text/plain',
      '',
      'Sent by the list',
      '--M--',
    );
    expect((await parsed('a.eml', bytes)).lines).toEqual(expect.arrayContaining(['Seat | 12B', 'Sent by the list']));
  });
});

describe('a CSV file', () => {
  it('is split where its quoted values stay whole', async () => {
    const { lines } = await parsed('a.csv', 'Id,Note\n1,"a;b;c;d"\n2,"e;f;g;h"\n');
    expect(lines).toEqual(['Id: 1; Note: a;b;c;d', 'Id: 2; Note: e;f;g;h']);
  });

  it('has its delimiter detected or stated, and titles above its header', async () => {
    const { blocks, lines } = await parsed('title.csv');
    expect(blocks[0]).toMatchObject({ kind: 'paragraph', text: 'Umsatzbericht, Stand März, vorläufig' });
    expect(lines).toContain('Kunde: Amsel GmbH; Bemerkung: zahlt spät, aber sicher, immer; Umsatz: 1250,50');
    expect((await parsed('sep.csv')).lines[0]).toBe('Kunde: Bäckerei Amsel; Ort: Köln; Umsatz: 1.250,50');
  });

  it.each([
    ['line breaks and delimiters in quotes', 'a;b\n"1\n2;3";4\n"5,6";7\n', 'a: 1 2;3; b: 4'],
    ['decimal commas', 'x;y\n1,5;2,5\n3,5;4,5\n', 'x: 1,5; y: 2,5'],
    ['tabs', 'n\tv\nA, B\t1\nC, D\t2\n', 'n: A, B; v: 1'],
    ['bars', 'n|v\nA, B|1\nC|2\n', 'n: A, B; v: 1'],
    ['single quotes', "'n';'v'\n'A;B';'1'\n'C';'2'\n", 'n: A;B; v: 1'],
    ['doubled quotes', 'n,v\n"say ""hi""",1\nb,2\n', 'n: say "hi"; v: 1'],
    ['quotes behind backslashes', 'n,v\n"say \\"hi\\", you",1\nb,2\n', 'n: say "hi", you; v: 1'],
    ['spaces before quotes', 'n, v, w\nA, "x, y", 1\nB, z, 2\n', 'n: A; v: x, y; w: 1'],
    ['line ends of old Macs', 'n,v\rA,1\rB,2\r', 'n: A; v: 1'],
    ['line ends of several systems', 'n,v\rA,1\nB,2\r\n', 'n: A; v: 1'],
    ['quotes around every value and a rare delimiter', `'n':'v'\n'A''s':'1'\n'B':'2'\n`, "n: A's; v: 1"],
    ['the delimiter +', '"n"+"v"\n"A"+"1"\n"B"+"2"\n', 'n: A; v: 1'],
    ['a stated delimiter and line ends of old Macs', 'sep=;\rn;v\rA;1\rB;2\r', 'n: A; v: 1'],
    ['backslashes before closing quotes', 'n,v\n"C:\\boats\\",1\n"D:\\x\\",2\n', 'n: C:\\boats\\; v: 1'],
    ['doubled single quotes', "n,v\n'it''s',1\n'x',2\n", "n: it's; v: 1"],
    ['spaces around quotes', 'n,v\n"A" , "1"\n"B" , "2"\n', 'n: A; v: 1'],
    ['carets', 'n^v\nA, x^1\nB^2\n', 'n: A, x; v: 1'],
    ['a delimiter at the end of each line', 'n,v,\nA,1,\nB,2,\n', 'n: A; v: 1'],
    ['one column of sentences', 'Hello, you\nA, b, c\nNote\nEnd\n', 'Hello, you'],
    ['a header that begins with a hash', '#id,n\n1,A\n2,B\n', '#id: 1; n: A'],
    ['years and a nameless first column', ',2024,2025\nKettle,5,6\nLamp,7,8\n', 'Kettle; 2024: 5; 2025: 6'],
  ])('can be written with %s', async (_what, text, first) => {
    expect((await parsed('a.csv', text)).lines[0]).toBe(first);
  });

  it('has the comments above its header as text', async () => {
    const { lines } = await parsed('a.csv', '# Made by hand\r\n# one, two\r\nn,v\r\nA,1\r\nB,2\r\n');
    expect(lines).toEqual(['Made by hand', 'one, two', 'n: A; v: 1', 'n: B; v: 2']);
  });

  it.each([
    [
      'another table',
      'n,v\nA,1\nB,2\n\n,\nShip,Built\nAnna,1931\nBerta,1940\n',
      ['Ship: Anna; Built: 1931', 'Ship: Berta; Built: 1940'],
    ],
    ['further rows', 'n,v\nA,1\nB,2\n\nC,3\nD,4\n', ['n: C; v: 3', 'n: D; v: 4']],
    ['further rows, below every row', 'n,v\n\nA,1\n\nB,2\n\nC,x\n\nD,4\n', ['n: C; v: x', 'n: D; v: 4']],
  ])('has below empty lines %s', async (_what, text, below) => {
    expect((await parsed('a.csv', text)).lines).toEqual(['n: A; v: 1', 'n: B; v: 2', ...below]);
  });

  it('warns about rows with more values than the others', async () => {
    for (const text of ['n,v\nA,1\nB,2\nC, D,3\n', 'n,v\nA\\,B,1\nC,2\n'])
      expect((await parsed('a.csv', text)).warnings).toEqual([
        'Some rows have more values than the others; these may be under the wrong column names.',
      ]);
  });
});

describe('a text', () => {
  it('in another charset than UTF-8 is detected, with a warning that names the charset', async () => {
    const gbk = await parsed('gbk.csv');
    expect(gbk.lines[0]).toBe('客户: 张伟商店; 城市: 南京; 金额: 1250');
    expect(gbk.warnings.join()).toMatch(/read as GB18030/);
    const cyrillic = await parsed('cp1251.txt');
    expect(cyrillic.text).toBe('Договор аренды причала. Плата составляет 4200 рублей в год.');
    expect(cyrillic.warnings.join()).toMatch(/read as Windows-1251/);
  });

  it('whose first non-ASCII letter comes late is still detected by it', async () => {
    const bytes = Buffer.concat([
      Buffer.from('word '.repeat(30_000)),
      Buffer.from('Käse und Brötchen für Jörg', 'latin1'),
    ]);
    const { text, warnings } = await parsed('a.txt', bytes);
    expect(text).toContain('Käse und Brötchen für Jörg');
    expect(warnings).toHaveLength(1);
    const broken = Buffer.concat([Buffer.from('Ärger '.repeat(20_000)), Buffer.from([0xff, 0x20])]);
    expect((await parsed('b.txt', broken)).warnings.join()).toMatch(/are not valid utf-8/);
  });
});

describe('front matter', () => {
  it('gives a document its title, and keeps its other keys as metadata', async () => {
    const { title, lines } = await parsed('front.md');
    expect(title).toBe('Caring for a wooden boat');
    expect(lines.slice(0, 4)).toEqual([
      'Caring for a wooden boat',
      'tags: boats, wood',
      'draft: true',
      'Scrape the hull each spring.',
    ]);
  });

  it('that is invalid YAML stays text, with a warning', async () => {
    const { text, warnings } = await parsed('a.md', '---\na: [1\nb: "x\n---\n\nText\n');
    expect(text).toContain('a: [1');
    expect(warnings).toEqual(['The front matter is not valid YAML and was read as text.']);
  });
});
