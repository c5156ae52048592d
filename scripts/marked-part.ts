import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Prints what is made of the code for a page; with --write on the command line it instead replaces what stands in the page
 * between `<!-- name -->` and `<!-- /name -->`. `page` is a path from the root. Throws when the markers are not there.
 */
export function printOrWrite(page: string, name: string, made: string): void {
  if (!process.argv.includes('--write')) {
    process.stdout.write(`${made}\n`);
    return;
  }
  const file = fileURLToPath(new URL(`../${page}`, import.meta.url));
  const text = readFileSync(file, 'utf8');
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const begin = text.indexOf(opening);
  const end = text.indexOf(closing, begin);
  if (begin < 0 || end < 0) throw new Error(`${page} lacks the markers ${opening} and ${closing}`);
  writeFileSync(file, `${text.slice(0, begin + opening.length)}\n\n${made}\n\n${text.slice(end)}`);
}
