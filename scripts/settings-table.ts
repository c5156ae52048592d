/**
 * The table of settings in README.md, made of the list in src/platform/config.ts. Prints it; with --write it replaces
 * what stands between the two markers.
 */
import { SETTINGS } from '../src/platform/config.ts';
import { printOrWrite } from './marked-part.ts';

/** One row for each setting, in the order of the list. */
function settingsTable(): string {
  const rows = SETTINGS.map(({ name, defaultText: fallback, description: help }) => {
    return `| \`${name}\` | ${fallback === '' ? '—' : `\`${fallback}\``} | ${help} |`;
  });
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

printOrWrite('README.md', 'settings', settingsTable());
