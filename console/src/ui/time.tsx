import { useSyncExternalStore } from 'react';
import { serverNow } from '../lib/clock.ts';
import { exactTime, sayTime } from '../lib/time.ts';

/** One clock for the whole page, by the server's time, which ticks once a second while anything shows it. */
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = serverNow();
  for (const each of listeners) each();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!timer) {
    now = serverNow();
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The server's time, anew every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** A time: relative under a day, else the date; the exact one with its zone and in UTC to hover over. */
export function Time({ at }: { readonly at: string }) {
  const time = Date.parse(at);
  const said = sayTime(time, useNow());
  return (
    <time dateTime={at} title={exactTime(time)} className="whitespace-nowrap">
      {said}
    </time>
  );
}
