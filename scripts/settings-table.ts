/**
 * Prints the table of settings, generated from `src/platform/config.ts`. With `--write`, replaces the table in
 * docs/settings.md.
 */
import { SETTINGS } from '../src/platform/config.ts';
import { printOrWrite } from './generated-section.ts';

/** Returns the table as Markdown, one row per setting. */
function renderSettingsTable(): string {
  const rows = SETTINGS.map(({ name, defaultText: fallback, description: help }) => {
    return `| \`${name}\` | ${fallback === '' ? '—' : `\`${fallback}\``} | ${help} |`;
  });
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

printOrWrite('docs/settings.md', 'settings', renderSettingsTable());
