import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { keep, read } from './storage.ts';

/** A key of the page that is open. */
export interface PageKey {
  /** As `KeyboardEvent.key` has it, in lower case; `?` and the like as they are. */
  readonly key: string;
  /** What it does, in the page's language. */
  readonly does: string;
  readonly act: (event: KeyboardEvent) => void;
}

const layers = new Set<{ readonly keys: () => readonly PageKey[] }>();
const listeners = new Set<() => void>();
let on = read('keys') !== 'off';

export const keysAreOn = (): boolean => on;

export function switchKeys(next: boolean): void {
  on = next;
  keep('keys', next ? undefined : 'off');
  for (const listener of listeners) listener();
}

/** Whether single keys act at all; some people's input devices press them by chance. */
export function useKeysOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, keysAreOn);
}

/** All keys of what is open now, the innermost first; of two that are the same the outer one never acts. */
export function activeKeys(): PageKey[] {
  const all = [...layers].toReversed().flatMap((layer) => [...layer.keys()]);
  return all.filter(({ key }, at) => all.findIndex((other) => other.key === key) === at);
}

/** Adds keys for as long as a part of the page is there. */
export function usePageKeys(keys: readonly PageKey[]): void {
  const current = useRef(keys);
  current.current = keys;
  // Before the page is painted: who sees it may press at once.
  useLayoutEffect(() => {
    const layer = { keys: () => current.current };
    layers.add(layer);
    return () => {
      layers.delete(layer);
    };
  }, []);
}

const WRITES =
  'input, textarea, select, [contenteditable=true], .cm-editor, [role=menu], [role=listbox], [data-own-keys]';

addEventListener('keydown', (event) => {
  if (!on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.composedPath()[0];
  // Esc leaves what is being written as well.
  if (event.key !== 'Escape' && target instanceof Element && target.closest(WRITES)) return;
  // What is behind an open dialog hears nothing, save where the keys are its own.
  const inDialog = document.querySelector('dialog[open]:not([data-page-keys])') !== null;
  if (inDialog) return;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const found = activeKeys().find(({ key }) => key === name);
  if (!found) return;
  event.preventDefault();
  found.act(event);
});
