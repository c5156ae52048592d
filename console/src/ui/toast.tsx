import { useEffect, useRef, useSyncExternalStore } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

const SHOWN_MS = 6000;
let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const drop = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** Says what happened: good news go by themselves, bad ones stay until they are put away. */
export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  const id = ++last;
  set([...toasts.slice(-3), { id, text, tone }]);
  if (tone === 'good') setTimeout(() => drop(id), SHOWN_MS);
}

/** Tells the page how far its news reach up over its end, so that it leaves them room. */
function useRoom() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = section;
    if (!current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { top, height } = current.getBoundingClientRect();
      style.setProperty('--news', `${height === 0 ? 0 : innerHeight - top}px`);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--news');
    };
  }, []);
  return section;
}

/** Where news are shown and read out; a phone has room for the newest. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <section
      ref={useRoom()}
      aria-label={w.ui.news}
      aria-live="polite"
      className="fixed end-4 bottom-4 z-50 flex w-[min(26rem,calc(100vw-2rem))] flex-col gap-2 max-sm:[&>*:not(:last-child)]:hidden"
    >
      {shown.map(({ id, text, tone }) => (
        <div
          key={id}
          className={classes(
            'flex items-start gap-2 rounded-md border px-3 py-2 shadow-lg',
            tone === 'good' ? 'border-good bg-good-ground text-good' : 'border-bad bg-bad-ground text-bad',
          )}
        >
          <span aria-hidden>{tone === 'good' ? '✓' : '✕'}</span>
          <p className="min-w-0 flex-1 break-words">{text}</p>
          <Button look="quiet" small aria-label={w.ui.dismiss} onClick={() => drop(id)}>
            <span aria-hidden>✕</span>
          </Button>
        </div>
      ))}
    </section>
  );
}
