import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Source folder of the web console. */
export const CONSOLE_SOURCES = join(ROOT, 'console');

/** Folder of the build: `index.html`, its neighbors, and `assets` with content hashes in their names. */
export const CONSOLE_BUILD = join(CONSOLE_SOURCES, 'dist');

/** Sources outside the console: packages, client types, and what it shares with the API. */
export const EXTERNAL_SOURCES: readonly string[] = [
  'package-lock.json',
  'client',
  'src/platform/conversation-text.ts',
  'src/platform/error-message.ts',
  'src/platform/hidden-text.ts',
  'src/platform/pages/messages/scopes',
];
/** Folders that are no part of a build. */
const EXCLUDED_NAMES = new Set(['node_modules', 'dist', 'screenshots']);
/** File with the digest of the sources of a build. */
const DIGEST_FILE = '.sources';

/** State of a build compared to its sources. Without sources, as in an image, every build is current. */
type BuildState = 'current' | 'stale' | 'missing';

/** Returns the state of this checkout's build. */
export function getBuildState(): BuildState {
  if (!existsSync(join(CONSOLE_BUILD, 'index.html'))) return 'missing';
  if (!existsSync(join(CONSOLE_SOURCES, 'package.json'))) return 'current';
  const file = join(CONSOLE_BUILD, DIGEST_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === digestSources() ? 'current' : 'stale';
}

/** Computes the digest of all sources of a build. */
export function digestSources(): string {
  const hash = createHash('sha256');
  for (const file of [CONSOLE_SOURCES, ...EXTERNAL_SOURCES.map((name) => join(ROOT, name))].flatMap(listFiles)) {
    hash.update(`${file.slice(ROOT.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Returns the path of a build's digest file. */
export const getDigestFile = (build: string) => join(build, DIGEST_FILE);

/** Lists the files below a folder in path order. A file is its own list. */
function listFiles(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    const included = entries.filter(({ name }) => !EXCLUDED_NAMES.has(name) && !name.startsWith('.'));
    return included.toSorted((a, b) => (a.name < b.name ? -1 : 1)).flatMap(({ name }) => listFiles(join(path, name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path];
    throw error;
  }
}
