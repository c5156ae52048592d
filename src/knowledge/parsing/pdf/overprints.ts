import type { Run } from './runs.ts';

/** Maximum distance of a copy in font sizes, and in points. */
const MAX_DISTANCE = 0.1;
const MAX_DISTANCE_POINTS = 1;
/** Maximum number of earlier runs near a line that a run is compared with. */
const MAX_COMPARED = 50;

/**
 * Removes copies of text that a page prints over itself with a small offset, to make it bold. A copy can be a
 * part of the other text.
 */
export function removeOverprints(runs: readonly Run[]): Run[] {
  const kept = new Set<Run>();
  const byLine = new Map<number, Run[]>();
  for (const run of runs) {
    const line = Math.round(run.y);
    const near = [line - 1, line, line + 1]
      .flatMap((at) => byLine.get(at)?.slice(-MAX_COMPARED) ?? [])
      .filter((other) => kept.has(other));
    if (near.some((other) => isCopy(run, other))) continue;
    for (const other of near) if (isCopy(other, run)) kept.delete(other);
    kept.add(run);
    byLine.set(line, [...(byLine.get(line) ?? []).slice(-MAX_COMPARED), run]);
  }
  return [...kept];
}

/** Whether a run is a copy of another one, or of a part of it. */
function isCopy(copy: Run, { text, x, right, y, size }: Run): boolean {
  const distance = Math.min(MAX_DISTANCE * size, MAX_DISTANCE_POINTS);
  return (
    Math.abs(copy.size - size) <= distance &&
    Math.abs(copy.y - y) <= distance &&
    copy.x >= x - distance &&
    copy.right <= right + distance &&
    // A single character can also be the value of a cell that a long text of another cell covers.
    (copy.text === text || (copy.text.length > 1 && text.includes(copy.text)))
  );
}
