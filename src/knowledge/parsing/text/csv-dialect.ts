import { type Options, Parser } from 'csv-parse';

/** Dialect of a CSV file. */
interface CsvDialect {
  readonly delimiter: string;
  readonly quote: string;
  /** Escape character of quotes. */
  readonly escapeSign: string;
  /** Whether spaces after a delimiter are no part of the value: quotes follow them. */
  readonly skipsSpaces: boolean;
  /** Most common number of values per record. */
  readonly width: number;
}

/** Maximum length of a record, in case a quote is never closed. */
const MAX_RECORD_SIZE = 1024 * 1024;
/** Characters and records for dialect detection. */
const SAMPLE_LENGTH = 64 * 1024;
const MAX_RECORDS = 200;
/** Delimiters, the most common first. */
const DELIMITERS = [',', ';', '\t', '|', '^', '~'];
/** Quoted values at the start of a file, whose delimiter can be any sign, such as `"a"+"b"`. */
const QUOTED_START = /^(["'])(?:(?!\1)[^\r\n]|\1\1)*\1([^\s\w"'])\1/;
/** Delimiter of a file with one column: no text contains it. */
const NO_DELIMITER = '\u001f';
/** Characters that are rare in correctly split values. */
const OTHER_DELIMITER = /[;\t|]/;

/** Returns the delimiter of a first line such as `sep=;`, and the text after it. */
export function readDelimiterLine(text: string): { readonly delimiter?: string; readonly rest: string } {
  const found = /^"?sep=(.)"?(?:\r\n?|\n|$)/i.exec(text);
  return found ? { delimiter: found[1], rest: text.slice(found[0].length) } : { rest: text };
}

/**
 * Splits the comment lines off the beginning of a file, as the W3C's model for tabular data names them: several lines
 * that begin with `#`, above a header. One such line can be the header itself.
 */
export function splitComments(text: string): { readonly comments: readonly string[]; readonly rest: string } {
  const [comments = ''] = /^(?:#[^\r\n]*(?:\r\n|[\r\n])){2,}/.exec(text) ?? [];
  const rest = text.slice(comments.length);
  const [next = ''] = /^[^\r\n]*/.exec(rest) ?? [];
  // Without a header below, the last of them has the names of the columns.
  const hasHeader = next !== '' && !/(?:^|[,;\t|])"?[-+]?\d[\d.,]*"?(?=[,;\t|]|$)/.test(next);
  if (comments === '' || !hasHeader) return { comments: [], rest: text };
  const lines = comments.split(/[\r\n]+/).map((line) => line.replace(/^#+\s*/, '').trim());
  return { comments: lines.filter((line) => line !== ''), rest };
}

/** Options by which csv-parse reads a dialect. */
export const toCsvOptions = ({ delimiter, quote, escapeSign, skipsSpaces }: Omit<CsvDialect, 'width'>) =>
  ({
    trim: skipsSpaces,
    delimiter,
    // A file can mix them, such as after programs of several systems edited it.
    record_delimiter: ['\r\n', '\n', '\r'],
    quote,
    escape: escapeSign,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD_SIZE,
  }) satisfies Options;

/** Detects the dialect: parses a sample with each delimiter and chooses the most regular result. */
export function detectCsvDialect(beginning: string, delimiter?: string): CsvDialect {
  const sample = beginning.slice(0, SAMPLE_LENGTH);
  const quote = detectQuote(sample);
  const escapeSigns = quote === '"' && sample.includes('\\"') ? ['\\', quote] : [quote];
  const delimiters = delimiter === undefined ? DELIMITERS : [delimiter];
  const candidates = delimiters.flatMap((delimiter) =>
    escapeSigns.map((sign) => toCandidate(sample, delimiter, quote, sign)),
  );
  const [, sign, between] = delimiter === undefined ? (QUOTED_START.exec(sample) ?? []) : [];
  if (sign && between && !DELIMITERS.includes(between)) candidates.push(toCandidate(sample, between, sign, sign));
  const order = (a: Candidate, b: Candidate) =>
    b.score - a.score || b.dialect.width - a.dialect.width || b.recordCount - a.recordCount;
  const [best] = candidates.toSorted(order);
  const isTable = best !== undefined && (best.dialect.width > 1 || delimiter !== undefined);
  if (isTable) return best.dialect;
  return { delimiter: NO_DELIMITER, quote, escapeSign: quote, skipsSpaces: false, width: 1 };
}

/** A dialect with the result of parsing the sample by it. */
interface Candidate {
  readonly dialect: CsvDialect;
  readonly recordCount: number;
  /** Regularity of the records from 0 to 1. */
  readonly score: number;
}

function toCandidate(sample: string, delimiter: string, quote: string, escapeSign: string): Candidate {
  const escaped = delimiter.replace(/[\\\]^-]/, '\\$&');
  const skipsSpaces = delimiter !== '\t' && new RegExp(`[${escaped}] +${quote}`).test(sample);
  const settings = { delimiter, quote, escapeSign, skipsSpaces };
  const records = parseRecords(sample, toCsvOptions(settings));
  const dialect = { ...settings, width: getCommonWidth(records) };
  return { dialect, recordCount: records.length, score: scoreRecords(records, quote) };
}

/** Detects single quotes if they enclose values and double quotes do not. */
function detectQuote(sample: string): string {
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  const double = count(/(?:^|[,;\t|^~])"/gm);
  const single = count(/(?:^|[,;\t|^~])'(?:[^'\n]|'')*'(?=[,;\t|^~\r\n]|$)/gm);
  return double === 0 && single > 1 ? "'" : '"';
}

/** Parses the complete records of a sample. */
function parseRecords(sample: string, options: Options): string[][] {
  const parser = new Parser(options);
  const records: string[][] = [];
  // Errors appear again when the complete file is parsed.
  parser.on('error', () => undefined);
  if (sample.length >= SAMPLE_LENGTH) parser.write(sample);
  else parser.end(sample);
  for (let record = parser.read(); record && records.length < MAX_RECORDS; record = parser.read()) records.push(record);
  parser.destroy();
  return records;
}

/** From 0 to 1. */
function scoreRecords(records: readonly (readonly string[])[], quote: string): number {
  const width = getCommonWidth(records);
  if (width < 2) return 0;
  const alike = records.filter((record) => record.length === width);
  const values = alike.flat();
  // A wrong delimiter leaves the opening and the closing quote in different values.
  const isClean = (value: string) => !OTHER_DELIMITER.test(value) && value.split(quote).length % 2 === 1;
  const clean = values.filter(isClean).length;
  return (alike.length / records.length) * (clean / values.length);
}

/** Returns the most common number of values, the largest of several. */
function getCommonWidth(records: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const best = [...counts].toSorted(([a, many], [b, more]) => more - many || b - a)[0];
  return best?.[0] ?? 1;
}
