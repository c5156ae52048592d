import { deflateSync } from 'node:zlib';

/** A line on a page, from the top. */
interface PdfLine {
  readonly text: string;
  /** Points; 11 when left out. */
  readonly size?: number;
  /** Points from the left edge; 72 when left out. */
  readonly x?: number;
  /** Points from the bottom edge; below the line before when left out. */
  readonly y?: number;
  readonly bold?: boolean;
}

/** A full-page image: gray values, one byte per pixel. */
export interface PdfPicture {
  readonly width: number;
  readonly height: number;
  readonly grey: Buffer;
  /** Text of the page; the image then fills only the lower left quarter. */
  readonly lines?: readonly PdfLine[];
}

/** Content of a page, or its drawing operators. */
type PdfPage = readonly PdfLine[] | PdfPicture | string;

interface PdfOptions {
  readonly title?: string;
  /** Further entries of the document information. */
  readonly info?: Readonly<Record<string, string>>;
  /** Degrees by which a viewer turns each page. */
  readonly rotate?: number;
  /** Additional objects, such as fonts. */
  readonly objects?: readonly string[];
  /** Entries of the trailer, such as `/Encrypt 5 0 R`. */
  readonly trailer?: string;
  /** Fonts of each page beside its own two, such as `/F6 6 0 R`. */
  readonly fonts?: string;
  /** Entries of each page's resources. */
  readonly resources?: string;
  /** Entries of the catalog, such as `/Lang (de)`. */
  readonly catalog?: string;
}

const ESCAPED = /[\\()]/g;

function drawn(lines: readonly PdfLine[]): string {
  let y = 760;
  return lines
    .map((line) => {
      const size = line.size ?? 11;
      y = line.y ?? y - size * 1.3;
      const text = line.text.replace(ESCAPED, '\\$&');
      return `BT /${line.bold ? 'F2' : 'F1'} ${size} Tf ${line.x ?? 72} ${y} Td (${text}) Tj ET`;
    })
    .join('\n');
}

const isPicture = (page: PdfPage): page is PdfPicture => typeof page === 'object' && 'grey' in page;

const withPicture = ({ lines }: PdfPicture): string =>
  lines ? `q 306 0 0 396 0 0 cm /I1 Do Q\n${drawn(lines)}` : 'q 612 0 0 792 0 0 cm /I1 Do Q';

/** Creates a PDF file of these pages. */
export function pdf(
  pages: readonly PdfPage[],
  {
    title,
    info = {},
    rotate = 0,
    objects = [],
    trailer = '',
    fonts = '',
    resources = '',
    catalog = '',
  }: PdfOptions = {},
): Buffer {
  const out: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = out[0]!.length;
  const write = (bytes: Buffer | string) => {
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    out.push(buffer);
    length += buffer.length;
  };
  const object = (id: number, body: string, stream?: Buffer) => {
    offsets[id] = length;
    write(`${id} 0 obj\n${body}\n`);
    if (stream) for (const part of ['stream\n', stream, '\nendstream\n']) write(part);
    write('endobj\n');
  };
  const first = 6 + objects.length;
  const idOf = (page: number) => first + page * 3;
  object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`);
  object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${idOf(at)} 0 R`).join(' ')}] >>`);
  object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  object(4, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>');
  const facts = Object.entries({ ...(title !== undefined && { Title: title }), ...info });
  object(5, `<< ${facts.map(([name, value]) => `/${name} (${value.replace(ESCAPED, '\\$&')})`).join(' ')} >>`);
  for (const [at, body] of objects.entries()) object(6 + at, body);
  for (const [at, page] of pages.entries()) {
    const id = idOf(at);
    const content = isPicture(page) ? withPicture(page) : typeof page === 'string' ? page : drawn(page);
    const picture = isPicture(page) ? `/XObject << /I1 ${id + 2} 0 R >>` : '';
    object(
      id,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate ${rotate} /Contents ${id + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R ${fonts} >> ${picture} ${resources} >> >>`,
    );
    const packed = deflateSync(content);
    object(id + 1, `<< /Length ${packed.length} /Filter /FlateDecode >>`, packed);
    if (!isPicture(page)) continue;
    const grey = deflateSync(page.grey);
    object(
      id + 2,
      `<< /Type /XObject /Subtype /Image /Width ${page.width} /Height ${page.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${grey.length} >>`,
      grey,
    );
  }
  const table = length;
  const size = Math.max(...Object.keys(offsets).map(Number)) + 1;
  const rows = Array.from({ length: size }, (_, id) =>
    offsets[id] === undefined ? '0000000000 65535 f \n' : `${String(offsets[id]).padStart(10, '0')} 00000 n \n`,
  );
  write(
    `xref\n0 ${size}\n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`,
  );
  return Buffer.concat(out);
}
