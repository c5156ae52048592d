import type { PDFPageProxy } from 'pdfjs-dist';
import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js';
import { removeOverprints } from './overprints.ts';

/** A piece of text on a page. Coordinates are points in its reading direction: x to the right, y down. */
export interface Run {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  /** Baseline. */
  readonly y: number;
  readonly size: number;
  readonly isBold: boolean;
  readonly isRightToLeft: boolean;
  /** Whether a vertical line separates it from the text before it. */
  readonly startsCell?: boolean;
  /** Blocks that replace its text, such as a table. */
  readonly table?: TableArea;
}

/** Area of a ruled table. */
interface TableArea {
  readonly top: number;
  readonly bottom: number;
  readonly rows: readonly import('../grid.ts').GridRow[];
}

/** Runs of one direction of a page. */
export interface RunGroup {
  /** Clockwise angle of the text on the page as shown, in degrees. */
  readonly angle: number;
  readonly runs: readonly Run[];
}

type Matrix = readonly [number, number, number, number, number, number];

/** Maximum number of runs of a page. */
const MAX_RUNS = 60_000;
/** Spaces within a text that separate columns, as in reports of fixed pitch. */
const WIDE_SPACES = /\s{3,}/;
const SYMBOL_FONT = /bold|black|heavy|semibold|demi/i;

/** Multiplies matrices: first `b`, then `a`. */
export const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
];

/** Turns a point of the page as shown into the reading direction of text with an angle. */
export function rotatePoint([x, y]: readonly [number, number], angle: number): [number, number] {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return [x * cos + y * sin, y * cos - x * sin];
}

/** Bold fonts of a document by name. */
export type BoldFonts = Map<string, boolean>;

/** Reads the text of a page by its direction, most text first. Sideways text and watermarks come after it. */
export async function readRuns(page: PDFPageProxy, boldFonts: BoldFonts): Promise<RunGroup[]> {
  const { items } = await page.getTextContent();
  const texts = items.filter(isText).slice(0, MAX_RUNS);
  await resolveFonts(page, texts, boldFonts);
  const viewport = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
  const groups = new Map<number, Run[]>();
  for (const item of texts) {
    const matrix = multiply(viewport, item.transform as unknown as Matrix);
    const degrees = (Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI;
    const angle = (Math.round(degrees / 5) * 5 + 360) % 360;
    const group = groups.get(angle) ?? [];
    groups.set(angle, group);
    group.push(...toRuns(item, matrix, angle, boldFonts.get(item.fontName) ?? false));
  }
  const length = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0);
  return Array.from(groups, ([angle, runs]) => ({ angle, runs: removeOverprints(runs) })).sort(
    (a, b) => length(b.runs) - length(a.runs),
  );
}

const isText = (item: TextItem | TextMarkedContent): item is TextItem => 'str' in item && item.str.trim() !== '';

/** The operator list makes pdfjs load the fonts, whose names show which are bold. */
async function resolveFonts(page: PDFPageProxy, items: readonly TextItem[], boldFonts: BoldFonts): Promise<void> {
  const names = [...new Set(items.map(({ fontName }) => fontName))].filter((name) => !boldFonts.has(name));
  if (names.length === 0) return;
  await page.getOperatorList();
  for (const name of names) {
    const font = page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined;
    boldFonts.set(name, font?.bold === true || font?.black === true || SYMBOL_FONT.test(font?.name ?? ''));
  }
}

function toRuns(item: TextItem, matrix: Matrix, angle: number, isBold: boolean): Run[] {
  const [x, y] = rotatePoint([matrix[4], matrix[5]], angle);
  const size = Math.hypot(matrix[2], matrix[3]) || item.height || 1;
  const common = { y, size, isBold, isRightToLeft: item.dir === 'rtl' };
  if (!WIDE_SPACES.test(item.str)) {
    const lead = item.str.length - item.str.trimStart().length;
    const perCharacter = item.width / item.str.length;
    const left = x + lead * perCharacter;
    return [{ ...common, text: item.str.trim(), x: left, right: Math.max(left, x + item.width) }];
  }
  const perCharacter = item.width / item.str.length;
  return Array.from(item.str.matchAll(/\S+(?:\s{1,2}\S+)*/g), ({ 0: text, index }) => ({
    ...common,
    text,
    x: x + index * perCharacter,
    right: x + (index + text.length) * perCharacter,
  }));
}
