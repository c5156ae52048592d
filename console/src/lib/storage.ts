/** What a browser keeps for this console; a browser that keeps nothing only forgets. */

const PREFIX = 'holdfast.';
const YEAR_SECONDS = 31_536_000;

export function getStored(name: string, storage: 'local' | 'tab' = 'local'): string | undefined {
  try {
    return getStorage(storage).getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value; undefined forgets it. */
export function setStored(name: string, value: string | undefined, storage: 'local' | 'tab' = 'local'): void {
  try {
    if (value === undefined) getStorage(storage).removeItem(PREFIX + name);
    else getStorage(storage).setItem(PREFIX + name, value);
  } catch {
    // A full or forbidden storage is no reason to stop.
  }
}

/** Keeps a choice where the pages that the API itself serves see it too. */
export function setSharedPreference(name: 'language' | 'theme', value: string | undefined): void {
  setStored(name, value);
  const maxAgeSeconds = value === undefined ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and not where there is no TLS.
  document.cookie = `${PREFIX.replace('.', '_')}${name}=${value ?? ''}; path=/; max-age=${maxAgeSeconds}; samesite=lax`;
}

function getStorage(storage: 'local' | 'tab'): Storage {
  return storage === 'local' ? localStorage : sessionStorage;
}
