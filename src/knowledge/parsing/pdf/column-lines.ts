import type { Rule, Rules } from './rules.ts';
import type { Run } from './runs.ts';

/** Minimum length of a line between columns, and middle of a text above its baseline, in font sizes. */
const MIN_LENGTH = 1.2;
const TEXT_MIDDLE = 0.3;
/** Maximum number of texts times lines; drawings have many lines. */
const MAX_COMPARISONS = 4_000_000;
/** Maximum distance of a line from the space in a text that it divides, in font sizes. */
const MAX_SPACE_DISTANCE = 0.7;

/**
 * Marks the texts that vertical lines separate from those before them, for tables with lines between their columns only.
 * A text that such a line crosses at a space is divided, because pdfjs joins texts that are close together.
 */
export function markCells(runs: readonly Run[], { vertical }: Rules): Run[] {
  if (vertical.length === 0 || runs.length * vertical.length > MAX_COMPARISONS) return [...runs];
  const sorted = vertical.toSorted((one, other) => one.at - other.at);
  return runs.flatMap((run) => {
    if (run.table) return [run];
    const beside = sorted.filter((rule) => rule.at > run.x - run.size && rule.at < run.right && isBeside(rule, run));
    const startsCell = beside.some(({ at }) => at <= run.x);
    const [first, ...others] = divide(run, beside);
    return first ? [startsCell ? { ...first, startsCell } : first, ...others] : [];
  });
}

const isBeside = ({ from, to }: Rule, { y, size }: Run): boolean => {
  const middle = y - size * TEXT_MIDDLE;
  return from <= middle && to >= middle && to - from >= size * MIN_LENGTH;
};

/** Divides a text at the spaces that lines cross. */
function divide(run: Run, rules: readonly Rule[]): Run[] {
  const parts: Run[] = [];
  let rest = run;
  for (const { at } of run.isRightToLeft ? [] : rules) {
    const perCharacter = (rest.right - rest.x) / rest.text.length;
    const spaces = Array.from(rest.text.matchAll(/\s+/g), ({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
    }));
    const distance = ({ start, end }: (typeof spaces)[number]) =>
      Math.abs(rest.x + ((start + end) / 2) * perCharacter - at);
    const [nearest] = spaces.toSorted((one, other) => distance(one) - distance(other));
    if (!nearest || distance(nearest) > MAX_SPACE_DISTANCE * run.size) continue;
    const [left, right] = [rest.x + nearest.start * perCharacter, rest.x + nearest.end * perCharacter];
    parts.push({ ...rest, text: rest.text.slice(0, nearest.start), right: Math.min(left, at) });
    rest = { ...rest, text: rest.text.slice(nearest.end), x: Math.max(right, at), startsCell: true };
  }
  return [...parts, rest];
}
