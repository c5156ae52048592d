import { useSyncExternalStore } from 'react';

/** What the page is made of, as the server names it now: its scripts have their digest in their names. */
const ENTRY = /<script[^>]+src="(\/assets\/[^"]+)"/;

let outdated = false;
const listeners = new Set<() => void>();

/** Looks whether the server has another release than the page is of. Who can't be asked is asked another time. */
export async function lookForRelease(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src^="/assets/"]')?.getAttribute('src');
  if (outdated || own == null) return;
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const served = ENTRY.exec(await answer.text())?.[1];
    if (!answer.ok || served === undefined || served === own) return;
  } catch {
    return;
  }
  outdated = true;
  for (const listener of listeners) listener();
}

/** Whether the page is of an older release than the server. */
export function useOutdated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => outdated,
  );
}
