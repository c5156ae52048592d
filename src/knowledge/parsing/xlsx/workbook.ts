import { posix } from 'node:path';
import { ParseError } from '../contract.ts';
import type { Archive } from '../zip.ts';
import { cellStyles, type Shown } from './styles.ts';
import { hearAll } from './xml.ts';

/** Characters of all texts that cells share. */
const MOST_SHARED = 256 * 1024 * 1024;

/** What the sheets of a file have in common. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly shared: readonly string[];
  readonly styles: readonly Shown[];
  readonly countsFrom: 1900 | 1904;
}

/** Reads everything of an XLSX file but the sheets. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const main = 'xl/workbook.xml';
  const targets = await relations(archive, 'xl/_rels/workbook.xml.rels', 'xl');
  const sheets: { name: string; path: string }[] = [];
  let countsFrom: Workbook['countsFrom'] = 1900;
  await hearAll(await archive.stream(main), {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.date1904 ?? '')) countsFrom = 1904;
      const path = name === 'sheet' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (path !== undefined) sheets.push({ name: attributes.name ?? '', path });
    },
  });
  const styles = await cellStyles(await archive.stream('xl/styles.xml'));
  return { sheets, shared: await sharedTexts(archive), styles, countsFrom };
}

async function relations(archive: Archive, path: string, folder: string): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await hearAll(await archive.stream(path), {
    open(name, { Id, Target }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target));
    },
  });
  return targets;
}

async function sharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  let size = 0;
  let text = '';
  let isText = false;
  let isReading = 0;
  await hearAll(await archive.stream('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'rPh') isReading++;
      // How a text is read aloud is no part of it.
      isText = name === 't' && isReading === 0;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === 'rPh') isReading--;
      isText = false;
      if (name !== 'si') return;
      size += text.length;
      if (size > MOST_SHARED) throw new ParseError('TOO_LARGE', 'Its texts are larger than is read.');
      texts.push(text);
      text = '';
    },
  });
  return texts;
}
