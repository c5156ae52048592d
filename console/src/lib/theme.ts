import { keepForPages, read } from './storage.ts';

export type Theme = 'system' | 'light' | 'dark';

export function chosenTheme(): Theme {
  const kept = read('theme');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Shows a theme and keeps it for the next page, which has it before anything is painted. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  keepForPages('theme', theme === 'system' ? undefined : theme);
}

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
