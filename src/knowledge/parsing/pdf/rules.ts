import type { PDFPageProxy } from 'pdfjs-dist';
import { multiply, rotatePoint } from './runs.ts';

/** A horizontal or vertical ruling line. `at` is its position, `from` and `to` are its ends. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Ruling lines of a page. */
export interface Rules {
  readonly horizontal: readonly Rule[];
  readonly vertical: readonly Rule[];
}

type Matrix = Parameters<typeof multiply>[0];
type Point = readonly [number, number];

/** Maximum thickness of a line in points; thicker shapes are areas. */
const MAX_THICKNESS = 3;
const MIN_LENGTH = 6;
/** Maximum number of lines of a page; drawings have more. */
const MAX_RULES = 20_000;
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Reads the ruling lines of a page in the reading direction of text with an angle. */
export async function readRules(page: PDFPageProxy, angle: number): Promise<Rules> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const stack: Matrix[] = [];
  let matrix = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
  const found = new RuleCollector(angle);
  const invisible: ReadonlySet<number> = new Set([OPS.endPath, OPS.clip, OPS.eoClip]);
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at] as unknown[] | null;
    if (operator === OPS.save) stack.push(matrix);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = stack.pop() ?? matrix;
    else if (operator === OPS.transform) matrix = multiply(matrix, args as unknown as Matrix);
    else if (operator === OPS.paintFormXObjectBegin) {
      stack.push(matrix);
      matrix = multiply(matrix, (args?.[0] as Matrix | null) ?? IDENTITY);
    } else if (operator === OPS.constructPath && !invisible.has(Number(args?.[0]))) {
      const isStroked = ![OPS.fill, OPS.eoFill].includes(Number(args?.[0]) as 22);
      const [data] = (args?.[1] ?? []) as [ArrayLike<number> | null];
      if (data) found.addPath(data, matrix, isStroked);
    }
    if (found.isFull) break;
  }
  return found;
}

class RuleCollector implements Rules {
  readonly horizontal: Rule[] = [];
  readonly vertical: Rule[] = [];
  readonly #angle: number;

  constructor(angle: number) {
    this.#angle = angle;
  }

  get isFull(): boolean {
    return this.horizontal.length + this.vertical.length > MAX_RULES;
  }

  /** Adds the edges of a stroked path, or the thin filled rectangles that programs draw as lines. */
  addPath(data: ArrayLike<number>, matrix: Matrix, isStroked: boolean): void {
    for (const points of subpaths(data)) {
      const placed = points.map(([x, y]): Point => {
        const [left, top] = [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]];
        return rotatePoint([left, top], this.#angle);
      });
      if (this.#addThin(placed) || !isStroked) continue;
      for (let at = 1; at < placed.length && !this.isFull; at++) this.#addThin([placed[at - 1], placed[at]] as Point[]);
    }
  }

  #addThin(points: readonly Point[]): boolean {
    if (points.length < 2) return false;
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, right] = [Math.min(...xs.slice(0, 9)), Math.max(...xs.slice(0, 9))];
    const [top, bottom] = [Math.min(...ys.slice(0, 9)), Math.max(...ys.slice(0, 9))];
    if (points.length > 9) return false;
    if (bottom - top <= MAX_THICKNESS && right - left >= MIN_LENGTH)
      this.horizontal.push({ at: (top + bottom) / 2, from: left, to: right });
    else if (right - left <= MAX_THICKNESS && bottom - top >= MIN_LENGTH)
      this.vertical.push({ at: (left + right) / 2, from: top, to: bottom });
    else return false;
    return true;
  }
}

/** Splits the path data of pdfjs: 0 moves, 1 draws a line, 2 and 3 curves, 4 closes. */
function* subpaths(data: ArrayLike<number>): Generator<Point[]> {
  let points: Point[] = [];
  for (let at = 0; at < data.length; ) {
    const operator = data[at++];
    if (operator === 0 && points.length > 0) {
      yield points;
      points = [];
    }
    if (operator === 0 || operator === 1) points.push([Number(data[at++]), Number(data[at++])]);
    else if (operator === 4) {
      if (points[0]) points.push(points[0]);
    } else {
      // Curves belong to drawings.
      at += operator === 2 ? 6 : 4;
      points = [];
    }
  }
  if (points.length > 0) yield points;
}
