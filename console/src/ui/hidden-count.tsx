import { useMemo } from 'react';
import { countHiddenCharacters } from '../lib/visible.ts';
import { w } from '../words/index.ts';

/** Says how many characters of a value show nothing, or look like ordinary spaces and are none; says nothing where there are none. */
export function HiddenCount({ of }: { readonly of: unknown }) {
  const hidden = useMemo(() => countIn(of), [of]);
  if (hidden === 0) return null;
  return (
    <p role="alert" className="rounded-md border border-warn bg-warn-ground px-3 py-2 font-medium text-warn">
      {w.ui.hiddenCharacters(hidden)}
    </p>
  );
}

/** Counts in all texts of a value, the names of its fields included. */
function countIn(value: unknown): number {
  if (typeof value === 'string') return countHiddenCharacters(value);
  if (value === null || typeof value !== 'object') return 0;
  return Object.entries(value).reduce((sum, [name, each]) => sum + countHiddenCharacters(name) + countIn(each), 0);
}
