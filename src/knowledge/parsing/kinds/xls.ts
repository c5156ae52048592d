import type { CellObject, WorkSheet } from '@e965/xlsx';
import { getErrorMessage } from '../../../platform/error-message.ts';
import { type Block, ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import { GridBuilder, type GridRow } from '../grid.ts';
import { toTableBlocks } from '../tables.ts';
import type { Notes, ParserKind } from './kind.ts';

type Xlsx = typeof import('@e965/xlsx');
type Range = NonNullable<WorkSheet['!merges']>[number];

const LOSS_WARNING =
  'Text boxes, charts and images of this old Excel file were not read; save it as XLSX to keep them.';

/** Excel files from before 2007. Each sheet is a heading with a table. */
export const xls: ParserKind = {
  name: 'xls',
  mediaType: 'application/vnd.ms-excel',
  alsoStated: ['application/msexcel', 'application/x-msexcel'],
  endings: ['.xls', '.xlt'],
  isText: false,
  oleStreams: ['Workbook', 'Book', 'WORKBOOK', 'BOOK'],
  async *read({ file, notes }) {
    const xlsx = await import('@e965/xlsx');
    const workbook = readWorkbook(xlsx, await file.all());
    notes.warnings.add(LOSS_WARNING);
    notes.properties = Object.entries(workbook.Props ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    for (const [at, name] of workbook.SheetNames.entries()) {
      const sheet = workbook.Sheets[name];
      if (!sheet?.['!ref']) continue;
      const isHidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0;
      if (isHidden) notes.warnings.add(`The sheet ${JSON.stringify(name)} is hidden; it was read.`);
      yield { kind: 'heading', level: 1, text: isHidden ? `${name} (hidden sheet)` : name, page: null };
      const comments: Block[] = [];
      yield* toTableBlocks(iterateRows(xlsx, sheet, notes, comments), {
        page: null,
        header: 'likely',
        hasTitles: true,
      });
      yield* comments;
    }
  },
};

function readWorkbook(xlsx: Xlsx, bytes: Buffer) {
  try {
    return xlsx.read(bytes, { type: 'buffer', dense: true, cellDates: true, cellNF: true, cellHTML: false, UTC: true });
  } catch (error) {
    const cause = getErrorMessage(error);
    if (/password/i.test(cause)) throw new ParseError('PASSWORD_PROTECTED', parseFailures.document_password_protected);
    throw new ParseError('DAMAGED_FILE', parseFailures.document_damaged({ cause: cause.slice(0, 200) }));
  }
}

/** Yields the rows of a sheet with merged cells in all their places. Collects comments. */
async function* iterateRows(xlsx: Xlsx, sheet: WorkSheet, notes: Notes, comments: Block[]): AsyncGenerator<GridRow> {
  const grid = new GridBuilder();
  const merged = new Map((sheet['!merges'] ?? []).map((range) => [toKey(range.s.r, range.s.c), range]));
  const rows = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  for (const [index, cells] of rows.entries()) {
    if (!cells) continue;
    grid.startRow(index);
    for (const [column, cell] of cells.entries()) {
      if (!cell) continue;
      grid.addCell({ text: toText(cell, notes), ...toSpan(merged.get(toKey(index, column))) }, column);
      const place = xlsx.utils.encode_cell({ r: index, c: column });
      for (const { t: text = '' } of cell.c ?? [])
        if (text.trim() !== '')
          comments.push({ kind: 'quote', text: `Comment on ${place}: ${text.trim()}`, page: null });
    }
    const row = grid.endRow();
    if (row) yield row;
  }
}

const toKey = (row: number, column: number) => `${row},${column}`;

const toSpan = (range: Range | undefined) =>
  range === undefined ? {} : { columns: range.e.c - range.s.c + 1, rows: range.e.r - range.s.r + 1 };

/** Number formats of durations. */
const DURATION = /\[(?:h+|m+|s+)\]/i;

/** Returns the value of a cell: dates in ISO 8601, numbers as stored. */
function toText({ t: type, v: value, w: shown, z: format, f: formula }: CellObject, { warnings }: Notes): string {
  if (value === undefined || value === null || type === 'z') {
    if (formula === undefined) return '';
    warnings.add('Some formulas have no stored result; the formula was read instead.');
    return `=${formula}`;
  }
  if (value instanceof Date) {
    if (DURATION.test(String(format)) || Number.isNaN(value.getTime())) return shown ?? '';
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
  }
  return type === 'e' ? (shown ?? '') : String(value);
}
