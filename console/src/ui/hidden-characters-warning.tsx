import { useMemo } from 'react';
import { countHiddenCharacters } from '../lib/hidden-text.ts';
import { w } from '../words/index.ts';

/** Warns about characters that are invisible or imitate ordinary spaces. Renders nothing if there are none. */
export function HiddenCharactersWarning({ value }: { readonly value: unknown }) {
  const count = useMemo(() => countHiddenInValue(value), [value]);
  if (count === 0) return null;
  return (
    <p role="alert" className="rounded-md border border-warning bg-warning-subtle px-3 py-2 font-medium text-warning">
      {w.ui.hiddenCharacters({ n: count })}
    </p>
  );
}

/** Counts hidden characters in all strings and property names of a value. */
function countHiddenInValue(value: unknown): number {
  if (typeof value === 'string') return countHiddenCharacters(value);
  if (value === null || typeof value !== 'object') return 0;
  return Object.entries(value).reduce(
    (sum, [name, each]) => sum + countHiddenCharacters(name) + countHiddenInValue(each),
    0,
  );
}
