import type { PDFPageProxy } from 'pdfjs-dist';
import { markCells } from './column-lines.ts';
import { splitIntoSegments, toLines } from './lines.ts';
import { extractRuledTables } from './ruled-tables.ts';
import { readRules } from './rules.ts';
import { type BoldFonts, type Run, type RunGroup, readRuns, rotatePoint } from './runs.ts';

/** Text of a page by direction. */
export interface PageText {
  /** Text in the main direction. */
  readonly main: readonly Run[];
  /** Height of the page in the main direction. */
  readonly height: number;
  /** Text in other directions. */
  readonly others: readonly (readonly Run[])[];
}

/** Gap between cells in font sizes, and number of lines with gaps on a page with a table. */
const CELL_GAP = 0.8;
const MIN_TABLE_LINES = 2;
/** Angles of watermarks are ignored if they are short. */
const MAX_WATERMARK_LENGTH = 60;

/** Reads the text of a page in its reading direction, with ruled tables as single runs. */
export async function readPageText(page: PDFPageProxy, boldFonts: BoldFonts): Promise<PageText> {
  const [first, ...others] = await readRuns(page, boldFonts);
  if (!first) return { main: [], height: 0, others: [] };
  const { angle } = first;
  const { width, height } = page.getViewport({ scale: 1 });
  const corners = [
    rotatePoint([0, 0], angle),
    rotatePoint([width, 0], angle),
    rotatePoint([0, height], angle),
    rotatePoint([width, height], angle),
  ];
  const top = Math.min(...corners.map(([, y]) => y));
  const bottom = Math.max(...corners.map(([, y]) => y));
  const isTableLikely =
    toLines(first.runs).filter((line) => splitIntoSegments(line, CELL_GAP).length > 1).length >= MIN_TABLE_LINES;
  const rules = isTableLikely ? await readRules(page, angle) : undefined;
  const runs = rules ? markCells(extractRuledTables(first.runs, rules), rules) : first.runs;
  const main = runs.map((run) => ({ ...run, y: run.y - top }));
  return {
    main,
    height: bottom - top,
    others: others.filter((group) => !isWatermark(group)).map((group) => group.runs),
  };
}

/** Whether text is a short diagonal stamp. */
const isWatermark = ({ angle, runs }: RunGroup): boolean =>
  angle % 90 !== 0 && runs.reduce((sum, { text }) => sum + text.length, 0) <= MAX_WATERMARK_LENGTH;
