/** What a browser keeps for this console; a browser that keeps nothing only forgets. */

const PREFIX = 'holdfast.';
const YEAR_S = 31_536_000;

export function read(name: string, storage: 'local' | 'tab' = 'local'): string | undefined {
  try {
    return of(storage).getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value; undefined forgets it. */
export function keep(name: string, value: string | undefined, storage: 'local' | 'tab' = 'local'): void {
  try {
    if (value === undefined) of(storage).removeItem(PREFIX + name);
    else of(storage).setItem(PREFIX + name, value);
  } catch {
    // A full or forbidden storage is no reason to stop.
  }
}

/** Keeps a choice where the pages that the API itself serves see it too. */
export function keepForPages(name: 'language' | 'theme', value: string | undefined): void {
  keep(name, value);
  const ends = value === undefined ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and not where there is no TLS.
  document.cookie = `${PREFIX.replace('.', '_')}${name}=${value ?? ''}; path=/; max-age=${ends}; samesite=lax`;
}

function of(storage: 'local' | 'tab'): Storage {
  return storage === 'local' ? localStorage : sessionStorage;
}
