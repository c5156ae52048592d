import type { Block } from '../contract.ts';
import { tableBlocks } from '../tables.ts';
import { rowsOf } from '../xlsx/sheet.ts';
import { readWorkbook } from '../xlsx/workbook.ts';
import { Archive } from '../zip.ts';
import type { ParserKind } from './kind.ts';

/** Sheets are headings with a table each, whose rows come one by one. */
export const xlsx: ParserKind = {
  name: 'xlsx',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  alsoStated: ['application/vnd.ms-excel.sheet.macroenabled.12'],
  endings: ['.xlsx', '.xlsm'],
  isText: false,
  showsInside: (entries) => entries.has('xl/workbook.xml'),
  async *read({ file }) {
    const archive = await Archive.open(file);
    const workbook = await readWorkbook(archive);
    for (const { name, path } of workbook.sheets) {
      const stream = await archive.stream(path);
      if (stream) yield* underHeading(name, rowsOf(stream, workbook));
    }
  },
};

/** A sheet's name and rows; nothing of one that is empty. What stands alone above a table is text. */
async function* underHeading(name: string, rows: AsyncGenerator<string[]>): AsyncGenerator<Block> {
  let next = await rows.next();
  if (next.done) return;
  yield { kind: 'heading', level: 1, text: name, page: null };
  for (; !next.done && next.value.filter((cell) => cell.trim() !== '').length === 1; next = await rows.next())
    yield { kind: 'paragraph', text: next.value.join(''), page: null };
  if (next.done) return;
  const first = next.value;
  async function* table() {
    yield first;
    yield* rows;
  }
  yield* tableBlocks(table(), null);
}
