import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type GridRow, toGridRow } from '../grid.ts';
import { toTableBlocks } from '../tables.ts';
import { decodeText } from '../text/charset.ts';
import { detectCsvDialect, readDelimiterLine, splitComments, toCsvOptions } from '../text/csv-dialect.ts';
import type { Notes, ParserKind } from './kind.ts';

/** Tables as text. */
export const csv: ParserKind = {
  name: 'csv',
  mediaType: 'text/csv',
  alsoStated: ['application/csv', 'text/tab-separated-values', 'text/x-csv'],
  endings: ['.csv', '.tsv', '.tab'],
  isText: true,
  async *read(reading) {
    const text = decodeText(reading);
    const { value: beginning = '' } = await text.next();
    const stated = readDelimiterLine(beginning);
    const { delimiter } = stated;
    const { comments, rest } = splitComments(stated.rest);
    for (const comment of comments) yield { kind: 'paragraph', text: comment, page: null };
    const dialect = detectCsvDialect(rest, delimiter);
    async function* whole() {
      yield rest;
      yield* text;
    }
    // Empty records separate tables, so they are read.
    const records = parse({
      ...toCsvOptions(dialect),
      skip_empty_lines: false,
      skip_records_with_empty_values: false,
    });
    const source = Readable.from(whole());
    source.on('error', (error) => records.destroy(error)).pipe(records);
    const rows = readGridRows(records, dialect.width, reading.notes);
    yield* toTableBlocks(rows, { page: null, header: 'likely', hasTitles: true });
  },
};

/** Minimum number of rows above empty ones that end a table. A file can have an empty line below each row. */
const MIN_ROWS = 2;

async function* readGridRows(
  records: AsyncIterable<string[]>,
  width: number,
  { warnings }: Notes,
): AsyncGenerator<GridRow> {
  let [rowCount, isSeparated] = [0, false];
  for await (const record of records) {
    if (record.every((value) => value.trim() === '')) {
      isSeparated ||= rowCount >= MIN_ROWS;
      rowCount = 0;
      continue;
    }
    if (width > 1 && record.length > width && record.slice(width).some((value) => value.trim() !== ''))
      warnings.add('Some rows have more values than the others; these may be under the wrong column names.');
    yield { ...toGridRow(record), isSeparated };
    rowCount++;
    isSeparated = false;
  }
}
