import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Prints a generated section of a page. With `--write` on the command line, it writes the section instead. */
export function printOrWrite(page: string, name: string, section: string): void {
  if (process.argv.includes('--write')) writeSection(page, name, section);
  else process.stdout.write(`${section}\n`);
}

/**
 * Replaces the text between the markers `<!-- name -->` and `<!-- /name -->` of a page, whose path is relative to the
 * repository root. Throws if a marker is missing.
 */
export function writeSection(page: string, name: string, section: string): void {
  const file = fileURLToPath(new URL(`../${page}`, import.meta.url));
  const text = readFileSync(file, 'utf8');
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const begin = text.indexOf(opening);
  const end = text.indexOf(closing, begin);
  if (begin < 0 || end < 0) throw new Error(`${page} lacks the markers ${opening} and ${closing}`);
  writeFileSync(file, `${text.slice(0, begin + opening.length)}\n\n${section}\n\n${text.slice(end)}`);
}
