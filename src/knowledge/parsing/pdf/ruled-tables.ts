import { GridBuilder, type GridRow } from '../grid.ts';
import { joinRuns, toLines } from './lines.ts';
import type { Rule, Rules } from './rules.ts';
import type { Run } from './runs.ts';

/** Distance in points within which lines are one, or touch. */
const TOLERANCE = 3;
/** Maximum number of rows or columns of a ruled table. */
const MAX_EDGES = 300;
/** Share of an edge that a line must cover to separate two cells. */
const MIN_COVER = 0.6;
/** Gap in font sizes between the texts of two cells without a line between them, and lines of their texts. */
const CELL_GAP = 0.9;
const MAX_CELL_LINES = 3;

interface Lattice {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Vertical lines by column edge, horizontal lines by row edge. */
  readonly vertical: readonly (readonly Rule[])[];
  readonly horizontal: readonly (readonly Rule[])[];
}

/** Replaces the text in ruled tables by one run per table. */
export function extractRuledTables(runs: readonly Run[], rules: Rules): Run[] {
  let rest = [...runs];
  for (const lattice of findLattices(rules)) {
    const [left, right] = [lattice.xs[0] ?? 0, lattice.xs.at(-1) ?? 0];
    const [top, bottom] = [lattice.ys[0] ?? 0, lattice.ys.at(-1) ?? 0];
    const isInside = (run: Run) => {
      const [x, y] = centerOf(run);
      return !run.table && x > left && x < right && y > top && y < bottom;
    };
    const inside = rest.filter(isInside);
    const rows = toGridRows(lattice, inside);
    const columns = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell?.text ? [cell.column] : []))));
    if (rows.length < 2 || columns.size < 2) continue;
    const [first] = inside;
    const middle = (top + bottom) / 2;
    const common = { text: '', x: left, right, y: middle, isBold: false, isRightToLeft: false };
    rest = rest.filter((run) => !isInside(run));
    rest.push({ ...common, size: first?.size ?? 1, table: { top, bottom, rows } });
  }
  return rest;
}

const centerOf = ({ x, right, y, size }: Run): [number, number] => [(x + right) / 2, y - size * 0.3];

/** Finds the lattices of connected lines. */
function findLattices({ horizontal, vertical }: Rules): Lattice[] {
  if (horizontal.length < 2 || vertical.length < 2) return [];
  const parents = [...horizontal, ...vertical].map((_, at) => at);
  const root = (at: number): number => {
    let found = at;
    while (parents[found] !== found) found = parents[found] as number;
    return found;
  };
  const crosses = (h: Rule, v: Rule) =>
    v.at >= h.from - TOLERANCE && v.at <= h.to + TOLERANCE && h.at >= v.from - TOLERANCE && h.at <= v.to + TOLERANCE;
  if (horizontal.length * vertical.length > 4_000_000) return [];
  for (const [at, h] of horizontal.entries())
    for (const [index, v] of vertical.entries()) if (crosses(h, v)) parents[root(horizontal.length + index)] = root(at);
  const groups = Map.groupBy(parents.keys(), root);
  return [...groups.values()].flatMap((members) => {
    const own = {
      horizontal: members.flatMap((at) => horizontal[at] ?? []),
      vertical: members.flatMap((at) => vertical[at - horizontal.length] ?? []),
    };
    const xs = distinct(own.vertical.map(({ at }) => at));
    const ys = distinct(own.horizontal.map(({ at }) => at));
    const isTable = xs.length >= 3 && ys.length >= 3 && xs.length <= MAX_EDGES && ys.length <= MAX_EDGES;
    return isTable ? [{ xs, ys, vertical: byEdge(own.vertical, xs), horizontal: byEdge(own.horizontal, ys) }] : [];
  });
}

/** Groups lines by the edge that they lie on. */
const byEdge = (rules: readonly Rule[], edges: readonly number[]): Rule[][] => {
  const groups = edges.map((): Rule[] => []);
  for (const rule of rules) groups[slotOf(edges, rule.at + TOLERANCE / 2)]?.push(rule);
  return groups;
};

/** Index of the last edge that is not above a value, -1 if there is none. */
function slotOf(edges: readonly number[], value: number): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function distinct(values: readonly number[]): number[] {
  const result: number[] = [];
  for (const value of values.toSorted((a, b) => a - b))
    if (value - (result.at(-1) ?? Number.NEGATIVE_INFINITY) > TOLERANCE) result.push(value);
  return result;
}

/** Assigns runs to cells. Cells without a line between them are merged. */
function toGridRows(lattice: Lattice, runs: readonly Run[]): GridRow[] {
  const { xs, ys } = lattice;
  const columnCount = xs.length - 1;
  const grid = new GridBuilder();
  const owners = new Set<string>();
  const rows: GridRow[] = [];
  const slots = Map.groupBy(runs, (run) => {
    const [x, y] = centerOf(run);
    return `${slotOf(ys, y)} ${slotOf(xs, x)}`;
  });
  for (let row = 0; row < ys.length - 1; row++) {
    grid.startRow();
    const cellRuns: Run[] = [];
    for (let column = 0; column < columnCount; column++) {
      if (owners.has(`${row} ${column}`)) continue;
      const areApart = (edge: number) => standApart(slots.get(`${row} ${edge - 1}`), slots.get(`${row} ${edge}`));
      const { columns, rows: height } = extent(lattice, { row, column, owners, areApart });
      const inside: Run[] = [];
      for (let y = row; y < row + height; y++)
        for (let x = column; x < column + columns; x++) inside.push(...(slots.get(`${y} ${x}`) ?? []));
      cellRuns.push(...inside);
      grid.addCell({ text: textOf(inside), columns, rows: height }, column);
    }
    const isHeader = cellRuns.length > 0 && cellRuns.every(({ isBold }) => isBold);
    const built = grid.endRow(isHeader);
    if (built) rows.push(built);
  }
  return unmarkUniform(rows);
}

const at = (edges: readonly number[], index: number): number => edges[Math.min(index, edges.length - 1)] ?? 0;

/** A table that is bold throughout has no marked header. */
function unmarkUniform(rows: readonly GridRow[]): GridRow[] {
  const isUniform = rows.every(({ isHeader }) => isHeader);
  return rows.map((row) => (isUniform ? { ...row, isHeader: false } : row));
}

const textOf = (runs: readonly Run[]): string =>
  toLines(runs)
    .map((line) => joinRuns(line.runs))
    .join('\n');

/** Whether texts beside an edge without a line are cells of their own: few lines with a wide space between them. */
function standApart(left: readonly Run[] = [], right: readonly Run[] = []): boolean {
  if (left.length === 0 || right.length === 0) return false;
  if ([left, right].some((runs) => toLines(runs).length > MAX_CELL_LINES)) return false;
  const gap = Math.min(...right.map(({ x }) => x)) - Math.max(...left.map((run) => run.right));
  return gap >= CELL_GAP * Math.max(...[...left, ...right].map(({ size }) => size));
}

interface Corner {
  readonly row: number;
  readonly column: number;
  /** Slots that belong to cells already. */
  readonly owners: Set<string>;
  /** Whether the texts on both sides of a column edge are cells of their own. */
  readonly areApart: (edge: number) => boolean;
}

/** Finds how many columns and rows a cell covers, and marks its slots as owned. */
function extent({ xs, ys, vertical, horizontal }: Lattice, { row, column, owners, areApart }: Corner) {
  const isOpen = (lines: readonly Rule[] | undefined, from: number, to: number) =>
    coveredLength(lines ?? [], from, to) < (to - from) * MIN_COVER;
  let columns = 1;
  while (
    column + columns < xs.length - 1 &&
    !owners.has(`${row} ${column + columns}`) &&
    !areApart(column + columns) &&
    isOpen(vertical[column + columns], at(ys, row), at(ys, row + 1))
  )
    columns++;
  let height = 1;
  while (row + height < ys.length - 1 && isOpen(horizontal[row + height], at(xs, column), at(xs, column + columns)))
    height++;
  for (let y = row; y < row + height; y++) for (let x = column; x < column + columns; x++) owners.add(`${y} ${x}`);
  return { columns, rows: height };
}

function coveredLength(lines: readonly Rule[], from: number, to: number): number {
  const parts = lines.filter((line) => line.to > from && line.from < to);
  let covered = 0;
  let end = from;
  for (const line of parts.toSorted((a, b) => a.from - b.from)) {
    const begin = Math.max(end, line.from - TOLERANCE / 2);
    end = Math.max(end, Math.min(to, line.to + TOLERANCE / 2));
    covered += Math.max(0, end - begin);
  }
  return covered;
}
