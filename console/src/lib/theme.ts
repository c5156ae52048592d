import { getStored, setSharedPreference } from './storage.ts';

type Theme = 'system' | 'light' | 'dark';

export function getTheme(): Theme {
  const stored = getStored('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies a theme and stores it for the next page load. */
export function saveTheme(theme: Theme): void {
  applyTheme(theme);
  setSharedPreference('theme', theme === 'system' ? undefined : theme);
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
