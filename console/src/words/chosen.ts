import { getStored } from '../lib/storage.ts';

/** The language of a page among those there are: the one that was chosen, else the first of the browser's. */
export function chosenLanguage<L extends string>(known: readonly L[]): L | undefined {
  const preferred = [getStored('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return preferred.flatMap((name) => known.filter((each) => each === name))[0];
}
