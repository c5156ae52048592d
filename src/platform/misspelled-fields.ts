import { errors } from './errors.ts';
import { commonProblems } from './problems.ts';

/** Maximum number of keys that are compared, and of their characters. They bound the work. */
const MAX_KEYS = 200;
const MAX_KEY_LENGTH = 40;
/** Minimum length of a key that counts as the beginning of a field's name. */
const MIN_PREFIX_LENGTH = 3;
/** Length from which a name may differ in two characters instead of one. */
const LONG_NAME_LENGTH = 8;

/**
 * Throws a 422 for a key that looks like a field that narrows a search or a list. Other unknown keys are ignored, but
 * ignoring a misspelled condition would return more than the caller asked for. `fields` maps names to their location,
 * so that a field at the wrong place is found too.
 */
export function assertNoMisspelledFields(
  value: object,
  fields: Readonly<Record<string, string>>,
  path: readonly (string | number)[] = [],
): void {
  const keys = Object.keys(value).filter((key) => key.length <= MAX_KEY_LENGTH);
  for (const key of keys.slice(0, MAX_KEYS)) {
    if (Object.hasOwn(fields, key) && fields[key] === key) continue;
    const field = Object.hasOwn(fields, key) ? key : Object.keys(fields).find((name) => isNear(key, name));
    if (field !== undefined)
      throw errors.invalid([...path, key], commonProblems.misspelled_field({ field: fields[field] ?? field }));
  }
}

function isNear(key: string, field: string): boolean {
  const [written, name] = [toComparable(key), toComparable(field)];
  if (written.length >= MIN_PREFIX_LENGTH && name.startsWith(written)) return true;
  return countEdits(written, name) <= (name.length < LONG_NAME_LENGTH ? 1 : 2);
}

/** Without case, separators and the plural. */
const toComparable = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/s$/, '');

/** Counts the inserted, deleted, replaced and swapped characters between two names. */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isEqual = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isEqual ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length] ?? 0;
}
