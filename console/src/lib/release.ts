import { useSyncExternalStore } from 'react';

/** Entry script of the served index. Its name contains a content hash. */
const ENTRY_SCRIPT = /<script[^>]+src="(\/assets\/[^"]+)"/;

let isOutdated = false;
const listeners = new Set<() => void>();

/** Checks whether the server serves a newer release than the page. Ignores failed requests. */
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

/** Whether the page runs an older release than the server. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOutdated,
  );
}
