import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromBlockMessage } from '../../src/knowledge/parsing/block-message.ts';
import type { Block, ParsedSummary } from '../../src/knowledge/parsing/contract.ts';
import { toMarkdown } from '../../src/knowledge/parsing/markdown.ts';
import { readDocument } from '../../src/knowledge/parsing/read.ts';
import { SourceFile } from '../../src/knowledge/parsing/source-file.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { createZip, docx, pptx, word, xlsx } from '../support/office-files.ts';
import { pdf } from '../support/pdf.ts';

const settings = loadConfig({}).parsing;

interface Outcome {
  readonly blocks: Block[];
  readonly markdown: string[];
  readonly summary?: ParsedSummary;
  readonly failure?: { readonly reason: string; readonly detail: { readonly code: string } };
}

async function read(
  name: string,
  bytes: Buffer = readFileSync(new URL(`../corpora/formats/${name}`, import.meta.url)),
): Promise<Outcome> {
  const blocks: Block[] = [];
  let rest: Partial<Outcome> = {};
  const job = { name, mediaType: null, strategy: 'auto', settings } as const;
  await readDocument(SourceFile.of(bytes, name), job, (message) => {
    if ('block' in message) blocks.push(fromBlockMessage(message.block));
    else rest = { ...rest, ...message };
  });
  return { blocks, markdown: blocks.map(toMarkdown), ...rest };
}

const SALES = '| Region | Sales Spring | Sales Autumn |\n| --- | --- | --- |\n| North | 10 | 20 |\n| North | 11 | 21 |';
const ODF = 'application/vnd.oasis.opendocument';
const NAMESPACES = 'xmlns:office="o" xmlns:text="t" xmlns:table="b"';

describe('an OpenDocument file', () => {
  it('of text has headings, lists, notes, comments and tables with merged cells', async () => {
    const { markdown, summary } = await read('harbour.odt');
    expect(markdown).toEqual([
      '# Harbour rules',
      'Boats pay 210 crowns',
      'Since March.',
      'A second paragraph.',
      '> Comment by Ann: Too cheap?',
      '## Berths',
      '- Eastpier',
      '- Westpier',
      SALES,
    ]);
    expect(summary).toMatchObject({ parser: 'odt', mediaType: `${ODF}.text`, warnings: [] });
  });

  it('has the descriptions of its pictures, and headers with merged cells', async () => {
    const cell = (text: string, attributes = '') =>
      `<table:table-cell${attributes}><text:p>${text}</text:p></table:table-cell>`;
    const covered = '<table:covered-table-cell/>';
    const rows = [
      cell('') + cell('Spring', ' table:number-columns-spanned="3"') + covered.repeat(2),
      cell('') + cell('In and out', ' table:number-columns-spanned="2"') + covered + cell('Kept'),
      cell('Tin') + cell('1') + cell('2') + cell('3'),
    ];
    const table = `<table:table>${rows.map((row) => `<table:table-row>${row}</table:table-row>`).join('')}</table:table>`;
    const frame = '<text:p>Map<draw:frame><draw:image/><svg:desc>All piers</svg:desc></draw:frame></text:p>';
    const body = `<office:body><office:text>${frame}${table}</office:text></office:body>`;
    const bytes = await createZip({
      mimetype: `${ODF}.text`,
      'content.xml': `<office:document-content ${NAMESPACES} xmlns:draw="d" xmlns:svg="s">${body}</office:document-content>`,
    });
    const { blocks } = await read('a.odt', bytes);
    expect(blocks.map(({ text, rows }) => rows ?? text)).toEqual([
      'Map',
      'All piers',
      [
        ['', 'Spring In and out', 'Spring In and out', 'Spring Kept'],
        ['Tin', '1', '2', '3'],
      ],
    ]);
  });

  it('of sheets has values and dates, comments, and hidden sheets marked as such', async () => {
    const { markdown, summary } = await read('sales.ods');
    expect(markdown).toEqual([
      '# Sales',
      SALES,
      '# Wages (hidden sheet)',
      '| Name | Day | Pay |\n| --- | --- | --- |\n| Ann | 2026-03-01 | 1250.5 |',
      '> Comment on 1250.5: With bonus',
    ]);
    expect(summary?.warnings).toEqual(['The sheet "Wages" is hidden; it was read.']);
  });

  it('of slides has pages, titles and speaker notes', async () => {
    const { blocks, markdown, summary } = await read('piers.odp');
    expect(markdown).toEqual(['# New piers', 'Longpier opens in May', 'Speaker notes: Mention the mayor']);
    expect(blocks.map(({ page }) => page)).toEqual([1, 1, 1]);
    expect(summary?.pageCount).toBe(1);
  });

  it('has the texts of charts, formulas and text boxes, and warns of other objects', async () => {
    const object = (name: string) => `<draw:frame><draw:object xlink:href="./${name}"/><draw:image/></draw:frame>`;
    const row = (...cells: string[]) =>
      `<table:table-row>${cells.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;
    const chart = `<office:document-content ${NAMESPACES} xmlns:chart="c"><office:body><office:chart><chart:chart><chart:title><text:p>Guests by pier</text:p></chart:title><table:table><table:table-header-rows>${row('', 'May')}</table:table-header-rows>${row('Eastpier', '31')}</table:table></chart:chart></office:chart></office:body></office:document-content>`;
    const formula =
      '<math xmlns="m"><semantics><mi>a</mi><annotation encoding="StarMath 5.0">a over b</annotation></semantics></math>';
    const file = (type: string, body: string) =>
      createZip({
        mimetype: `${ODF}.${type}`,
        'content.xml': `<office:document ${NAMESPACES} xmlns:draw="d" xmlns:xlink="x"><office:body>${body}</office:body></office:document>`,
        'Chart/content.xml': chart,
        'Formula/content.xml': formula,
      });
    const text = `<office:text><text:p>Text ${object('Chart')}${object('Formula')}${object('Other')}</text:p></office:text>`;
    const odt = await read('a.odt', await file('text', text));
    expect(odt.markdown).toEqual([
      'Text',
      'Guests by pier',
      '|  | May |\n| --- | --- |\n| Eastpier | 31 |',
      'a over b',
    ]);
    expect(odt.summary?.warnings).toEqual(['Embedded files of other programs were not read.']);
    const box = '<draw:custom-shape><text:p>Closed in winter</text:p></draw:custom-shape>';
    const sheet = `<office:spreadsheet><table:table table:name="A"><table:shapes>${box}${object('Chart')}</table:shapes>${row('Pier', 'May')}${row('Eastpier', '31')}</table:table></office:spreadsheet>`;
    expect((await read('a.ods', await file('spreadsheet', sheet))).markdown).toEqual([
      '# A',
      '| Pier | May |\n| --- | --- |\n| Eastpier | 31 |',
      'Closed in winter',
      'Guests by pier',
    ]);
  });

  it('has its headers, footers and the texts of master slides once, without page numbers', async () => {
    const line = (name: string, text: string, more = '') =>
      `<style:${name} ${more}><text:p>${text}</text:p></style:${name}>`;
    const styles = `<office:document-styles ${NAMESPACES} xmlns:style="s" xmlns:draw="d" xmlns:presentation="p"><office:master-styles><style:master-page>${line('header', 'Harbour office')}${line('footer', 'Page <text:page-number>1</text:page-number>')}${line('footer-left', 'Unused', 'style:display="false"')}</style:master-page><style:master-page>${line('header', 'Harbour office')}${line('footer', '<text:sheet-name>???</text:sheet-name>')}<draw:frame presentation:class="title"><draw:text-box><text:p>Click to edit</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>Draft</text:p></draw:text-box></draw:frame></style:master-page></office:master-styles></office:document-styles>`;
    const bodies = {
      text: '<office:text><text:p>Text</text:p></office:text>',
      presentation:
        '<office:presentation><presentation:footer-decl xmlns:presentation="p">Spring</presentation:footer-decl><draw:page xmlns:draw="d"><draw:frame><draw:text-box><text:p>Text</text:p></draw:text-box></draw:frame></draw:page></office:presentation>',
      spreadsheet:
        '<office:spreadsheet><table:table table:name="Text"><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
    };
    for (const [type, body] of Object.entries(bodies)) {
      const file = await createZip({
        mimetype: `${ODF}.${type}`,
        'content.xml': `<office:document ${NAMESPACES}><office:body>${body}</office:body></office:document>`,
        'styles.xml': styles,
      });
      const running = type === 'presentation' ? ['Spring', 'Harbour office', 'Draft'] : ['Harbour office', 'Draft'];
      expect((await read('a', file)).markdown.slice(-running.length), type).toEqual(running);
    }
  });

  it('that is encrypted, damaged, a drawing or hostile fails by name', async () => {
    const odt = (content: string, parts: Record<string, string> = {}, type = 'text') =>
      createZip({ mimetype: `${ODF}.${type}`, 'content.xml': content, ...parts });
    const body = (text: string) =>
      `<office:document ${NAMESPACES}><office:body><office:text>${text}</office:text></office:body></office:document>`;
    const manifest = '<manifest><file-entry><encryption-data/></file-entry></manifest>';
    expect((await read('a.odt', await odt(body(''), { 'META-INF/manifest.xml': manifest }))).failure?.reason).toBe(
      'PASSWORD_PROTECTED',
    );
    expect((await read('a.odt', await odt('<office'))).failure?.reason).toBe('DAMAGED_FILE');
    expect((await read('a.odt', await createZip({ mimetype: `${ODF}.text` }))).failure?.reason).toBe('DAMAGED_FILE');
    expect((await read('a.odg', await odt(body(''), {}, 'graphics'))).failure?.detail.code).toBe(
      'opendocument_type_not_supported',
    );
    const nested = `${'<text:section>'.repeat(20_000)}${'</text:section>'.repeat(20_000)}`;
    expect((await read('a.odt', await odt(body(nested)))).failure?.detail.code).toBe('document_nested_too_deeply');
    const repeated =
      '<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>';
    const sheet = `<office:document ${NAMESPACES}><office:body><office:spreadsheet><table:table table:name="A">${repeated}</table:table></office:spreadsheet></office:body></office:document>`;
    const { blocks } = await read('a.ods', await odt(sheet, {}, 'spreadsheet'));
    expect(blocks.flatMap(({ rows = [] }) => rows).length).toBeLessThanOrEqual(1000);
  });
});

describe('other formats', () => {
  it('EPUB has its chapters in reading order', async () => {
    const { markdown, summary } = await read('keeper.epub');
    expect(markdown).toEqual(['# The storm', 'The storm came in March.', '# The calm', 'In April the sea was calm.']);
    const properties = { creator: 'A. Brandvold', author: 'A. Brandvold', language: 'en' };
    expect(summary).toMatchObject({ parser: 'epub', title: 'The keeper', properties });
  });

  it('EPUB has notes outside of the reading order at the end, and reports encrypted chapters', async () => {
    const chapter = (text: string) => `<html><body><p>${text}</p></body></html>`;
    const file = await createZip({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="o.opf"/></rootfiles></container>',
      'META-INF/encryption.xml': '<encryption><CipherReference URI="secret.xhtml"/></encryption>',
      'o.opf':
        '<package><metadata><dc:language>nl-BE</dc:language></metadata><manifest><item id="n" href="notes.xhtml"/><item id="a" href="a.xhtml"/><item id="s" href="secret.xhtml"/></manifest><spine><itemref idref="n" linear="no"/><itemref idref="a"/><itemref idref="s"/></spine></package>',
      'a.xhtml': chapter('The storm.'),
      'notes.xhtml': chapter('In March 1911.'),
      'secret.xhtml': 'x',
    });
    const { markdown, summary } = await read('a.epub', file);
    expect(markdown).toEqual(['The storm.', 'In March 1911.']);
    expect(summary?.language).toBe('nl');
    expect(summary?.warnings).toEqual(['The chapter secret.xhtml is encrypted.']);
  });

  it('RTF has headings, tables and its charset', async () => {
    const { markdown, summary } = await read('lease.rtf');
    expect(markdown).toEqual([
      '# Lease',
      'The rent of Jörg is 4,200 euros — due in March.',
      '| Pier | Fee |\n| --- | --- |\n| Eastpier | 210 |',
      'The end.',
    ]);
    expect(summary?.parser).toBe('rtf');
    const rich = String.raw`{\rtf1{\header Harbour office\par}{\footer Page 4\par}Text{\*\annotation Ask Ann}{\v unseen}{\deleted old}\par{\object{\*\objdata 01}}{\pict\wmetafile8 01}}`;
    const parts = await read('a.rtf', Buffer.from(rich));
    expect(parts.markdown).toEqual(['Textunseenold', 'Harbour office']);
    expect(parts.summary?.warnings).toEqual([
      'Embedded files that were not read: 1.',
      'Comments were not read.',
      'The document has hidden text, which was read.',
      'The document has tracked changes; deleted text was read too.',
      expect.stringContaining('Pictures whose text was not read: 1;'),
    ]);
    const deep = await read('a.rtf', Buffer.from(`{\\rtf1 ${'{'.repeat(200_000)}x`));
    expect(deep.failure?.reason ?? deep.markdown.join()).toMatch(/^(?:DAMAGED_FILE|EMPTY_DOCUMENT|x)$/);
  });

  it('RTF has merged cells in all their rows and columns', async () => {
    const row = (definitions: readonly string[], texts: readonly string[]) =>
      `\\trowd${definitions.map((one, at) => `${one}\\cellx${at + 1}000`).join('')} ${texts.map((text) => `\\intbl ${text}\\cell `).join('')}\\row `;
    const rows = [
      row(['', '', ''], ['Region', 'Route', 'Fare']),
      row(['\\clvmgf', '', ''], ['North', 'Pier', '4']),
      row(['\\clvmrg', '', ''], ['', 'Quay', '5']),
      row(['\\clmgf', '\\clmrg', ''], ['West', '', '6']),
      row(['\\clvmgf\\clmgf', '\\clvmrg\\clmrg', ''], ['South', '', '7']),
      row(['\\clvmrg\\clmgf', '\\clvmrg\\clmrg', ''], ['', '', '8']),
    ];
    const { blocks } = await read('a.rtf', Buffer.from(`{\\rtf1 ${rows.join('')}\\pard End\\par}`));
    expect(blocks.map(({ rows: cells, text }) => cells ?? text)).toEqual([
      [
        ['Region', 'Route', 'Fare'],
        ['North', 'Pier', '4'],
        ['North', 'Quay', '5'],
        ['West', 'West', '6'],
        ['South', 'South', '7'],
        ['South', 'South', '8'],
      ],
      'End',
    ]);
  });

  it('Pages, Numbers and Keynote files are refused with the formats to export them to', async () => {
    const codeOf = async (name: string, entries: Record<string, string>) =>
      (await read(name, await createZip(entries))).failure?.detail.code;
    expect(await codeOf('a.pages', { 'Index/Document.iwa': 'x' })).toBe('iwork_not_supported');
    expect(await codeOf('a.docx', { 'Metadata/BuildVersionHistory.plist': 'x' })).toBe('iwork_not_supported');
    expect(await codeOf('a.key', { 'index.apxl': 'x', 'buildVersionHistory.plist': 'x' })).toBe('iwork_not_supported');
    expect(await codeOf('a.zip', { 'a.pages/Index/Document.iwa': 'x' })).toBe('zip_not_supported');
  });

  it('XML is read by its structure, in its charset, without entities of its own', async () => {
    const { markdown, summary } = await read('catalog.xml');
    expect(markdown).toEqual([
      'catalog\nnote: See page 4 for terms.',
      'catalog.boat[0]\nid: 7\nname: Königin\nlength: 7.35 (unit: m)',
      'catalog.boat[1]\nid: 8\nname: Silverheron\nlength: 9.1 (unit: m)',
    ]);
    expect(summary).toMatchObject({ parser: 'xml', warnings: [] });
    const entity = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>';
    expect((await read('a.xml', Buffer.from(entity))).failure?.reason).toBe('DAMAGED_FILE');
    const deep = await read('a.xml', Buffer.from(`<?xml version="1.0"?>${'<a>'.repeat(100_000)}`));
    expect(deep.failure?.reason).toBe('DAMAGED_FILE');
  });

  it('an email in UTF-16 is read', async () => {
    const { markdown, summary } = await read('utf16.eml');
    expect(markdown).toEqual(['# Grüße', 'From: Ann <ann@x.example>\nTo: b@x.example', 'Der Beitrag beträgt 40 Euro.']);
    expect(summary?.warnings).toEqual([]);
  });

  it('a hidden sheet of Excel is marked', async () => {
    const workbook =
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Wages" sheetId="1" state="veryHidden" r:id="rId1"/></sheets></workbook>';
    const rows = [
      ['Name', 'Pay'],
      ['Ann', 5],
    ];
    const { markdown, summary } = await read('a.xlsx', await xlsx({ Wages: rows }, { 'xl/workbook.xml': workbook }));
    expect(markdown[0]).toBe('# Wages (hidden sheet)');
    expect(summary?.warnings).toEqual(['The sheet "Wages" is hidden; it was read.']);
  });

  it('page headers and footers of Excel are read once, without their codes', async () => {
    const sheet =
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>5</v></c></row></sheetData><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Offer 2031&amp;CR&amp;&amp;D&amp;R&amp;P</oddHeader><oddFooter>&amp;C&amp;KFF0000Confidential</oddFooter><evenFooter>&amp;CConfidential</evenFooter></headerFooter></worksheet>';
    const { markdown } = await read('a.xlsx', await xlsx({ Wages: [[5]] }, { 'xl/worksheets/sheet1.xml': sheet }));
    expect(markdown.slice(-3)).toEqual(['Offer 2031', 'R&D', 'Confidential']);
  });

  it('a web page in UTF-8 is read as such, whatever charset it declares', async () => {
    const page = (charset: string) =>
      `<html><head><meta charset="${charset}"></head><body><p>渡轮每天早上八点开船</p></body></html>`;
    const { markdown } = await read('a.html', Buffer.from(page('gb2312')));
    expect(markdown.join()).toContain('渡轮每天早上八点开船');
    const western = Buffer.from(
      '<meta charset="iso-8859-1"><p>Gr\xfc\xdfe \xfcber \xd6l, \xc4rger, \xdcbel, Stra\xdfen</p>',
      'latin1',
    );
    expect((await read('b.html', western)).markdown.join()).toContain('Grüße über Öl, Ärger, Übel, Straßen');
  });

  it('a table of Excel has column names wherever it starts', async () => {
    const rows = [
      ['Ducks of the harbour'],
      [],
      [null, null, 'Year', 'Ducks'],
      [null, null, 2019, 200],
      [null, null, 2020, 230],
    ];
    const { markdown } = await read('a.xlsx', await xlsx({ A: rows }));
    expect(markdown.join('\n')).toMatch(/\| Year \| Ducks \|\n\|[ -|]+\n.*\| 2019 \| 200 \|/);
  });

  it('subdocuments of Word, which are other files, are named in a warning', async () => {
    const { markdown, summary } = await read(
      'a.docx',
      await docx(`${word.p('Before')}<w:p><w:subDoc r:id="rId9"/></w:p>`),
    );
    expect(markdown).toEqual(['Before']);
    expect(summary?.warnings).toEqual(['The document refers to subdocuments in other files, which were not read.']);
  });

  it('threaded comments of Excel are read once, with their replies', async () => {
    const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const { markdown } = await read(
      'a.xlsx',
      await xlsx(
        {
          Pay: [
            ['Name', 'Pay'],
            ['Ann', 5],
          ],
        },
        {
          'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/comments" Target="../comments1.xml"/><Relationship Id="rId2" Type="http://schemas.microsoft.com/office/2017/10/relationships/threadedComment" Target="../threadedComments/threadedComment1.xml"/></Relationships>`,
          'xl/comments1.xml':
            '<comments><commentList><comment ref="B2"><text><t>[Threaded comment] Your version of Excel allows you to read this. Comment: Is this right?</t></text></comment><comment ref="A2"><text><r><t>Only a note</t></r></text></comment></commentList></comments>',
          'xl/threadedComments/threadedComment1.xml':
            '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="B2" id="{1}"><text>Is this right?</text></threadedComment><threadedComment ref="B2" id="{2}" parentId="{1}"><text>Yes, since May.</text></threadedComment></ThreadedComments>',
        },
      ),
    );
    const comments = markdown.filter((text) => text.includes('Comment on')).toSorted();
    expect(comments).toEqual([
      '> Comment on A2: Only a note',
      '> Comment on B2: Is this right?',
      '> Comment on B2: Yes, since May.',
    ]);
  });

  it('hidden slides of PowerPoint are read with a warning', async () => {
    const slides = [
      { title: 'Open', points: ['For everyone'] },
      { title: 'Closed', points: ['For a few'] },
    ];
    const zip = await pptx(slides, {
      'ppt/slides/slide2.xml':
        '<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" show="0"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>For a few</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>',
    });
    const { blocks, summary } = await read('a.pptx', zip);
    expect(blocks.map(({ text, page }) => [text, page])).toContainEqual(['For a few', 2]);
    expect(summary?.warnings).toEqual(['Slide 2 is hidden; it was read.']);
  });

  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const relationshipsOf = (targets: Readonly<Record<string, string>>) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(targets)
      .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`;
  const shape = (text: string, placeholder = '') =>
    `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const slide = (shapes: string) => `<p:sld xmlns:p="p" ${A}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
  const frame = (content: string) =>
    `<p:graphicFrame><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;
  const points = (...values: string[]) => values.map((value, at) => `<pt idx="${at}"><v>${value}</v></pt>`).join('');
  const written = (text: string) => `<tx><rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></rich></tx>`;
  const chart = (content: string, axes = '') =>
    `<chartSpace ${A}><chart><title>${written('Rain')}</title><plotArea>${content}${axes}</plotArea></chart></chartSpace>`;
  const BARS = `<ser><tx><strRef>${points('2025')}</strRef></tx><cat><multiLvlStrCache><lvl>${points('May', 'June')}</lvl><lvl>${points('Spring')}</lvl></multiLvlStrCache></cat><val>${points('71', '38')}</val></ser>`;
  const AXES = `<catAx><title>${written('Month')}</title></catAx><valAx><title><tx><strRef>${points('Millimetres')}</strRef></tx></title></valAx>`;
  const dots = (name: string, x: string, y: string) =>
    `<ser><tx><v>${name}</v></tx><dLbls><dLbl>${written(`Peak ${name}`)}</dLbl></dLbls><xVal>${points(x)}</xVal><yVal>${points(y)}</yVal><bubbleSize>${points('7')}</bubbleSize></ser>`;
  const WATERFALL =
    '<chartSpace><chartData><data id="0"><strDim><lvl><pt idx="0">North</pt></lvl></strDim><numDim><lvl><pt idx="0">5</pt></lvl></numDim></data></chartData><chart><title><tx><txData><v>Fall</v></txData></tx></title><plotArea><plotAreaRegion><series><tx><txData><v>Sales</v></txData></tx><dataId val="0"/></series></plotAreaRegion></plotArea></chart></chartSpace>';

  it.each([
    [
      'axes and levels',
      chart(BARS, AXES),
      ['Rain', 'Month', 'Millimetres', '|  | 2025 |\n| --- | --- |\n| Spring May | 71 |\n| Spring June | 38 |'],
    ],
    [
      'series with points of their own',
      chart(dots('a', '1', '10') + dots('b', '5', '50')),
      [
        'Rain',
        'Peak a',
        'Peak b',
        '|  | a | a (size) |\n| --- | --- | --- |\n| 1 | 10 | 7 |',
        '|  | b | b (size) |\n| --- | --- | --- |\n| 5 | 50 | 7 |',
      ],
    ],
    ['the format of 2014', WATERFALL, ['Fall', '|  | Sales |\n| --- | --- |\n| North | 5 |']],
  ])('charts have all of their texts and data: %s', async (_what, xml, expected) => {
    const onSlide = await pptx([{ title: 'x', points: [] }], {
      'ppt/slides/slide1.xml': slide(frame('<chart id="rId1"/>')),
      'ppt/slides/_rels/slide1.xml.rels': relationshipsOf({ chart: '../charts/chart1.xml' }),
      'ppt/charts/chart1.xml': xml,
    });
    expect((await read('a.pptx', onSlide)).markdown).toEqual(expected);
    const inHeader = await docx(word.p('Text'), {
      'word/header1.xml': '<hdr><p><r><drawing><chart id="rId1"/></drawing></r></p></hdr>',
      'word/_rels/header1.xml.rels': relationshipsOf({ chart: 'charts/chart1.xml' }),
      'word/charts/chart1.xml': xml,
    });
    expect((await read('a.docx', inHeader)).markdown).toEqual(['Text', ...expected]);
  });

  it('charts and diagrams of Excel are read without the data, which are in cells', async () => {
    const rows = [
      ['Name', 'Note'],
      ['Ann', 'one_x000D_\ntwo _x005F_x0041_'],
    ];
    const bytes = await xlsx(
      { Pay: rows },
      {
        'xl/worksheets/_rels/sheet1.xml.rels': relationshipsOf({ drawing: '../drawings/drawing1.xml' }),
        'xl/drawings/drawing1.xml': '<wsDr/>',
        'xl/drawings/_rels/drawing1.xml.rels': relationshipsOf({
          chart: '../charts/chart1.xml',
          diagramData: '../diagrams/data1.xml',
        }),
        'xl/charts/chart1.xml': chart(BARS, AXES),
        'xl/diagrams/data1.xml': `<dataModel ${A}><pt><t><a:p><a:r><a:t>Step one</a:t></a:r></a:p></t></pt></dataModel>`,
      },
    );
    const { markdown } = await read('a.xlsx', bytes);
    expect(markdown).toEqual([
      '# Pay',
      '| Name | Note |\n| --- | --- |\n| Ann | one two _x0041_ |',
      'Rain',
      'Month',
      'Millimetres',
      '- Step one',
    ]);
  });

  it('footers, layouts, formulas and all notes of PowerPoint are read, texts of several slides once', async () => {
    const formula =
      '<p:sp><p:txBody><a:p><AlternateContent><Choice><m><oMath><f><num><r><t>a</t></r></num><den><r><t>b</t></r></den></f></oMath></m></Choice><Fallback><a:r><a:t>a over b</a:t></a:r></Fallback></AlternateContent></a:p></p:txBody></p:sp>';
    const footer = shape('Internal', '<p:ph type="ftr"/>') + shape('3', '<p:ph type="sldNum"/>');
    const relationships = relationshipsOf({
      slideLayout: '../slideLayouts/slideLayout1.xml',
      notesSlide: '../notesSlides/notesSlide1.xml',
    });
    const bytes = await pptx(
      [
        { title: 'x', points: [] },
        { title: 'x', points: [] },
      ],
      {
        'ppt/slides/slide1.xml': slide(formula + footer),
        'ppt/slides/slide2.xml': slide(shape('Two') + footer),
        'ppt/slides/_rels/slide1.xml.rels': relationships,
        'ppt/notesSlides/notesSlide1.xml': slide(shape('Say', '<p:ph type="body"/>') + shape('Box') + footer),
        'ppt/slideLayouts/slideLayout1.xml': slide(shape('Click to edit', '<p:ph type="body"/>') + shape('Sail Loft')),
        'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationshipsOf({ slideMaster: '../slideMasters/m.xml' }),
        'ppt/slideMasters/m.xml': slide(shape('Est. 1931')),
      },
    );
    const { blocks } = await read('a.pptx', bytes);
    expect(blocks.map(({ text, page }) => [text, page])).toEqual([
      ['a/b', 1],
      ['Speaker notes: Say', 1],
      ['Speaker notes: Box', 1],
      ['Two', 2],
      ['Internal', null],
      ['Sail Loft', null],
      ['Est. 1931', null],
    ]);
  });

  it('comments of PowerPoint are read in the form before 2021 and since', async () => {
    const slides = [
      { title: 'One', points: [] },
      { title: 'Two', points: [] },
    ];
    const bytes = await pptx(slides, {
      'ppt/slides/_rels/slide1.xml.rels': relationshipsOf({ comments: '../comments/comment1.xml' }),
      'ppt/slides/_rels/slide2.xml.rels': relationshipsOf({ comments: '../comments/modernComment1.xml' }),
      'ppt/comments/comment1.xml':
        '<p:cmLst xmlns:p="p"><p:cm authorId="1"><p:text>Too long?</p:text></p:cm></p:cmLst>',
      'ppt/comments/modernComment1.xml': `<n:cmLst xmlns:n="n" ${A}><n:cm><n:replyLst><n:reply><n:txBody><a:p><a:r><a:t>No, keep it.</a:t></a:r></a:p></n:txBody></n:reply></n:replyLst><n:txBody><a:p><a:r><a:t>Shorten?</a:t></a:r></a:p></n:txBody></n:cm></n:cmLst>`,
    });
    const { blocks } = await read('a.pptx', bytes);
    const comments = blocks.filter(({ kind }) => kind === 'quote').map(({ text, page }) => `${page} ${text}`);
    expect(comments.toSorted()).toEqual(['1 Comment: Too long?', '2 Comment: No, keep it.', '2 Comment: Shorten?']);
  });

  it('formulas, fields and deleted cells of Word are read as they are shown', async () => {
    const r = (text: string) => `<r><t>${text}</t></r>`;
    const formulas = [
      `<m><mr><e>${r('1')}</e><e>${r('2')}</e></mr><mr><e>${r('3')}</e><e>${r('4')}</e></mr></m>`,
      `<eqArr><e>${r('x=1')}</e><e>${r('y=2')}</e></eqArr>`,
      `<rad><deg>${r('3')}</deg><e>${r('8')}</e></rad>`,
      `<func><fName><limLow><e>${r('m')}</e><lim>${r('k')}</lim></limLow></fName><e>${r('x')}</e></func>`,
      `<sPre><sub>${r('6')}</sub><sup>${r('9')}</sup><e>${r('C')}</e></sPre>`,
      `<acc><accPr><chr val="\u20d7"/></accPr><e>${r('v')}</e></acc>`,
    ].map((formula) => `<w:p><oMath>${formula}</oMath></w:p>`);
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const inner = `${field('begin')}${field('separate')}${r('female')}${field('end')}`;
    const salutation = `<w:p>${r('Dear ')}${field('begin')}${inner}${field('separate')}${r('Ms')}${field('end')}${r(' Brand')}</w:p>`;
    const drawing = `<w:p><w:r><w:drawing><lockedCanvas><a:p>${r('One')}</a:p><a:p>${r('Two')}</a:p></lockedCanvas></w:drawing></w:r></w:p>`;
    const table = `<w:tbl><w:tr><w:tc>${word.p('A')}</w:tc><w:tc><w:tcPr><w:cellDel/></w:tcPr>${word.p('gone')}</w:tc></w:tr></w:tbl>`;
    const chunk = '<w:altChunk r:id="rId77"/>';
    const { markdown, summary } = await read(
      'a.docx',
      await docx(`${formulas.join('')}${salutation}${drawing}${table}${chunk}`),
    );
    expect(markdown.slice(0, -1)).toEqual([
      '1 2; 3 4',
      'x=1; y=2',
      '√^3 8',
      'm_k x',
      '_6^9 C',
      'v\u20d7',
      'Dear Ms Brand',
      'One\nTwo',
    ]);
    expect(markdown.at(-1)).not.toContain('gone');
    expect(summary?.warnings).toEqual([
      'The document refers to a document outside of its file, which was not read.',
      'The document has tracked changes; it was read with all of them accepted.',
    ]);
  });

  it.each([
    ['0.0&quot; km&quot;', 7.5, '7.5 km'],
    ['_-* #,##0.00\\ &quot;€&quot;_-;\\-* #,##0.00\\ &quot;€&quot;_-', -12.5, '-12.5 €'],
    ['[Red][$$-409]#,##0', 3, '$3'],
    ['00000', 1234, '01234'],
    ['0.00', 2, '2'],
  ])('numbers of Excel have the text of their format %s', async (format, value, expected) => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`;
    const rows = [
      ['Name', 'Way'],
      ['Ann', { xml: `<c r="B2" s="1"><v>${value}</v></c>` }],
    ];
    const { markdown } = await read('a.xlsx', await xlsx({ A: rows }, { 'xl/styles.xml': styles }));
    expect(markdown[1]).toContain(`| Ann | ${expected} |`);
  });

  it('lists of PowerPoint have their numbers', async () => {
    const item = (type: string, text: string, level = 0) =>
      `<a:p><a:pPr lvl="${level}">${type && `<a:buAutoNum type="${type}"/>`}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;
    const items = [
      item('arabicPeriod', 'First'),
      item('alphaLcParenR', 'Inner', 1),
      item('alphaLcParenR', 'Other', 1),
      item('arabicPeriod', 'Second'),
      item('', 'Text'),
      item('romanUcParenBoth', 'Anew'),
    ];
    const body = `<p:sp><p:txBody>${items.join('')}</p:txBody></p:sp>`;
    const bytes = await pptx([{ title: 'x', points: [] }], { 'ppt/slides/slide1.xml': slide(body) });
    const { blocks } = await read('a.pptx', bytes);
    expect(blocks.map(({ text }) => text)).toEqual([
      '1. First',
      'a) Inner',
      'b) Other',
      '2. Second',
      'Text',
      '(I) Anew',
    ]);
  });

  it('large first letters, comments without a place and unknown elements of Word are read', async () => {
    const first = '<w:p><w:pPr><w:framePr w:dropCap="drop"/></w:pPr><w:r><w:t>O</w:t></w:r></w:p>';
    const body = `${first}${word.p('nce upon a time')}<later>${word.p('Within')}</later>`;
    const comments = `<comments><comment w:id="0">${word.p('Really?')}</comment></comments>`;
    const { markdown } = await read('a.docx', await docx(body, { 'word/comments.xml': comments }));
    expect(markdown).toEqual(['Once upon a time', 'Within', '> Comment: Really?']);
  });

  it.each([
    ['a.odt', { mimetype: `${ODF}.text`, 'content.xml': 'content' }],
    ['a.ods', { mimetype: `${ODF}.spreadsheet`, 'content.xml': 'content' }],
    [
      'a.epub',
      {
        mimetype: 'application/epub+zip',
        'META-INF/container.xml': '<container><rootfiles><rootfile full-path="o.opf"/></rootfiles></container>',
        'o.opf': 'content',
      },
    ],
  ])('%s that expands too far is rejected, whatever size it declares', async (name, entries) => {
    const zip = await createZip({ ...entries, 'big.xml': 'x' });
    const honest = Buffer.from(zip);
    honest.writeUInt32LE(2 ** 31, honest.lastIndexOf('PK\x01\x02') + 24);
    expect((await read(name, honest)).failure?.reason).toBe('TOO_LARGE');
    const content = ' x'.repeat(2_000_000);
    const filled = Object.entries(entries).map(([path, text]) => [path, text === 'content' ? content : text]);
    const lying = await createZip(Object.fromEntries(filled));
    for (let at = lying.indexOf('PK\x01\x02'); at !== -1; at = lying.indexOf('PK\x01\x02', at + 4))
      if (lying.readUInt32LE(at + 24) > 1000) lying.writeUInt32LE(10, at + 24);
    expect((await read(name, lying)).failure?.reason).toBe('DAMAGED_FILE');
  });
});

describe('the properties of a file', () => {
  const core = (main: string) => ({
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${main}"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'docProps/core.xml':
      '<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>Rules</dc:title><dc:creator>Ann</dc:creator><cp:keywords>harbour, boats</cp:keywords><dcterms:modified>2026-03-01T10:00:00Z</dcterms:modified></cp:coreProperties>',
  });
  const office = { author: 'Ann', creator: 'Ann', modified: '2026-03-01T10:00:00Z' };
  const mail =
    'From: Ann <ann@example.com>\r\nSubject: Rules\r\nDate: Sun, 01 Mar 2026 10:00:00 +0000\r\n\r\nKeep right.';
  const page = [{ text: 'Boats keep to the right of the harbour.' }];

  it.each([
    ['a.docx', () => docx(word.p('Keep right.'), core('word/document.xml')), office],
    ['a.xlsx', () => xlsx({ Rules: [['Keep right.']] }, core('xl/workbook.xml')), office],
    ['a.pptx', () => pptx([{ title: 'Keep right', points: [] }], core('ppt/presentation.xml')), office],
    [
      'a.pdf',
      async () => pdf([page], { info: { Title: 'Rules', Author: 'Ann', ModDate: 'D:20260301110000+01' } }),
      { author: 'Ann', modified: '2026-03-01T11:00:00+01:00' },
    ],
    ['a.eml', async () => Buffer.from(mail), { author: 'Ann <ann@example.com>', created: '2026-03-01T10:00:00.000Z' }],
  ])('are its metadata: %s', async (name, create, expected) => {
    const { summary } = await read(name, await create());
    expect(summary).toMatchObject({ title: 'Rules', properties: { title: 'Rules', ...expected } });
    if (expected === office) expect(summary?.properties?.keywords).toEqual(['harbour', 'boats']);
  });
});
