import { GridBuilder, type GridRow } from '../grid.ts';
import { computeMedian } from './columns.ts';
import { joinRuns, type Line, splitIntoSegments } from './lines.ts';

/** Gap between cells in font sizes. */
const CELL_GAP = 0.9;
/** Minimum number of lines with cells. */
const MIN_ROWS = 3;
/** Maximum mean number of characters of a cell; longer ones are columns of text. */
const MAX_CELL_LENGTH = 45;
/** Share of lines that may cross the space between two columns. */
const MAX_CROSSING = 0.1;
/** Maximum distance of lines in median distances. */
const MAX_DISTANCE = 2.2;
const MARKER = /^(?:[•◦▪‣●○–—*-]|\(?\w{1,4}[.)\]])$/;
const NUMBER = /^[-+\d.,\s%€$£¥/:()]+$/;

/** Lines of a region: text, or the rows of a table. */
type Passage = { readonly lines: readonly Line[] } | { readonly rows: readonly GridRow[] };

interface Cell {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly isBold: boolean;
}

/** Finds tables without ruling lines: neighbouring lines whose cells stand below each other. */
export function* findAlignedTables(lines: readonly Line[]): Generator<Passage> {
  let text: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = endOfTable(lines, at);
    const rows = end - at >= MIN_ROWS ? toRows(lines.slice(at, end)) : undefined;
    if (rows) {
      if (text.length > 0) yield { lines: text };
      text = [];
      yield { rows };
      at = end;
    } else {
      // A failed table is not searched again line by line.
      const next = Math.max(end, at + 1);
      text.push(...lines.slice(at, next));
      at = next;
    }
  }
  if (text.length > 0) yield { lines: text };
}

const cellCount = (line: Line | undefined): number =>
  !line || line.runs[0]?.table ? 0 : splitIntoSegments(line, CELL_GAP).length;

/** Returns the end of the lines that may be a table. A line of one cell belongs to it between two others. */
function endOfTable(lines: readonly Line[], start: number): number {
  if (cellCount(lines[start]) < 2) return start;
  let end = start + 1;
  const distance = (at: number) => (lines[at]?.y ?? 0) - (lines[at - 1]?.y ?? 0);
  const first = lines[start]?.size ?? 1;
  const maxDistance = Math.max(2.6 * first, MAX_DISTANCE * distance(start + 1));
  for (; end < lines.length && distance(end) <= maxDistance; end++) {
    if (cellCount(lines[end]) >= 2) continue;
    const line = lines[end];
    const width = (lines[start]?.right ?? 0) - (lines[start]?.x ?? 0);
    const isShort = line !== undefined && !line.runs[0]?.table && line.right - line.x < width * 0.5;
    if (!isShort || cellCount(lines[end + 1]) < 2) break;
  }
  return end;
}

function toRows(lines: readonly Line[]): GridRow[] | undefined {
  const cells = lines.map((line) =>
    splitIntoSegments(line, CELL_GAP).map((runs): Cell => {
      const right = runs.reduce((most, run) => Math.max(most, run.right), 0);
      return { text: joinRuns(runs), x: runs[0]?.x ?? 0, right, isBold: runs.every(({ isBold }) => isBold) };
    }),
  );
  const all = cells.flat();
  if (all.reduce((sum, { text }) => sum + text.length, 0) / all.length > MAX_CELL_LENGTH) return undefined;
  const columns = findColumns(cells, computeMedian(lines.map(({ size }) => size)));
  if (columns.length < 2) return undefined;
  const isList =
    columns.length === 2 &&
    cells.every(([first]) => first && (MARKER.test(first.text) || first.x > (columns[0]?.[1] ?? 0)));
  return isList ? undefined : toGridRows(joinContinued(cells, columns), columns);
}

/** Returns the columns as ranges of x that the cells of most complete lines cover. */
function findColumns(all: readonly (readonly Cell[])[], size: number): [number, number][] {
  const minCells = usualCount(all);
  const rows = all.filter((cells) => cells.length >= minCells);
  const maxCrossing = Math.floor(rows.length * MAX_CROSSING);
  const events = rows.flatMap((cells) => cells.flatMap(({ x, right }) => [[x, 1] as const, [right, -1] as const]));
  events.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const columns: [number, number][] = [];
  let depth = 0;
  for (const [x, change] of events) {
    const wasFilled = depth > maxCrossing;
    depth += change;
    const isFilled = depth > maxCrossing;
    if (!wasFilled && isFilled) {
      const last = columns.at(-1);
      if (last && x - last[1] < size * 0.3) last[1] = x;
      else columns.push([x, x]);
    }
    const last = columns.at(-1);
    if (wasFilled && !isFilled && last) last[1] = x;
  }
  return columns;
}

/** Number of cells of most lines. */
function usualCount(rows: readonly (readonly Cell[])[]): number {
  const counts = Map.groupBy(rows, ({ length }) => length);
  const most = [...counts].toSorted(([a, first], [b, second]) => second.length - first.length || b - a);
  return most[0]?.[0] ?? 0;
}

/** First and last column of a cell; the nearest column where it covers none. */
function columnsOf({ x, right }: Cell, columns: readonly (readonly [number, number])[]): [number, number] {
  const covered = [...columns.entries()].filter(([, [from, to]]) => Math.min(to, right) - Math.max(from, x) > 0.5);
  const [first, last] = [covered[0]?.[0], covered.at(-1)?.[0]];
  if (first !== undefined && last !== undefined) return [first, last];
  const middle = (x + right) / 2;
  // A name between two columns belongs to both.
  const before = columns.findLastIndex(([, to]) => to < middle);
  if (before !== -1 && before < columns.length - 1 && middle < (columns[before + 1]?.[0] ?? 0))
    return [before, before + 1];
  const distance = (at: number) => {
    const [from = 0, to = 0] = columns[at] ?? [];
    return Math.max(from - middle, middle - to, 0);
  };
  const nearest = [...columns.keys()].reduce((best, at) => (distance(at) < distance(best) ? at : best), 0);
  return [nearest, nearest];
}

/** Joins a line with a single text that is not in the first column to the cell above it. */
function joinContinued(rows: readonly Cell[][], columns: readonly (readonly [number, number])[]): Cell[][] {
  const joined: Cell[][] = [];
  for (const row of rows) {
    const [only] = row;
    const above = joined.at(-1);
    const [column] = only ? columnsOf(only, columns) : [0];
    const index = above?.findIndex((cell) => columnsOf(cell, columns)[0] === column) ?? -1;
    const target = above?.[index];
    if (row.length !== 1 || !only || !above || !target || column === 0 || NUMBER.test(only.text)) joined.push(row);
    else joined[joined.length - 1] = above.with(index, { ...target, text: `${target.text} ${only.text}` });
  }
  return joined;
}

function toGridRows(rows: readonly Cell[][], columns: readonly (readonly [number, number])[]): GridRow[] {
  const grid = new GridBuilder();
  const isBold = rows.map((cells) => cells.length > 0 && cells.every((cell) => cell.isBold));
  const headerRows = isBold.every(Boolean) ? 0 : isBold.findIndex((bold) => !bold);
  return rows.flatMap((cells, at) => {
    grid.startRow();
    const placed: { text: string; from: number; to: number }[] = [];
    for (const cell of cells) {
      const [from, to] = columnsOf(cell, columns);
      const last = placed.at(-1);
      if (last && from <= last.to)
        Object.assign(last, { text: `${last.text} ${cell.text}`, to: Math.max(to, last.to) });
      else placed.push({ text: cell.text, from, to });
    }
    for (const { text, from, to } of placed) grid.addCell({ text, columns: to - from + 1 }, from);
    return grid.endRow(at < headerRows) ?? [];
  });
}
