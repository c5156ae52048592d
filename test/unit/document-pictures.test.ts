import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Strategy } from '../../src/knowledge/parsing/contract.ts';
import { measureSmallLetters } from '../../src/knowledge/parsing/ocr/type-size.ts';
import { readDocument } from '../../src/knowledge/parsing/read.ts';
import { SourceFile } from '../../src/knowledge/parsing/source-file.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { createZip, docx, pptx, word, xlsx } from '../support/office-files.ts';
import { pdf } from '../support/pdf.ts';
import { renderPicture } from '../support/pictures.ts';

const settings = loadConfig({}).parsing;

/** Returns the warnings about pictures, or the code of the failure. */
async function read(name: string, bytes: Buffer, strategy: Strategy = 'auto', ocrLanguages: readonly string[] = []) {
  let outcome = '';
  const job = { name, mediaType: null, strategy, settings: { ...settings, ocrLanguages } };
  await readDocument(SourceFile.of(bytes, name), job, (message) => {
    if ('failure' in message) outcome = `${message.failure.reason}: ${message.failure.detail.msg}`;
    if ('summary' in message) outcome = message.summary.warnings.join();
  });
  return outcome;
}

/** A picture of one color. Pictures of different colors have different bytes. */
const picture = (width: number, height: number, color: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const blip = (at: number) => `<a:blip ${A} ${R} r:embed="p${at}"/>`;
const relationships = (pictures: readonly Buffer[], more = '') =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${pictures.map((_, at) => relationship(`p${at}`, 'image', `/media/${at}.png`)).join('')}${more}</Relationships>`;
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const media = (pictures: readonly Buffer[]) =>
  Object.fromEntries(pictures.map((bytes, at) => [`media/${at}.png`, bytes]));
const each = (pictures: readonly Buffer[], toText: (at: number, bytes: Buffer) => string) =>
  pictures.map((bytes, at) => toText(at, bytes)).join('');

const P = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
const slide = (shapes: string) => `<p:sld ${P} ${A}><p:cSld>${shapes}</p:cSld></p:sld>`;
const drawing = (pictures: readonly Buffer[]) =>
  `<xdr:wsDr xmlns:xdr="x">${each(pictures, (at) => `<xdr:pic><xdr:blipFill>${blip(at)}</xdr:blipFill></xdr:pic>`)}</xdr:wsDr>`;

const ODF = 'xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:xlink="l"';
const odf = (type: string, body: string, pictures: readonly Buffer[]) =>
  createZip({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml': `<office:document ${ODF}><office:body>${body}</office:body></office:document>`,
    ...media(pictures),
  });
const frames = (pictures: readonly Buffer[]) =>
  each(pictures, (at) => `<draw:frame><draw:image xlink:href="media/${at}.png"/></draw:frame>`);

/** Creates a file of each kind with a text and pictures. */
const KINDS: Readonly<Record<string, (pictures: readonly Buffer[]) => Promise<Buffer> | Buffer>> = {
  'a.docx': (pictures) =>
    docx(`${word.p('Text')}<w:p><w:r>${each(pictures, blip)}</w:r></w:p>`, {
      'word/_rels/document.xml.rels': relationships(pictures),
      ...media(pictures),
    }),
  'a.pptx': (pictures) =>
    pptx([{ title: 'Text', points: [] }], {
      'ppt/slides/slide1.xml': slide(
        `<p:bg><p:bgPr><a:blipFill>${blip(0)}</a:blipFill></p:bgPr></p:bg><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Text</a:t></a:r></a:p></p:txBody></p:sp>${each(pictures.slice(1), (at) => `<p:sp><p:spPr><a:blipFill>${blip(at + 1)}</a:blipFill></p:spPr></p:sp>`)}</p:spTree>`,
      ),
      'ppt/slides/_rels/slide1.xml.rels': relationships(pictures),
      ...media(pictures),
    }),
  'a.xlsx': (pictures) =>
    xlsx(
      { Sheet: [['Text']] },
      {
        'xl/worksheets/_rels/sheet1.xml.rels': relationships([], relationship('d', 'drawing', '/xl/drawing.xml')),
        'xl/drawing.xml': drawing(pictures),
        'xl/_rels/drawing.xml.rels': relationships(pictures),
        ...media(pictures),
      },
    ),
  'cells.xlsx': (pictures) =>
    xlsx(
      { Sheet: [['Text']] },
      {
        'xl/_rels/workbook.xml.rels': relationships(
          [],
          relationship('rId1', 'worksheet', 'worksheets/sheet1.xml') +
            relationship('rId9', 'sharedStrings', 'sharedStrings.xml') +
            '<Relationship Id="v" Type="http://schemas.microsoft.com/office/2022/10/relationships/richValueRel" Target="v.xml"/>',
        ),
        'xl/_rels/v.xml.rels': relationships(pictures),
        ...media(pictures),
      },
    ),
  'a.odt': (pictures) => odf('text', `<office:text><text:p>Text ${frames(pictures)}</text:p></office:text>`, pictures),
  'a.ods': (pictures) =>
    odf(
      'spreadsheet',
      `<office:spreadsheet><table:table table:name="A"><table:shapes>${frames(pictures)}</table:shapes><table:table-row><table:table-cell><text:p>Text</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`,
      pictures,
    ),
  'a.odp': (pictures) =>
    odf(
      'presentation',
      `<office:presentation><draw:page><draw:frame><draw:text-box><text:p>Text</text:p></draw:text-box></draw:frame>${frames(pictures)}</draw:page></office:presentation>`,
      pictures,
    ),
  'a.epub': (pictures) =>
    createZip({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b/o.opf"/></rootfiles></container>',
      'b/o.opf':
        '<package><manifest><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>',
      'b/c.xhtml': `<html><body><p>Text</p>${each(pictures, (at) => (at % 2 ? `<img src="../media/${at}.png"/>` : `<svg><image xlink:href="../media/${at}.png"/></svg>`))}</body></html>`,
      ...media(pictures),
    }),
  'a.rtf': (pictures) =>
    Buffer.from(
      `{\\rtf1 Text\\par ${each(pictures, (_, bytes) => `{\\*\\shppict{\\pict\\pngblip ${bytes.toString('hex')}}}{\\nonshppict{\\pict\\wmetafile8 010009}}`)}\\par}`,
    ),
  'a.html': (pictures) =>
    Buffer.from(
      `<html><body><p>Text</p>${each(pictures, (_, bytes) => `<img src="data:image/png;base64,${bytes.toString('base64')}">`)}</body></html>`,
    ),
  'a.eml': (pictures) =>
    Buffer.from(
      [
        'From: a@example.com',
        'MIME-Version: 1.0',
        'Content-Type: multipart/related; boundary=b',
        '',
        '--b',
        'Content-Type: text/html',
        '',
        `<p>Text</p>${each(pictures, (at) => `<img src="cid:${at}">`)}`,
        ...pictures.flatMap((bytes, at) => [
          '--b',
          'Content-Type: image/png',
          'Content-Transfer-Encoding: base64',
          `Content-ID: <${at}>`,
          '',
          bytes.toString('base64'),
        ]),
        '--b--',
      ].join('\r\n'),
    ),
};

describe('pictures of a document whose text was not read', () => {
  it.each(Object.keys(KINDS))('have a warning, but not tiny and repeated ones: %s', async (name) => {
    const create = KINDS[name]!;
    const [big, other, tiny] = await Promise.all([
      picture(400, 300, 'white'),
      picture(400, 301, 'white'),
      picture(120, 90, 'red'),
    ]);
    const advice = 'to read it, set OCR_LANGUAGES and use the strategy hi_res.';
    expect(await read(name, await create([big, other]))).toBe(`Pictures whose text was not read: 2; ${advice}`);
    expect(await read(name, await create([tiny]))).toBe('');
    expect(await read(name, await create([big, big, big]))).toBe('');
  });

  it('of a PDF are counted without masks, tiny images and scans with their text', async () => {
    const grey = (width: number, height: number) => Buffer.alloc(width * height, 200);
    const image = (width: number, height: number, text = 'A map of the harbour and its piers') => ({
      width,
      height,
      grey: grey(width, height),
      lines: [{ text }],
    });
    expect(
      await read('a.pdf', pdf([image(400, 300), image(500, 300, 'The timetable of the northern line'), image(40, 30)])),
    ).toMatch(/^Pictures.*: 2; to/);
    expect(await read('a.pdf', pdf([image(40, 30)]))).toBe('');
    const long = Array.from({ length: 10 }, (_, at) => ({
      text: `${at} A line of the text that a scanner recognized`,
    }));
    expect(await read('a.pdf', pdf([{ ...image(612, 792), lines: long }]))).toBe('');
    expect(await read('a.pdf', pdf([image(400, 300)]), 'auto', ['en'])).toBe(
      'Pictures whose text was not read: 1; to read it, use the strategy hi_res.',
    );
  });

  it('are named by the error where there is no other text', async () => {
    const big = await picture(400, 300, 'white');
    const file = await docx(`<w:p><w:r>${blip(0)}</w:r></w:p>`, {
      'word/_rels/document.xml.rels': relationships([big]),
      ...media([big]),
    });
    expect(await read('a.docx', file)).toBe(
      'NO_TEXT: the document contains only pictures; to read text on them, set OCR_LANGUAGES and use the strategy hi_res',
    );
  });
});

describe('a scanned page', () => {
  it('is measured by the small letters of its smallest common type', async () => {
    const line = 'Members elect a treasurer';
    const measure = async (lines: readonly string[], scale: number) => {
      const { width, height, grey } = await renderPicture(lines, scale);
      return measureSmallLetters({ width, height, pixels: grey });
    };
    // Small letters of this font have half of its size, which is 36 pixels at scale 1.
    expect(await measure(Array(15).fill(line), 0.5)).toBe(10);
    expect(await measure(Array(15).fill(line), 1)).toBe(20);
    expect(await measure([], 1)).toBeUndefined();
  });
});
