import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { escapeFormula, isFormula } from '../platform/csv.ts';

/** A model response, parsed as CSV. */
type ParsedCsv = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problems: string[] };

/** Instruction to the model for the output modality csv. */
export const CSV_INSTRUCTION =
  'Respond with only CSV: a header row with at least two column names, then one row per record, each with as many values as the header. Separate values with commas. Put values with commas, quotes or line breaks in double quotes.';

const FENCED = /^```[a-z]*\n([\s\S]*?)\n?```$/i;

/**
 * Parses a model's text as CSV with a header. A Markdown fence around it is accepted. At least two columns are
 * required, since prose would be CSV with one column. Formulas are escaped.
 */
export function parseCsv(text: string): ParsedCsv {
  const trimmed = text.trim();
  const csv = FENCED.exec(trimmed)?.[1] ?? trimmed;
  try {
    const table = parse(csv, { bom: true, skip_empty_lines: true }) as string[][];
    return findProblems(table[0], table.length - 1) ?? { ok: true, value: escapeFormulas(table, csv) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { ok: false, problems: [`the response is not valid CSV: ${error.message}`] };
  }
}

function findProblems(header: readonly string[] | undefined, rows: number): ParsedCsv | undefined {
  const problems: string[] = [];
  if (header === undefined) problems.push('the response is empty');
  else if (header.length < 2) problems.push('the header must name at least two columns');
  else if (header.some((name) => name.trim() === '')) problems.push('the header has a column without a name');
  else if (new Set(header).size < header.length) problems.push('the header has the same column twice');
  // A list may be empty, but a header that ends like a sentence is prose.
  else if (rows === 0 && header.some((name) => /[.:!?]$/.test(name)))
    problems.push('the response is a sentence instead of a header');
  return problems.length === 0 ? undefined : { ok: false, problems };
}

/** Escapes formulas. Returns the text unchanged if there are none. */
function escapeFormulas(table: readonly string[][], csv: string): string {
  if (!table.some((row) => row.some(isFormula))) return csv;
  return stringify(table.map((row) => row.map(escapeFormula))).trimEnd();
}
