import { type Line, toLines } from './lines.ts';
import type { Run } from './runs.ts';

/** An empty vertical strip between two columns of text. */
interface Gutter {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly left: number;
  readonly right: number;
  /** Characters of the smaller side. */
  readonly weight: number;
}

interface Strip {
  readonly left: number;
  readonly right: number;
  readonly firstLine: number;
}

/** Limits of columns: lines, mean characters per line, and share of the width that lines fill. */
const MIN_LINES = 3;
const MIN_CHARACTERS = 16;
const MIN_FILL = 0.45;
/** Minimum width of a gutter in font sizes, for many and for few lines. */
const MIN_GAP = 0.55;
const MIN_GAP_FEW = 1.4;
const MANY_LINES = 8;
/** Gap between cells in font sizes, and number of gaps in a row of a table. */
const CELL_GAP = 0.9;
const MIN_ROW_GAPS = 2;
const MAX_DEPTH = 12;
/** Maximum number of lines of a page that is searched for columns. */
const MAX_LINES = 1500;

/** Divides text into regions of one column, in reading order: columns from left to right between full-width text. */
export function toRegions(runs: readonly Run[], depth = 0): Line[][] {
  const lines = toLines(runs);
  const gutter = depth < MAX_DEPTH && lines.length <= MAX_LINES ? findGutter(lines) : undefined;
  if (!gutter) return lines.length > 0 ? [lines] : [];
  const within = lines.slice(gutter.firstLine, gutter.lastLine + 1).flatMap((line) => line.runs);
  const left = within.filter((run) => run.right <= gutter.left + 0.5);
  const right = within.filter((run) => run.right > gutter.left + 0.5);
  const isRightToLeft = within.filter((run) => run.isRightToLeft).length * 2 > within.length;
  const parts = [
    lines.slice(0, gutter.firstLine).flatMap((line) => line.runs),
    ...(isRightToLeft ? [right, left] : [left, right]),
    lines.slice(gutter.lastLine + 1).flatMap((line) => line.runs),
  ];
  return parts.flatMap((part) => toRegions(part, depth + 1));
}

/** Finds the gutter with most text beside it. */
function findGutter(lines: readonly Line[]): Gutter | undefined {
  const minX = Math.min(...lines.map(({ x }) => x));
  const maxX = Math.max(...lines.map(({ right }) => right));
  const size = computeMedian(lines.map((line) => line.size));
  const minWidth = MIN_GAP * size;
  let best: Gutter | undefined;
  let open: Strip[] = [];
  const close = (strip: Strip, lastLine: number) => {
    const found = toGutter(lines, strip, lastLine, size);
    if (found && found.weight > (best?.weight ?? 0)) best = found;
  };
  for (const [at, line] of lines.entries()) {
    const free = freeStrips(line, minX, maxX);
    const next = new Map<string, Strip>();
    const add = (left: number, right: number, firstLine: number) => {
      if (right - left < minWidth) return;
      const key = `${left} ${right}`;
      const known = next.get(key);
      if (!known || known.firstLine > firstLine) next.set(key, { left, right, firstLine });
    };
    for (const strip of open) {
      const parts = free.map(([left, right]) => [Math.max(left, strip.left), Math.min(right, strip.right)] as const);
      if (!parts.some(([left, right]) => left === strip.left && right === strip.right)) close(strip, at - 1);
      for (const [left, right] of parts) add(left, right, strip.firstLine);
    }
    for (const [left, right] of free) add(left, right, at);
    open = [...next.values()];
  }
  for (const strip of open) close(strip, lines.length - 1);
  return best;
}

/** Strips of a line without text. */
function freeStrips({ runs }: Line, minX: number, maxX: number): [number, number][] {
  const strips: [number, number][] = [];
  let from = minX;
  for (const { x, right } of runs) {
    if (x > from) strips.push([from, x]);
    from = Math.max(from, right);
  }
  if (from < maxX) strips.push([from, maxX]);
  return strips;
}

/** Returns the gutter in a strip if both sides are columns of text and not of a table. */
function toGutter(lines: readonly Line[], strip: Strip, lastLine: number, size: number): Gutter | undefined {
  if (lastLine - strip.firstLine + 1 < MIN_LINES) return undefined;
  const within = lines.slice(strip.firstLine, lastLine + 1);
  const left = sideOf(within, (run) => run.right <= strip.left + 0.5);
  const right = sideOf(within, (run) => run.x >= strip.right - 0.5);
  if (!isColumn(left) || !isColumn(right)) return undefined;
  const isFew = Math.min(left.lineCount, right.lineCount) < MANY_LINES;
  if (isFew && strip.right - strip.left < MIN_GAP_FEW * size) return undefined;
  return { ...strip, lastLine, weight: Math.min(left.characters, right.characters) };
}

interface Side {
  readonly lineCount: number;
  readonly characters: number;
  /** Mean share of the width that the lines fill. */
  readonly fill: number;
  /** Number of lines with several cells, as in a table. */
  readonly rowCount: number;
}

function sideOf(lines: readonly Line[], isOnSide: (run: Run) => boolean): Side {
  const own = lines.map(({ runs }) => runs.filter(isOnSide)).filter((runs) => runs.length > 0);
  const spans = own.map((runs) => {
    const right = runs.reduce((most, run) => Math.max(most, run.right), Number.NEGATIVE_INFINITY);
    const isRow = gapCount(runs) >= MIN_ROW_GAPS;
    return { left: runs[0]?.x ?? 0, right, isRow, text: runs.map((run) => run.text).join(' ') };
  });
  const left = Math.min(...spans.map((span) => span.left));
  const width = Math.max(1, Math.max(...spans.map((span) => span.right)) - left);
  const filled = spans.reduce((sum, span) => sum + (span.right - span.left) / width, 0);
  const characters = spans.reduce(
    (sum, { text }) => sum + text.length + (text.match(/[\u3040-\u9fff\uac00-\ud7af]/g)?.length ?? 0),
    0,
  );
  return {
    lineCount: spans.length,
    characters,
    fill: filled / Math.max(1, spans.length),
    rowCount: spans.filter(({ isRow }) => isRow).length,
  };
}

const isColumn = ({ lineCount, characters, fill, rowCount }: Side): boolean =>
  lineCount >= MIN_LINES && rowCount * 2 <= lineCount && characters / lineCount >= MIN_CHARACTERS && fill >= MIN_FILL;

/** Number of gaps in a line as wide as between cells. */
function gapCount(runs: readonly Run[]): number {
  return runs.filter((run, at) => run.x - (runs[at - 1]?.right ?? run.x) >= CELL_GAP * run.size).length;
}

/** Median of numbers, 1 if there are none. */
export function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 1;
}
