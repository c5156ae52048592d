import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { getStored, setStored } from './storage.ts';

/** A single-key shortcut. */
interface Shortcut {
  /** Value of `KeyboardEvent.key`, letters in lower case. */
  readonly key: string;
  /** Description, in the page's language. */
  readonly description: string;
  readonly run: (event: KeyboardEvent) => void;
}

const layers = new Set<{ readonly getShortcuts: () => readonly Shortcut[] }>();
const listeners = new Set<() => void>();
let isEnabled = getStored('keys') !== 'off';

const areShortcutsEnabled = (): boolean => isEnabled;

export function setShortcutsEnabled(shouldEnable: boolean): void {
  isEnabled = shouldEnable;
  setStored('keys', shouldEnable ? undefined : 'off');
  for (const listener of listeners) listener();
}

/** Whether single-key shortcuts are enabled. Some assistive input devices trigger them by accident. */
export function useShortcutsEnabled(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, areShortcutsEnabled);
}

/** Returns all active shortcuts, innermost component first. An inner shortcut hides an outer one with the same key. */
export function getActiveShortcuts(): Shortcut[] {
  const shortcuts = [...layers].toReversed().flatMap((layer) => [...layer.getShortcuts()]);
  return shortcuts.filter(({ key }, index) => shortcuts.findIndex((other) => other.key === key) === index);
}

/** Registers shortcuts while the component is mounted. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // A layout effect, so that the shortcuts work as soon as the user sees the page.
  useLayoutEffect(() => {
    const layer = { getShortcuts: () => latest.current };
    layers.add(layer);
    return () => {
      layers.delete(layer);
    };
  }, []);
}

const INPUT_SELECTOR = 'input, textarea, select, [contenteditable=true], .cm-editor, [role=menu], [role=listbox]';

addEventListener('keydown', (event) => {
  if (!isEnabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.composedPath()[0];
  // Escape also works inside inputs.
  if (event.key !== 'Escape' && target instanceof Element && target.closest(INPUT_SELECTOR)) return;
  // A modal dialog blocks the page's shortcuts unless it enables them.
  const isInDialog = document.querySelector('dialog[open]:not([data-enables-shortcuts])') !== null;
  if (isInDialog) return;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const shortcut = getActiveShortcuts().find(({ key }) => key === name);
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run(event);
});
