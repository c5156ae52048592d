import { getStored } from '../lib/storage.ts';

/** Returns the stored language, else the browser's first known one. Undefined if none is known. */
export function findPreferredLanguage<L extends string>(known: readonly L[]): L | undefined {
  const preferred = [getStored('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return preferred.flatMap((name) => known.filter((each) => each === name))[0];
}
