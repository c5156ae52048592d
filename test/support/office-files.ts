import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Returns a ZIP archive of texts by path. */
export function createZip(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content as string), path);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

interface Part {
  /** Such as `word/styles.xml`. */
  readonly path: string;
  /**
   * Such as `application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml`, without what all begin with.
   */
  readonly type: string;
  readonly xml: string;
}

const TYPE = 'application/vnd.openxmlformats-officedocument.';

/** Packages the parts as a file with content types and relations. The first part is the document. */
function packaged(
  parts: readonly Part[],
  relations: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string | Buffer>> = {},
) {
  const overrides = parts.map(({ path, type }) => `<Override PartName="/${path}" ContentType="${TYPE}${type}+xml"/>`);
  const relationship = ([id, target]: [string, string]) => {
    const kind = target
      .replace(/^.*\//, '')
      .replace(/\d*\.xml$/, '')
      .replace(/^sheet$/, 'worksheet');
    return `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  };
  const named = (list: Readonly<Record<string, string>>) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${Object.entries(list).map(relationship).join('')}</Relationships>`;
  const [main] = parts;
  const [folder, file] = (main?.path ?? '').split('/');
  return createZip({
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${overrides.join('')}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="${main?.path}"/></Relationships>`,
    [`${folder}/_rels/${file}.rels`]: named(relations),
    ...Object.fromEntries(parts.map(({ path, xml }) => [path, xml.startsWith('<?xml') ? xml : XML + xml])),
    ...more,
  });
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

export const word = {
  p: (text: string, style?: string) =>
    `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`,
  item: (text: string, level = 0) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${escapeXml(text)}</w:t></w:r></w:p>`,
  table: (rows: readonly (readonly string[])[]) =>
    `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${word.p(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`,
  pageBreak: '<w:p><w:r><w:br w:type="page"/></w:r></w:p>',
};

/** Returns the relation of a document to a part. */
const relationTo = (path: string, at: number): [string, string][] => {
  const name = /^word\/((?:footnotes|endnotes|comments|header\d*|footer\d*)\.xml)$/.exec(path)?.[1];
  return name === undefined ? [] : [[`rId${100 + at}`, name]];
};

/** Creates a DOCX file with this body XML. */
export function docx(body: string, more: Readonly<Record<string, string | Buffer>> = {}): Promise<Buffer> {
  const styles = [1, 2, 3].map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`,
  );
  const levels = [0, 1, 2].map(
    (level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl>`,
  );
  return packaged(
    [
      {
        path: 'word/document.xml',
        type: 'wordprocessingml.document.main',
        xml: `<w:document ${W}><w:body>${body}</w:body></w:document>`,
      },
      { path: 'word/styles.xml', type: 'wordprocessingml.styles', xml: `<w:styles ${W}>${styles.join('')}</w:styles>` },
      {
        path: 'word/numbering.xml',
        type: 'wordprocessingml.numbering',
        xml: `<w:numbering ${W}><w:abstractNum w:abstractNumId="0">${levels.join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
      },
    ],
    { rId1: 'styles.xml', rId2: 'numbering.xml', ...Object.fromEntries(Object.keys(more).flatMap(relationTo)) },
    more,
  );
}

const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const P = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ${A} xmlns:r="${OFFICE}"`;

/** A slide: title, points, table and speaker notes. */
interface SlideInput {
  readonly title: string;
  readonly points: readonly string[];
  readonly table?: readonly (readonly string[])[];
  readonly notes?: string;
}

const shape = (type: string, paragraphs: readonly string[]) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${paragraphs
    .map((text) => `<a:p><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`;

const slideTable = (rows: readonly (readonly string[])[]) =>
  `<p:graphicFrame><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl>${rows
    .map(
      (row) =>
        `<a:tr h="1">${row.map((cell) => `<a:tc><a:txBody><a:p><a:r><a:t>${escapeXml(cell)}</a:t></a:r></a:p></a:txBody></a:tc>`).join('')}</a:tr>`,
    )
    .join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

/** Returns the parts of a slide's notes. */
const notesOf = (text: string, slide: number): [string, string][] => [
  [
    `ppt/slides/_rels/slide${slide}.xml.rels`,
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/notesSlide" Target="../notesSlides/notesSlide${slide}.xml"/></Relationships>`,
  ],
  [
    `ppt/notesSlides/notesSlide${slide}.xml`,
    `${XML}<p:notes ${P}><p:cSld><p:spTree>${shape('body', [text])}</p:spTree></p:cSld></p:notes>`,
  ],
];

/** Creates a PPTX file of these slides. */
export function pptx(
  slides: readonly SlideInput[],
  more: Readonly<Record<string, string | Buffer>> = {},
): Promise<Buffer> {
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('');
  return packaged(
    [
      {
        path: 'ppt/presentation.xml',
        type: 'presentationml.presentation.main',
        xml: `<p:presentation ${P}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
      },
      ...slides.map(({ title, points, table }, at) => ({
        path: `ppt/slides/slide${at + 1}.xml`,
        type: 'presentationml.slide',
        xml: `<p:sld ${P}><p:cSld><p:spTree>${shape('title', [title])}${shape('body', points)}${table ? slideTable(table) : ''}</p:spTree></p:cSld></p:sld>`,
      })),
    ],
    Object.fromEntries(slides.map((_, at) => [`rId${at + 1}`, `slides/slide${at + 1}.xml`])),
    {
      ...Object.fromEntries(slides.flatMap(({ notes }, at) => (notes === undefined ? [] : notesOf(notes, at + 1)))),
      ...more,
    },
  );
}

const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A cell: text, number, day, or the XML inside the cell. */
type CellInput = string | number | Date | boolean | null | { readonly xml: string };

const toColumnName = (column: number): string =>
  (column >= 26 ? toColumnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** Returns the days since 1899-12-30, the serial number of spreadsheets. */
const serial = (date: Date) => date.getTime() / 86_400_000 + 25_569;

/** Creates an XLSX file of these sheets. Dates have style 1, with a time style 2. */
export function xlsx(
  sheets: Readonly<Record<string, readonly (readonly CellInput[])[]>>,
  more: Readonly<Record<string, string | Buffer>> = {},
): Promise<Buffer> {
  const shared: string[] = [];
  const cell = (value: CellInput, at: number, row: number) => {
    const place = `r="${toColumnName(at)}${row + 1}"`;
    if (value === null) return '';
    if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`;
    if (typeof value === 'boolean') return `<c ${place} t="b"><v>${Number(value)}</v></c>`;
    if (value instanceof Date)
      return `<c ${place} s="${value.getTime() % 86_400_000 ? 2 : 1}"><v>${serial(value)}</v></c>`;
    if (typeof value === 'object') return value.xml;
    return `<c ${place} t="s"><v>${shared.push(value) - 1}</v></c>`;
  };
  const names = Object.keys(sheets);
  const parts = names.map((name, at) => ({
    path: `xl/worksheets/sheet${at + 1}.xml`,
    type: 'spreadsheetml.worksheet',
    xml: `<worksheet ${S}><sheetData>${(sheets[name] ?? [])
      .map(
        (row, index) =>
          `<row r="${index + 1}">${row.map((value, column) => cell(value, column, index)).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`,
  }));
  const list = names
    .map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('');
  return packaged(
    [
      {
        path: 'xl/workbook.xml',
        type: 'spreadsheetml.sheet.main',
        xml: `<workbook ${S} xmlns:r="${OFFICE}"><sheets>${list}</sheets></workbook>`,
      },
      ...parts,
      {
        path: 'xl/sharedStrings.xml',
        type: 'spreadsheetml.sharedStrings',
        xml: `<sst ${S}>${shared.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
      },
      {
        path: 'xl/styles.xml',
        type: 'spreadsheetml.styles',
        xml: `<styleSheet ${S}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
      },
    ],
    {
      ...Object.fromEntries(names.map((_, at) => [`rId${at + 1}`, `worksheets/sheet${at + 1}.xml`])),
      rId900: 'sharedStrings.xml',
      rId901: 'styles.xml',
    },
    more,
  );
}

const PICTURE = 'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
const IMAGE_RELATIONSHIPS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId50" Type="${OFFICE}/image" Target="/media/a.png"/></Relationships>`;

/** Creates a DOCX file with a text, and a picture with a description. */
export const docxWithPicture = (text: string, description: string, png: Buffer): Promise<Buffer> =>
  docx(
    `${word.p(text)}<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="Picture" descr="${description}"/><a:graphic ${A}><a:graphicData><pic:pic ${PICTURE}><pic:blipFill><a:blip r:embed="rId50" xmlns:r="${OFFICE}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
    { 'word/_rels/document.xml.rels': IMAGE_RELATIONSHIPS, 'media/a.png': png },
  );

/** Creates a PPTX file with a title, and a picture with a description. */
export const pptxWithPicture = (title: string, description: string, png: Buffer): Promise<Buffer> =>
  pptx([{ title, points: [] }], {
    'ppt/slides/slide1.xml': `${XML}<p:sld ${P}><p:cSld><p:spTree>${shape('title', [title])}<p:pic><p:nvPicPr><p:cNvPr id="9" name="Picture" descr="${description}"/></p:nvPicPr><p:blipFill><a:blip r:embed="rId50"/></p:blipFill></p:pic></p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': IMAGE_RELATIONSHIPS,
    'media/a.png': png,
  });
