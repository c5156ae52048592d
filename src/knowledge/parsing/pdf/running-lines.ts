import { PAGE_NUMBER } from '../pages.ts';
import { toLines } from './lines.ts';
import type { Run } from './runs.ts';

/** Number of pages on which a line at the same edge and height is a header or footer. */
const MIN_PAGES = 3;
/** Lines of a page from its edges that can be headers or footers. */
const MAX_EDGE_LINES = 3;
/** Share of the page height from each edge. */
const EDGE_SHARE = 0.14;
const MAX_LINE_LENGTH = 120;
/** Headers of long documents change with the chapter. */
const MAX_SEEN = 5000;

/** Text of a page with its height. */
interface PageRuns {
  readonly runs: readonly Run[];
  readonly height: number;
}

interface EdgeLine {
  readonly key: string;
  readonly runs: readonly Run[];
}

/** Removes page numbers, and headers and footers except their first occurrence. */
export function removeRunningLines(pages: readonly PageRuns[], seen: Set<string>): Run[][] {
  const edges = pages.map(edgeLines);
  const counts = new Map<string, number>();
  for (const key of edges.flatMap((lines) => [...new Set(lines.map((line) => line.key))]))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  return pages.map(({ runs }, at) => {
    const dropped = (edges[at] ?? []).filter(({ key }) => {
      const isRunning = (counts.get(key) ?? 0) >= MIN_PAGES || seen.has(key);
      return isRunning && isRepeated(key, seen);
    });
    const droppedRuns = new Set(dropped.flatMap((line) => line.runs));
    return runs.filter((run) => !droppedRuns.has(run));
  });
}

/** Whether a line repeats. Page numbers always do. */
function isRepeated(key: string, seen: Set<string>): boolean {
  if (PAGE_NUMBER.test(key.slice(1)) || seen.has(key)) return true;
  if (seen.size < MAX_SEEN) seen.add(key);
  return false;
}

/**
 * Returns the lines at the edges of a page with numbers masked. Only the outermost lines without text between count.
 */
function edgeLines({ runs, height }: PageRuns): EdgeLine[] {
  if (runs.length === 0 || height <= 0) return [];
  const lines = toLines(runs);
  const found: EdgeLine[] = [];
  const add = (edge: string, own: readonly Run[]) => {
    const text = own
      .map((run) => run.text)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
    const masked = /^[ivxlc]{1,7}$/i.test(text) ? '#' : text.replace(/\d+/g, '#');
    if (masked.length <= MAX_LINE_LENGTH) found.push({ key: `${edge}${masked}`, runs: own });
  };
  for (const { runs: own, y } of lines.slice(0, MAX_EDGE_LINES)) if (y < height * EDGE_SHARE) add('^', own);
  for (const { runs: own, y } of lines.slice(-MAX_EDGE_LINES)) if (y > height * (1 - EDGE_SHARE)) add('$', own);
  return found;
}
