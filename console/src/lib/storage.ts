/** What a browser keeps for this console; a browser that keeps nothing only forgets. */

const PREFIX = 'holdfast.';

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

function of(storage: 'local' | 'tab'): Storage {
  return storage === 'local' ? localStorage : sessionStorage;
}
