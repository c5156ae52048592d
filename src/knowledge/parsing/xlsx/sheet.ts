import type { Readable } from 'node:stream';
import { dateOf } from './styles.ts';
import type { Workbook } from './workbook.ts';
import { hear } from './xml.ts';

/** Columns that a row can have. */
const MOST_COLUMNS = 16_384;

/** The rows of a sheet that hold anything, as they come; cells stand in their columns. */
export async function* rowsOf(stream: Readable, workbook: Workbook): AsyncGenerator<string[]> {
  let ready: string[][] = [];
  let row: string[] = [];
  let column = 0;
  let cell = { type: '', style: 0, text: '', isValue: false };
  const taken = hear(stream, {
    open(name, { r, t, s }) {
      if (name === 'row') row = [];
      else if (name === 'c') {
        column = r === undefined ? row.length : columnOf(r);
        cell = { type: t ?? '', style: Number(s ?? 0), text: '', isValue: false };
      } else if (name === 'v' || name === 't') cell.isValue = true;
    },
    text(piece) {
      if (cell.isValue) cell.text += piece;
    },
    close(name) {
      cell.isValue = false;
      if (name === 'c' && column < MOST_COLUMNS) {
        while (row.length < column) row.push('');
        row[column] = shown(cell, workbook);
      } else if (name === 'row' && row.some((text) => text.trim() !== '')) ready.push(row);
    },
  });
  for await (const _ of taken) {
    yield* ready;
    ready = [];
  }
}

/** The column, from 0, that a place such as `AB12` is in. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,4}/.exec(place)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function shown(cell: { type: string; style: number; text: string }, { shared, styles, countsFrom }: Workbook): string {
  const { type, text } = cell;
  if (type === 's') return shared[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'true' : 'false';
  if (type !== '' && type !== 'n') return text;
  const number = Number(text);
  if (text === '' || Number.isNaN(number)) return text;
  if (styles[cell.style] === 'date') return dateOf(number, countsFrom);
  // Without the last digits, which are of the way computers count.
  return String(Number(number.toPrecision(15)));
}
