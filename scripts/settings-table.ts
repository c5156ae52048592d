/**
 * The table of settings in README.md, made of the list in src/platform/config.ts. Prints it; with --write it replaces
 * what stands between the two markers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../src/platform/config.ts';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BEGIN = '<!-- settings -->';
const END = '<!-- /settings -->';

/** One row for each setting, in the order of the list. */
function settingsTable(): string {
  const rows = SETTINGS.map(({ name, fallback, help }) => {
    return `| \`${name}\` | ${fallback === '' ? '—' : `\`${fallback}\``} | ${help} |`;
  });
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The text with a new table between its markers. Throws when they are not there. */
function withTable(text: string, table: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new Error(`README.md lacks the markers ${BEGIN} and ${END}`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`;
}

if (process.argv.includes('--write')) {
  writeFileSync(README, withTable(readFileSync(README, 'utf8'), settingsTable()));
} else {
  process.stdout.write(`${settingsTable()}\n`);
}
