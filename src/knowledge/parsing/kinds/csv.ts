import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { tableBlocks } from '../tables.ts';
import { textOf } from '../text/charset.ts';
import type { ParserKind } from './kind.ts';

/** Characters of a row; a quote that is never closed would make one of all that follows. */
const LONGEST_ROW = 1024 * 1024;
/** Characters of a line by which the sign between values is told. */
const LOOKED_AT = 2000;
/** What may stand between values, the likeliest first. */
const DELIMITERS = [',', ';', '\t', '|'];

/** Tables as text, row by row. */
export const csv: ParserKind = {
  name: 'csv',
  mediaType: 'text/csv',
  alsoStated: ['application/csv', 'text/tab-separated-values', 'text/x-csv'],
  endings: ['.csv', '.tsv', '.tab'],
  isText: true,
  async *read({ file }) {
    const text = textOf(file);
    const { value: first = '' } = await text.next();
    async function* whole() {
      yield first;
      yield* text;
    }
    const rows = parse({
      delimiter: delimiterOf(first),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: LONGEST_ROW,
    });
    const source = Readable.from(whole());
    source.on('error', (error) => rows.destroy(error)).pipe(rows);
    yield* tableBlocks(rows as AsyncIterable<string[]>, null);
  },
};

/** The sign that the first lines have most alike. */
function delimiterOf(beginning: string): string {
  const lines = beginning.split(/\r?\n/, 20).slice(0, -1);
  const shown = (lines.length > 0 ? lines : [beginning]).map((line) => line.slice(0, LOOKED_AT));
  const counts = shown.map((line) => line.replace(/"[^"]*"/g, ''));
  const score = (sign: string) => Math.min(...counts.map((line) => line.split(sign).length - 1));
  const most = (sign: string) => Math.max(...counts.map((line) => line.split(sign).length - 1));
  const rank = (sign: string) => score(sign) * 1000 + most(sign);
  return DELIMITERS.toSorted((a, b) => rank(b) - rank(a))[0] ?? ',';
}
