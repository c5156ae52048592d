import { useSyncExternalStore } from 'react';

/** What the page is made of, as the server names it now: its scripts have their digest in their names. */
const ENTRY_SCRIPT = /<script[^>]+src="(\/assets\/[^"]+)"/;

let isOutdated = false;
const listeners = new Set<() => void>();

/** Looks whether the server has another release than the page is of. Who can't be asked is asked another time. */
export async function checkForNewRelease(): Promise<void> {
  const currentScript = document
    .querySelector<HTMLScriptElement>('script[type=module][src^="/assets/"]')
    ?.getAttribute('src');
  if (isOutdated || currentScript == null) return;
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const servedScript = ENTRY_SCRIPT.exec(await response.text())?.[1];
    if (!response.ok || servedScript === undefined || servedScript === currentScript) return;
  } catch {
    return;
  }
  isOutdated = true;
  for (const listener of listeners) listener();
}

/** Whether the page is of an older release than the server. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOutdated,
  );
}
