import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import type { OfficePackage } from '../ooxml/package.ts';
import { parseXmlPart } from '../ooxml/xml.ts';
import { type NumberFormat, readCellFormats } from './styles.ts';

/** Maximum length of all shared texts. */
const MAX_SHARED_LENGTH = 256 * 1024 * 1024;

/** Shared parts of a workbook. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string; readonly isHidden: boolean }[];
  readonly shared: readonly string[];
  readonly styles: readonly NumberFormat[];
  readonly countsFrom: 1900 | 1904;
}

/** Reads an XLSX file without its sheets. */
export async function readWorkbook(office: OfficePackage): Promise<Workbook> {
  const main = await office.mainPart();
  const relationships = await office.relationships(main);
  const sheets: { name: string; part: string; isHidden: boolean }[] = [];
  let countsFrom: Workbook['countsFrom'] = 1900;
  await parseXmlPart(await office.stream(main), {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.date1904 ?? '')) countsFrom = 1904;
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1];
      const part = relationships.find((relationship) => relationship.id === id)?.target;
      const isHidden = /^(?:hidden|veryHidden)$/.test(attributes.state ?? '');
      if (part !== undefined) sheets.push({ name: attributes.name ?? '', part, isHidden });
    },
  });
  const partOf = (type: string) => relationships.find((relationship) => relationship.type === type)?.target ?? '';
  const styles = await readCellFormats(await office.stream(partOf('styles')));
  return { sheets, shared: await readSharedTexts(office, partOf('sharedStrings')), styles, countsFrom };
}

async function readSharedTexts(office: OfficePackage, part: string): Promise<string[]> {
  const texts: string[] = [];
  let size = 0;
  let text = '';
  let isText = false;
  let phonetic = 0;
  await parseXmlPart(await office.stream(part), {
    open(name) {
      if (name === 'rPh') phonetic++;
      // Phonetic text is not part of the text.
      isText = name === 't' && phonetic === 0;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === 'rPh') phonetic--;
      isText = false;
      if (name !== 'si') return;
      size += text.length;
      if (size > MAX_SHARED_LENGTH) throw new ParseError('TOO_LARGE', parseFailures.workbook_texts_over_limit);
      texts.push(unescapeText(text));
      text = '';
    },
  });
  return texts;
}

/** Replaces the escapes of characters that XML cannot have, such as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
