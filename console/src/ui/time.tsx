import { useSyncExternalStore } from 'react';
import { getServerTime } from '../lib/server-clock.ts';
import { formatExactTime, formatTime } from '../lib/time.ts';

/** One server-time clock for the whole page. It ticks every second while a component uses it. */
let now = getServerTime();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = getServerTime();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!timer) {
    now = getServerTime();
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the server time in milliseconds, updated every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** Shows a relative time below one day, else the date. The tooltip has the exact time. */
export function Time({ at }: { readonly at: string }) {
  const timestamp = Date.parse(at);
  // Renders again only when the text changes: a page of old times costs nothing while it is idle.
  const text = useSyncExternalStore(subscribe, () => formatTime(timestamp, now));
  return (
    <time dateTime={at} title={formatExactTime(timestamp)} className="whitespace-nowrap">
      {text}
    </time>
  );
}
