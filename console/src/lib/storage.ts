/** Browser storage of the console. A browser without storage only loses preferences. */

const PREFIX = 'holdfast.';
const YEAR_SECONDS = 31_536_000;

export function getStored(name: string, storage: 'local' | 'tab' = 'local'): string | undefined {
  try {
    return getStorage(storage).getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value; undefined deletes it. */
export function setStored(name: string, value: string | undefined, storage: 'local' | 'tab' = 'local'): void {
  try {
    if (value === undefined) getStorage(storage).removeItem(PREFIX + name);
    else getStorage(storage).setItem(PREFIX + name, value);
  } catch {
    // Storage may be full or blocked; the console works without it.
  }
}

/** Stores a preference in a cookie as well, for pages that the API renders. */
export function setSharedPreference(name: 'language' | 'theme', value: string | undefined): void {
  setStored(name, value);
  const maxAgeSeconds = value === undefined ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs TLS and is missing in some browsers
  document.cookie = `${PREFIX.replace('.', '_')}${name}=${value ?? ''}; path=/; max-age=${maxAgeSeconds}; samesite=lax`;
}

function getStorage(storage: 'local' | 'tab'): Storage {
  return storage === 'local' ? localStorage : sessionStorage;
}
