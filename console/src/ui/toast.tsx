import { useEffect, useRef, useSyncExternalStore } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { joinClassNames } from './class-names.ts';
import { CircleCheck, CircleX, X } from './icons.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

const TOAST_DURATION_MS = 6000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setToasts(nextToasts: readonly Toast[]): void {
  toasts = nextToasts;
  for (const listener of listeners) listener();
}

const dismissToast = (id: number) => setToasts(toasts.filter((toast) => toast.id !== id));

/** Shows a toast. Success toasts disappear by themselves; error toasts stay until dismissed. */
export function showToast(text: string, tone: Toast['tone'] = 'good'): void {
  const id = ++lastId;
  setToasts([...toasts.slice(-3), { id, text, tone }]);
  if (tone === 'good') setTimeout(() => dismissToast(id), TOAST_DURATION_MS);
}

/** Whether the toasts are in the sidebar, where they cover no part of the page. */
const isBesideContent = (toasts: Element) =>
  toasts.getBoundingClientRect().right <= (document.getElementById('content')?.getBoundingClientRect().left ?? 0);

/** Publishes the height of the toasts as a CSS variable, so that the page reserves space for them. */
function useToastHeight() {
  const sectionRef = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = sectionRef;
    if (!current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { top, height } = current.getBoundingClientRect();
      style.setProperty('--toast-height', `${height === 0 || isBesideContent(current) ? 0 : innerHeight - top}px`);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-height');
    };
  }, []);
  return sectionRef;
}

/** The live region that shows the toasts. A phone shows only the newest. */
export function Toasts() {
  const visibleToasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <section
      ref={useToastHeight()}
      aria-label={w.ui.news}
      aria-live="polite"
      className="toasts fixed z-50 flex flex-col gap-2 max-md:[&>*:not(:last-child)]:hidden"
    >
      {visibleToasts.map(({ id, text, tone }) => (
        <div
          key={id}
          className={joinClassNames(
            'flex items-start gap-2.5 rounded-lg border border-border-strong bg-surface py-2 ps-3 pe-2 shadow-lg',
            tone === 'bad' && 'border-danger',
          )}
        >
          {tone === 'good' ? (
            <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" />
          ) : (
            <CircleX className="mt-0.5 size-4 shrink-0 text-danger" />
          )}
          <p className="min-w-0 flex-1 break-words">{text}</p>
          <Button variant="quiet" isSmall aria-label={w.ui.dismiss} onClick={() => dismissToast(id)}>
            <X className="size-4" />
          </Button>
        </div>
      ))}
    </section>
  );
}
