import { useSyncExternalStore } from 'react';
import { getStored, setStored } from './storage.ts';

/** Preferences of the layout, with their values; the first is the default. A browser stores them. */
const VALUES = {
  density: ['comfortable', 'compact'],
  sidebar: ['expanded', 'collapsed'],
} as const;

type Name = keyof typeof VALUES;
type Preference<N extends Name> = (typeof VALUES)[N][number];

const listeners = new Set<() => void>();

/** Returns the stored value of a preference, or its default. */
function getPreference<N extends Name>(name: N): Preference<N> {
  const values: readonly Preference<N>[] = VALUES[name];
  const stored = getStored(name);
  return values.find((value) => value === stored) ?? VALUES[name][0];
}

/** Applies all preferences to the document, for its styles. */
export function applyPreferences(): void {
  for (const name of Object.keys(VALUES) as Name[]) document.documentElement.dataset[name] = getPreference(name);
}

/** Stores and applies a preference. */
export function setPreference<N extends Name>(name: N, value: Preference<N>): void {
  setStored(name, value === VALUES[name][0] ? undefined : value);
  applyPreferences();
  for (const listener of listeners) listener();
}

/** Returns a preference and follows its changes. */
export function usePreference<N extends Name>(name: N): Preference<N> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => getPreference(name),
  );
}
