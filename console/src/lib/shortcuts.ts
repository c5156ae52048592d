import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { getStored, setStored } from './storage.ts';

/** A key of the page that is open. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it, in lower case; `?` and the like as they are. */
  readonly key: string;
  /** What it does, in the page's language. */
  readonly description: string;
  readonly run: (event: KeyboardEvent) => void;
}

const layers = new Set<{ readonly getShortcuts: () => readonly Shortcut[] }>();
const listeners = new Set<() => void>();
let isEnabled = getStored('keys') !== 'off';

export const areShortcutsEnabled = (): boolean => isEnabled;

export function setShortcutsEnabled(shouldEnable: boolean): void {
  isEnabled = shouldEnable;
  setStored('keys', shouldEnable ? undefined : 'off');
  for (const listener of listeners) listener();
}

/** Whether single keys act at all; some people's input devices press them by chance. */
export function useShortcutsEnabled(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, areShortcutsEnabled);
}

/** All keys of what is open now, the innermost first; of two that are the same the outer one never acts. */
export function getActiveShortcuts(): Shortcut[] {
  const shortcuts = [...layers].toReversed().flatMap((layer) => [...layer.getShortcuts()]);
  return shortcuts.filter(({ key }, index) => shortcuts.findIndex((other) => other.key === key) === index);
}

/** Adds keys for as long as a part of the page is there. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // Before the page is painted: who sees it may press at once.
  useLayoutEffect(() => {
    const layer = { getShortcuts: () => latest.current };
    layers.add(layer);
    return () => {
      layers.delete(layer);
    };
  }, []);
}

const INPUT_SELECTOR =
  'input, textarea, select, [contenteditable=true], .cm-editor, [role=menu], [role=listbox], [data-own-keys]';

addEventListener('keydown', (event) => {
  if (!isEnabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.composedPath()[0];
  // Esc leaves what is being written as well.
  if (event.key !== 'Escape' && target instanceof Element && target.closest(INPUT_SELECTOR)) return;
  // What is behind an open dialog hears nothing, save where the keys are its own.
  const isInDialog = document.querySelector('dialog[open]:not([data-page-keys])') !== null;
  if (isInDialog) return;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const shortcut = getActiveShortcuts().find(({ key }) => key === name);
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run(event);
});
