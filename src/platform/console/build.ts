import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Sources of the web console. */
export const CONSOLE_SOURCES = join(ROOT, 'console');

/** Where its build lies: `index.html`, what stands beside it, and `assets` with names that tell their content. */
export const CONSOLE_BUILD = join(CONSOLE_SOURCES, 'dist');

/** What the build depends on besides its own folder: the packages, the client's types, and words that pages of the API have too. */
const OTHER_SOURCES = ['package-lock.json', 'client', 'src/identity/page-messages/scopes'];
/** Folders of which nothing goes into a build. */
const NO_SOURCES = new Set(['node_modules', 'dist', 'screenshots']);
/** Holds the digest of the sources that a build was made of. */
const DIGEST_FILE = '.sources';

/** How a build stands to its sources: without sources, as in an image, whatever is built is current. */
export type BuildState = 'current' | 'stale' | 'missing';

/** Looks at the build of this checkout. */
export function stateOfBuild(): BuildState {
  if (!existsSync(join(CONSOLE_BUILD, 'index.html'))) return 'missing';
  if (!existsSync(join(CONSOLE_SOURCES, 'package.json'))) return 'current';
  const file = join(CONSOLE_BUILD, DIGEST_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === digestOfSources() ? 'current' : 'stale';
}

/** A digest of everything that goes into a build. */
export function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of [CONSOLE_SOURCES, ...OTHER_SOURCES.map((name) => join(ROOT, name))].flatMap(filesBelow)) {
    hash.update(`${file.slice(ROOT.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Path of the file that a build carries its digest in. */
export const digestFileOf = (build: string) => join(build, DIGEST_FILE);

/** Files of a folder and those below it in the order of their paths; a file is its own. */
function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    const wanted = entries.filter(({ name }) => !NO_SOURCES.has(name) && !name.startsWith('.'));
    return wanted.toSorted((a, b) => (a.name < b.name ? -1 : 1)).flatMap(({ name }) => filesBelow(join(path, name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path];
    throw error;
  }
}
