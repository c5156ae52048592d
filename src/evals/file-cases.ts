import { CsvError, parse } from 'csv-parse/sync';
import { parseJson } from '../platform/json.ts';
import { isRecord } from '../platform/json-schema.ts';
import type { Problem } from '../platform/messages.ts';
import { MAX_CASES } from './contract.ts';
import { caseFileProblems } from './problems.ts';
import type { EvalTargetKind } from './target.ts';

/** Formats of a file of cases. */
export const CASE_FORMATS = ['csv', 'jsonl'] as const;
export type CaseFormat = (typeof CASE_FORMATS)[number];

/** An invalid file of cases, with the line number from 1. */
export class CaseFileError extends Error {
  override readonly name = 'CaseFileProblem';

  readonly problem: Problem;

  constructor(line: number | undefined, problem: Problem) {
    const located = line === undefined ? problem : caseFileProblems.case_file_line({ line, problem });
    super(located.msg);
    this.problem = located;
  }
}

/** A case of a file with the fields of a body, not yet checked. */
export interface FileCase {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A line of a file that is no case. */
export interface InvalidLine {
  readonly line: number;
  readonly problem: Problem;
}

/** Parses the cases of a text file. Throws {@link CaseFileError} for problems of the file as a whole. */
export function parseCaseFile(kind: EvalTargetKind, format: CaseFormat, text: string): (FileCase | InvalidLine)[] {
  const content = text.replace(/^\uFEFF/, '');
  const cases = format === 'csv' ? parseCsv(kind, content) : parseJsonl(content);
  if (cases.length === 0) throw new CaseFileError(undefined, caseFileProblems.case_file_empty);
  return cases;
}

/** Fields of a case that a line can have besides its input. */
const CASE_FIELDS = ['name', 'reference_run_id', 'expected', 'expected_calls', 'stubs'];

/** A line each: an object with the fields of a case. */
function parseJsonl(text: string): (FileCase | InvalidLine)[] {
  const lines = text.split('\n').map((content, index) => ({ content: content.trim(), line: index + 1 }));
  const filledLines = lines.filter(({ content }) => content !== '');
  assertCaseCount(filledLines.length);
  return filledLines.map(({ content, line }) => parseLine(content, line));
}

function parseLine(content: string, line: number): FileCase | InvalidLine {
  try {
    const fields: unknown = parseJson(content);
    if (isRecord(fields)) return { line, fields };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { line, problem: caseFileProblems.case_line_not_object };
}

/** Returns unknown fields of a line. Bodies ignore unknown fields, but a file would silently lose them. */
export function findUnknownFields(kind: EvalTargetKind, { fields }: FileCase): string[] {
  const known = [kind.fields.input, ...(kind.type === 'task' ? CASE_FIELDS.slice(0, 3) : CASE_FIELDS)];
  return Object.keys(fields).filter((name) => !known.includes(name));
}

/** Parses one case per row: the column `expected`, and a column per variable for a task, or `message` for an agent. */
function parseCsv(kind: EvalTargetKind, text: string): FileCase[] {
  const rows = parseTable(text);
  const [header, ...cases] = rows;
  if (!header) return [];
  const names = header.record.map((name) => name.trim());
  const invalidName = names.find((name, index) => name === '' || names.indexOf(name) < index);
  if (invalidName !== undefined)
    throw new CaseFileError(
      header.line,
      invalidName === ''
        ? caseFileProblems.case_column_unnamed
        : caseFileProblems.case_column_repeated({ column: invalidName }),
    );
  const inputs = names.filter((name) => name !== 'expected');
  if (kind.type === 'task_agent' && (inputs.length !== 1 || inputs[0] !== 'message'))
    throw new CaseFileError(header.line, caseFileProblems.case_columns_wrong);
  assertCaseCount(cases.length);
  return cases.map(({ record, line }) => {
    const values = Object.fromEntries(names.map((name, index) => [name, record[index] ?? '']));
    const { expected, ...rest } = values;
    const input = kind.type === 'task' ? rest : rest.message;
    return { line, fields: { [kind.fields.input]: input, ...(expected ? { expected } : {}) } };
  });
}

interface Row {
  readonly record: string[];
  readonly line: number;
}

function parseTable(text: string): Row[] {
  try {
    const rows = parse(text, { skip_empty_lines: true, info: true }) as unknown as {
      readonly record: string[];
      readonly info: { readonly lines: number };
    }[];
    return rows.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CaseFileError(undefined, caseFileProblems.case_file_invalid_csv({ cause: error.message }));
  }
}

function assertCaseCount(count: number): void {
  if (count > MAX_CASES)
    throw new CaseFileError(undefined, caseFileProblems.case_file_too_long({ count, limit: MAX_CASES }));
}
