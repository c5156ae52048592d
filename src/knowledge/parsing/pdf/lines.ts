import { addAccent, composeAccents, isAccent } from './accents.ts';
import type { Run } from './runs.ts';

/** A line of text in one column. */
export interface Line {
  /** Runs from left to right. */
  readonly runs: readonly Run[];
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

/** Distance of baselines of one line, and gap of a word, as shares of the font size. */
const SAME_LINE = 0.4;
const WORD_GAP = 0.13;
/** Overlap of an accent with its letter, as a share of the font size. */
const ACCENT_OVERLAP = 0.05;

/** Joins runs with about the same baseline to lines, from top to bottom. Small raised or lowered text joins its line. */
export function toLines(runs: readonly Run[]): Line[] {
  const lines: OpenLine[] = [];
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const near = lines.slice(-3).findLast((line) => belongs(run, line));
    if (!near) lines.push({ runs: [run], y: run.y, size: run.size });
    else {
      near.runs.push(run);
      if (run.size > near.size && !run.table) Object.assign(near, { y: run.y, size: run.size });
    }
  }
  joinSmallLines(lines);
  return lines.map((line) => {
    const sorted = line.runs.toSorted((a, b) => a.x - b.x);
    const right = sorted.reduce((most, run) => Math.max(most, run.right), Number.NEGATIVE_INFINITY);
    return { ...line, runs: sorted, x: sorted[0]?.x ?? 0, right };
  });
}

interface OpenLine {
  runs: Run[];
  y: number;
  size: number;
}

/** Moves superscripts and subscripts that were placed in a line of their own to the line beside them. */
function joinSmallLines(lines: OpenLine[]): void {
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at];
    const neighbours = [lines[at + 1], lines[at - 1]].filter((other) => other && line && line.size < other.size * 0.85);
    if (!line || neighbours.length === 0) continue;
    line.runs = line.runs.filter((run) => {
      const target = neighbours.find((other) => other && belongs(run, other));
      target?.runs.push(run);
      return !target;
    });
    if (line.runs.length === 0) lines.splice(at, 1);
  }
}

function belongs(run: Run, line: OpenLine): boolean {
  if (run.table || line.runs[0]?.table) return false;
  const distance = Math.abs(run.y - line.y);
  if (distance <= SAME_LINE * Math.min(run.size, line.size)) return true;
  // Superscripts and subscripts.
  const [small, large] = [Math.min(run.size, line.size), Math.max(run.size, line.size)];
  const isBeside = line.runs.some((other) => run.x - other.right < large && other.x - run.right < large);
  return small < large * 0.85 && distance <= large * 0.55 && isBeside;
}

/** Joins the texts of runs with spaces at gaps. */
export function joinRuns(runs: readonly Run[]): string {
  const isRightToLeft = runs.filter((run) => run.isRightToLeft).length * 2 > runs.length;
  const ordered = isRightToLeft ? runs.toReversed() : runs;
  let text = '';
  let last: Run | undefined;
  for (const run of ordered) {
    const isOverlapping = last !== undefined && run.x < last.right - ACCENT_OVERLAP * run.size;
    const joined = isOverlapping ? joinOverlapping(text, run.text) : undefined;
    if (joined !== undefined) {
      text = joined;
      last = run;
      continue;
    }
    const gap = last ? (isRightToLeft ? last.x - run.right : run.x - last.right) : 0;
    const isSpaced = last && (gap > WORD_GAP * Math.min(run.size, last.size) || isNoteMark(last, run));
    text += isSpaced && !/\s$/.test(text) ? ` ${run.text}` : run.text;
    last = run;
  }
  return composeAccents(text);
}

/** Whether one of two neighbours is the raised number of a note at the other, a word or the end of a sentence. */
function isNoteMark(before: Run, after: Run): boolean {
  const isRaised = (mark: Run, text: Run) =>
    /^\d{1,3}$/.test(mark.text) && mark.size < 0.85 * text.size && text.y - mark.y > 0.2 * text.size;
  if (isRaised(before, after)) return /^\p{L}[\p{L}\s]/u.test(after.text);
  return isRaised(after, before) && /(?:\p{L}{3}|[.,;:)\]”"])$/u.test(before.text);
}

/** Joins texts of which one begins or ends with an accent that is drawn over the other's letter. */
function joinOverlapping(text: string, next: string): string | undefined {
  const letter = text.slice(-1);
  const accent = next.slice(0, 1);
  if (isAccent(accent)) return `${text.slice(0, -1)}${addAccent(letter, accent) ?? letter + accent}${next.slice(1)}`;
  if (!isAccent(letter)) return undefined;
  return `${text.slice(0, -1).trimEnd()}${addAccent(accent, letter) ?? letter + accent}${next.slice(1)}`;
}

/** Segments of a line between vertical lines, or gaps of at least `minGap` font sizes. */
export function splitIntoSegments({ runs }: Line, minGap: number): Run[][] {
  const segments: Run[][] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    if (segments.length === 0 || run.startsCell || run.x - right >= minGap * run.size) segments.push([]);
    segments.at(-1)?.push(run);
    right = Math.max(right, run.right);
  }
  return segments;
}
