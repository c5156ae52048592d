import { type Options, Parser } from 'csv-parse';

/** How a CSV file is written. */
export interface CsvDialect {
  readonly delimiter: string;
  readonly quote: string;
  /** What stands before a quote within quotes. */
  readonly escapeSign: string;
  /** Values that most of its records have. */
  readonly width: number;
}

/** Characters of a record; a quote that is never closed would make one of all that follows. */
const MAX_RECORD_SIZE = 1024 * 1024;
/** Characters by which the dialect is detected, and records that are looked at. */
const SAMPLE_LENGTH = 64 * 1024;
const MAX_RECORDS = 200;
/** Delimiters, the most common first. */
const DELIMITERS = [',', ';', '\t', '|'];
/** Signs that values rarely hold, unless they were cut at the wrong ones. */
const OTHER_DELIMITER = /[;\t|]/;

/** The delimiter that a first line such as `sep=;` states for Excel, and the text after that line. */
export function statedDelimiter(text: string): { readonly delimiter?: string; readonly rest: string } {
  const found = /^"?sep=(.)"?\r?(?:\n|$)/i.exec(text);
  return found ? { delimiter: found[1], rest: text.slice(found[0].length) } : { rest: text };
}

/** Options by which csv-parse reads a dialect. */
export const csvOptions = ({ delimiter, quote, escapeSign }: Omit<CsvDialect, 'width'>) =>
  ({
    delimiter,
    quote,
    escape: escapeSign,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD_SIZE,
  }) satisfies Options;

/**
 * Detects how a file is written: the beginning is parsed with each delimiter, and the one wins by which most records have
 * the same number of values, which hold no other delimiter.
 */
export function detectCsvDialect(beginning: string, delimiter?: string): CsvDialect {
  const sample = beginning.slice(0, SAMPLE_LENGTH);
  const quote = detectQuote(sample);
  const escapeSign = quote === '"' && sample.includes('\\"') && !/[^\\]""[^\s,;|]/.test(sample) ? '\\' : quote;
  const candidates = (delimiter === undefined ? DELIMITERS : [delimiter]).map((delimiter) => {
    const records = parseRecords(sample, csvOptions({ delimiter, quote, escapeSign }));
    return { dialect: { delimiter, quote, escapeSign, width: getCommonWidth(records) }, score: scoreRecords(records) };
  });
  const best = candidates.toSorted((a, b) => b.score - a.score || b.dialect.width - a.dialect.width)[0];
  return best?.dialect ?? { delimiter: ',', quote, escapeSign, width: 1 };
}

/** Single quotes are marks of a file where they stand around values and no double ones do. */
function detectQuote(sample: string): string {
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  const double = count(/(?:^|[,;\t|])"/gm);
  const single = count(/(?:^|[,;\t|])'[^'\n]*'(?=[,;\t|\r\n]|$)/gm);
  return double === 0 && single > 1 ? "'" : '"';
}

/** The records of a sample that are complete: a value in quotes may be cut off at its end. */
function parseRecords(sample: string, options: Options): string[][] {
  const parser = new Parser(options);
  const records: string[][] = [];
  // A file that can't be read fails when it is read as a whole.
  parser.on('error', () => undefined);
  parser.write(sample.endsWith('\n') || sample.length >= SAMPLE_LENGTH ? sample : `${sample}\n`);
  for (let record = parser.read(); record && records.length < MAX_RECORDS; record = parser.read()) records.push(record);
  parser.destroy();
  return records;
}

/** From 0 to 1. */
function scoreRecords(records: readonly (readonly string[])[]): number {
  const width = getCommonWidth(records);
  if (width < 2) return 0;
  const alike = records.filter((record) => record.length === width);
  const values = alike.flat();
  const clean = values.filter((value) => !OTHER_DELIMITER.test(value)).length;
  return (alike.length / records.length) * (clean / values.length);
}

/** The number of values that most records have; of several the largest. */
function getCommonWidth(records: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const best = [...counts].toSorted(([a, many], [b, more]) => more - many || b - a)[0];
  return best?.[0] ?? 1;
}
